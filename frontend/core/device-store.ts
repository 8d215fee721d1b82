/** What this browser remembers. Storage may be full or forbidden: then nothing is remembered, and all else works. */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be read`, error);
    return null;
  }
};

/** The value in a text that was remembered as JSON; null when there is none, or it is not (any more) what `isValue` asks for. */
export const valueIn = <T>(text: string | null, isValue: (value: unknown) => value is T): T | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isValue(value) ? value : null;
  } catch (error) {
    console.warn('Something that was remembered is damaged, and left out', error);
    return null;
  }
};

/** A value that was remembered as JSON, or null: {@link valueIn}. */
export const recallValue = <T>(key: string, isValue: (value: unknown) => value is T): T | null =>
  valueIn(recall(key), isValue);

/** Remembers a text, or forgets it when null. */
export const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be stored`, error);
  }
};

/** The names of all that is remembered. */
export const rememberedKeys = (): string[] => {
  try {
    return Object.keys(localStorage);
  } catch (error) {
    console.warn('The storage could not be read', error);
    return [];
  }
};

const tabKey = 'gh-tab';

/** What to call this tab: a name that a reload keeps. */
export const nameOfTab = (): string => {
  const fresh = crypto.randomUUID();
  try {
    const name = sessionStorage.getItem(tabKey) ?? fresh;
    sessionStorage.setItem(tabKey, name);
    return name;
  } catch (error) {
    console.warn('The name of this tab could not be stored', error);
    return fresh;
  }
};
