import type { accessErrors } from '../../shared/access/contract.ts';
import { formerMember } from '../../shared/access/rules.ts';
import { AwsRefusal } from '../core/aws-call.ts';
import type { SignedInContext } from '../core/caller.ts';
import { mailText, ownWords, renderEmail } from '../core/email-template.ts';
import { Failure } from '../core/failure.ts';
import { log } from '../core/log.ts';
import type { Mailer } from '../core/mail.ts';
import type { Sockets } from '../core/sockets.ts';
import { inLanguageOf } from '../core/speech.ts';
import type { AccountDeletionStore, PendingDeletion } from './account-deletion-store.ts';
import { type Profile, toProfile } from './profile-store.ts';
import type { UserPool } from './user-pool.ts';

export interface AccountDeletionDeps {
  store: AccountDeletionStore;
  userPool: UserPool;
  mailer: Mailer;
  sockets: Sockets;
  websiteUrl: string;
  /** Takes what a person is called, and their address, out of the log of an organization. */
  forgetNamesInLog: (
    organizationId: string,
    record: { entity: 'member' | 'invitation'; id: string },
  ) => Promise<void>;
}

type Code = keyof typeof accessErrors;
const failure = (code: Code) => new Failure<Code>(code);

const accountDeletedEmail = (websiteUrl: string) =>
  renderEmail({
    subject: mailText('Your Guildhall account is deleted'),
    title: mailText('Your account is deleted'),
    paragraphs: [
      mailText(
        'Your profile and your sign-in at Guildhall are deleted, on every device. What you made for your group stays with the group, under the name “{name}”.',
        { name: ownWords(formerMember()) },
      ),
      mailText(
        'If you did not do this yourself, somebody else has used your Google account. Secure it, and tell us by replying to this e-mail.',
      ),
    ],
    because: (sender) =>
      mailText(
        '{sender} sent you this e-mail because the account with your address was deleted. It is the last one.',
        { sender },
      ),
    websiteUrl,
  });

/** What follows from a deletion, step by step. Each step is harmless when it is repeated. */
const carryOut = async (deps: AccountDeletionDeps, deletion: PendingDeletion, now: Date): Promise<void> => {
  const { store, userPool, mailer, sockets, websiteUrl, forgetNamesInLog } = deps;
  const { userId, email, username, groups, invitations } = deletion;
  for (const organizationId of groups) await sockets.closeUnauthorized(organizationId, now);
  await userPool.removeUser(username);
  await store.clear(deletion);
  await store.clearTrial(deletion);
  for (const organizationId of groups)
    await forgetNamesInLog(organizationId, { entity: 'member', id: userId });
  for (const [organizationId = '', id = ''] of invitations.map((one) => one.split(' ')))
    await forgetNamesInLog(organizationId, { entity: 'invitation', id });
  try {
    const text = inLanguageOf(deletion, () => accountDeletedEmail(websiteUrl));
    await mailer.send({ to: email, ...text, cause: `account-deleted#${userId}` });
  } catch (error) {
    // An address that takes no mail holds up no deletion.
    if (!(error instanceof AwsRefusal)) throw error;
    log.warn('a deleted account could not be confirmed by mail', { userId, refusal: error.name });
  }
};

/**
 * Deletes the caller's account. (1) In one transaction the account is gone: a tombstone refuses every token, and the seat is free.
 * (2) Sockets, sign-in, names and the rest follow at once; (3) whatever is cut off or fails there, the hourly run carries out.
 * @throws Failure `session.not_open` · `account.holds_group` · `account.address_differs`
 */
export const deleteAccount = async (
  deps: AccountDeletionDeps,
  caller: SignedInContext,
  email: string,
): Promise<undefined> => {
  const profile: Profile | undefined = toProfile(caller.profile);
  if (!profile) throw failure('session.not_open');
  if (profile.accountHolder) throw failure('account.holds_group');
  if (email !== profile.email) throw failure('account.address_differs');
  const deletion = await deps.store.begin(profile, caller.username, caller.now);
  // They were removed, joined or were made account holder in this very moment: pressing again tells.
  if (!deletion) throw new Failure('unavailable');
  try {
    await carryOut(deps, deletion, caller.now);
  } catch (error) {
    log.error('a deletion of an account goes on in the next hour', error, { userId: deletion.userId });
  }
};

/** What the organization's log was told in the moment of the deletion has surely arrived after this, in milliseconds. */
const settledAfterMs = 5 * 60_000;
const atOnce = 100;

/**
 * Carries out what deletions have left undone, and once more what the log may have been told since.
 * @throws Error when one of them failed: the run counts as failed, and is repeated
 */
export const finishDeletions = async (deps: AccountDeletionDeps, now: Date): Promise<void> => {
  const pending = await deps.store.pending(atOnce);
  let failed = 0;
  for (const deletion of pending) {
    try {
      await carryOut(deps, deletion, now);
      if (now.getTime() - Date.parse(deletion.deletedAt) > settledAfterMs) await deps.store.finish(deletion);
    } catch (error) {
      failed += 1;
      log.error('a deletion of an account could not be finished', error, { userId: deletion.userId });
    }
  }
  log.info('account deletions', { looked: pending.length, failed });
  if (failed > 0) throw new Error(`${failed} of ${pending.length} deletions could not be finished.`);
};
