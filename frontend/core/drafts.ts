import { nameOfTab, personalStore } from './device-store.ts';
import { pageIdentity } from './page-identity.ts';

/**
 * Unsaved text, kept in this browser per person until it is saved or discarded: it survives errors, a closed
 * dialog, a reload and an expired session. Signing out forgets it, because others may use this device.
 */
const nameOf = (subject: string): string => `draft:${subject}`;

/** The subjects of a person's drafts that begin with a text. */
export const draftSubjects = (userId: string, beginning: string): string[] =>
  personalStore(userId)
    .names()
    .filter((name) => name.startsWith(nameOf(beginning)))
    .map((name) => name.slice(nameOf('').length));

const rename = (userId: string, from: string, to: string): void => {
  const { recall, remember } = personalStore(userId);
  const text = recall(nameOf(from));
  // First, since a full storage has no room for both.
  remember(nameOf(from), null);
  remember(nameOf(to), text);
};

// Two tabs may write something new each: what one types must not end in the other's draft. A tab that goes marks its
// own as left; if it was only reloaded it takes them back, otherwise they wait for the next tab that asks.
const ofThisTab = `@${nameOfTab()}`;
const leftMark = '~left';
window.addEventListener('pagehide', () => {
  const userId = pageIdentity()?.userId;
  if (userId === undefined) return;
  for (const subject of draftSubjects(userId, ''))
    if (subject.endsWith(ofThisTab)) rename(userId, subject, subject + leftMark);
});

/** The subject of this tab's draft about something new; one that a closed tab has left becomes this tab's. */
export const subjectInTab = (userId: string, subject: string): string => {
  const own = subject + ofThisTab;
  if (personalStore(userId).recall(nameOf(own)) !== null) return own;
  const left = draftSubjects(userId, `${subject}@`).filter((name) => name.endsWith(leftMark));
  const taken = left.find((name) => name === own + leftMark) ?? left[0];
  if (taken !== undefined) rename(userId, taken, own);
  return own;
};

/** The draft about a subject, or null. `isDraft` guards against what an older release left behind. */
export const loadDraft = <T>(
  userId: string,
  subject: string,
  isDraft: (value: unknown) => value is T,
): T | null => personalStore(userId).recallValue(nameOf(subject), isDraft);

export const saveDraft = (userId: string, subject: string, draft: unknown): void =>
  personalStore(userId).remember(nameOf(subject), JSON.stringify(draft));

export const clearDraft = (userId: string, subject: string): void =>
  personalStore(userId).remember(nameOf(subject), null);
