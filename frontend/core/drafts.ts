import { nameOfTab, recall, recallValue, remember, rememberedKeys } from './device-store.ts';

/**
 * Unsaved text, kept in this browser per person until it is saved or discarded: it survives errors, a closed
 * dialog, a reload and an expired session. Signing out forgets it, because others may use this device.
 */
const prefix = 'gh-draft:';
const keyOf = (userId: string, subject: string): string => `${prefix}${userId}:${subject}`;

const draftKeys = (): string[] => rememberedKeys().filter((key) => key.startsWith(prefix));

const move = (from: string, to: string): void => {
  const text = recall(from);
  // First, since a full storage has no room for both.
  remember(from, null);
  remember(to, text);
};

// Two tabs may write something new each: what one types must not end in the other's draft. A tab that goes marks its
// own as left; if it was only reloaded it takes them back, otherwise they wait for the next tab that asks.
const ofThisTab = `@${nameOfTab()}`;
const leftMark = '~left';
const renameOwn = (before: string, after: string): void => {
  for (const key of draftKeys())
    if (key.endsWith(ofThisTab + before)) move(key, key.slice(0, key.length - before.length) + after);
};
renameOwn(leftMark, '');
window.addEventListener('pagehide', () => renameOwn('', leftMark));

/** The subject of this tab's draft about something new; one that a closed tab has left becomes this tab's. */
export const subjectInTab = (userId: string, subject: string): string => {
  const own = keyOf(userId, subject + ofThisTab);
  const left = draftKeys().find(
    (key) => key.startsWith(keyOf(userId, `${subject}@`)) && key.endsWith(leftMark),
  );
  if (left && recall(own) === null) move(left, own);
  return subject + ofThisTab;
};

/** The draft about a subject, or null. `isDraft` guards against what an older release left behind. */
export const loadDraft = <T>(
  userId: string,
  subject: string,
  isDraft: (value: unknown) => value is T,
): T | null => recallValue(keyOf(userId, subject), isDraft);

/** The subjects of a person's drafts that begin with a text. */
export const draftSubjects = (userId: string, beginning: string): string[] =>
  draftKeys()
    .filter((key) => key.startsWith(keyOf(userId, beginning)))
    .map((key) => key.slice(keyOf(userId, '').length));

export const saveDraft = (userId: string, subject: string, draft: unknown): void =>
  remember(keyOf(userId, subject), JSON.stringify(draft));

export const clearDraft = (userId: string, subject: string): void => remember(keyOf(userId, subject), null);

/** Forgets all drafts of a person. */
export const clearDrafts = (userId: string): void => {
  for (const key of draftKeys()) if (key.startsWith(keyOf(userId, ''))) remember(key, null);
};
