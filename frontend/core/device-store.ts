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

const personMark = 'gh-person:';

/** Below this lies all that is kept for one person, whatever it is: signing out forgets it whole. */
const personPrefix = (userId: string): string => `${personMark}${userId}:`;

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

/** Forgets what is kept of everybody else: somebody has just signed in here, and nobody else is signed in any more. */
export const forgetOthers = (userId: string): void => {
  for (const key of rememberedKeys())
    if (key.startsWith(personMark) && !key.startsWith(personPrefix(userId))) remember(key, null);
};

const groupName = 'group';

/** What is kept of a person is of the group that they are in: in another one nothing of it is shown, and it is forgotten. */
export const keepForGroup = (userId: string, organizationId: string): void => {
  const { recall: recallOwn, remember: rememberOwn } = personalStore(userId);
  const before = recallOwn(groupName);
  if (before === organizationId) return;
  if (before !== null && mayKeep(userId)) forgetPerson(userId);
  rememberOwn(groupName, organizationId);
};

const tabKey = 'gh-tab';

/** What this tab remembers until it is closed; nothing where that is forbidden. */
export const recallInTab = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch (error) {
    console.warn(`"${key}" could not be read`, error);
    return null;
  }
};

/** Remembers a text until this tab is closed, or forgets it when null. */
export const rememberInTab = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch (error) {
    console.warn(`"${key}" could not be stored`, error);
  }
};

/** What to call this tab: a name that a reload keeps. */
export const nameOfTab = (): string => {
  const name = recallInTab(tabKey) ?? crypto.randomUUID();
  rememberInTab(tabKey, name);
  return name;
};
