/** What this browser remembers. Storage may be full or forbidden: then nothing is remembered, and all else works. */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be read`, error);
    return null;
  }
};

/** Remembers a text, or forgets it when null. */
export const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be stored`, error);
  }
};
