import { mayKeep } from './page-identity.ts';

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

const rememberedKeys = (): string[] => {
  try {
    return Object.keys(localStorage);
  } catch (error) {
    console.warn('The storage could not be read', error);
    return [];
  }
};

/** Below this lies all that is kept for one person, whatever it is: signing out forgets it whole. */
const personPrefix = (userId: string): string => `gh-person:${userId}:`;

/** What this browser remembers for one person. Nothing more is written once they have left, in whichever tab. */
export const personalStore = (userId: string) => {
  const prefix = personPrefix(userId);
  return {
    recall: (name: string): string | null => recall(prefix + name),
    recallValue: <T>(name: string, isValue: (value: unknown) => value is T): T | null =>
      recallValue(prefix + name, isValue),
    remember: (name: string, value: string | null): void => {
      if (mayKeep(userId)) remember(prefix + name, value);
    },
    /** The names of what is remembered. */
    names: (): string[] =>
      rememberedKeys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  };
};

/** Forgets all that is remembered for a person: others may use this device. */
export const forgetPerson = (userId: string): void => {
  for (const key of rememberedKeys()) if (key.startsWith(personPrefix(userId))) remember(key, null);
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
