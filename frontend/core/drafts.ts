import { recall, remember } from './device-store.ts';

/**
 * Unsaved text, kept in this browser per person until it is saved or discarded: it survives errors, a closed
 * dialog, a reload and an expired session. Signing out forgets it, because others may use this device.
 */
const prefix = 'gh-draft:';
const keyOf = (userId: string, subject: string): string => `${prefix}${userId}:${subject}`;

/** The draft about a subject, or null. `isDraft` guards against what an older release left behind. */
export const loadDraft = <T>(
  userId: string,
  subject: string,
  isDraft: (value: unknown) => value is T,
): T | null => {
  const text = recall(keyOf(userId, subject));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch (error) {
    console.warn('A damaged draft was left out', error);
    return null;
  }
};

export const saveDraft = (userId: string, subject: string, draft: unknown): void =>
  remember(keyOf(userId, subject), JSON.stringify(draft));

export const clearDraft = (userId: string, subject: string): void => remember(keyOf(userId, subject), null);

/** Forgets all drafts of a person. */
export const clearDrafts = (userId: string): void => {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keyOf(userId, ''))) remember(key, null);
  }
};
