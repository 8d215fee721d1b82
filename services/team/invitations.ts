import { type Role, roleLabels } from '../../shared/core/access.ts';
import type { Page } from '../../shared/core/page.ts';
import { dateFormat } from '../../shared/core/translate.ts';
import type { Invitation, teamErrors } from '../../shared/team/contract.ts';
import { invitationDays, mailsPerAddress, mailsPerGroup, mailsToAddress } from '../../shared/team/rules.ts';
import { readProfile } from '../access/public.ts';
import type { MemberContext } from '../core/caller.ts';
import { mailText, ownWords, renderEmail } from '../core/email-template.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure, LateFailure } from '../core/failure.ts';
import type { Committed } from '../core/idempotency.ts';
import { log } from '../core/log.ts';
import type { Mailer } from '../core/mail.ts';
import { readOrganization } from '../core/organization.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { Table } from '../core/table.ts';
import { countAttempt, type Limit, mayAttempt } from './attempt-limit.ts';
import type { InvitationRecord, InvitationStore } from './invitation-store.ts';
import type { MemberStore } from './member-store.ts';

export interface InvitationDeps {
  table: Table;
  invitations: InvitationStore;
  members: MemberStore;
  mailer: Mailer;
  /** Address of the website, such as `https://guildhall.example`. */
  websiteUrl: string;
  newId: (now: Date) => string;
  /** A secret that nobody can guess, for the link of a mail. */
  newLink: () => string;
}

type Code = keyof typeof teamErrors;
const failure = (code: Code) => new Failure<Code>(code);

const shown = (
  { organizationId: _, organizationName: __, holdsSeat: ___, ...rest }: InvitationRecord,
  now: Date,
): Invitation => ({
  ...rest,
  status: rest.expiresAt > now.toISOString() ? 'pending' : 'expired',
});

const expiry = (now: Date): string => new Date(now.getTime() + invitationDays * 86_400_000).toISOString();

export const listInvitations = async (
  { invitations }: InvitationDeps,
  { actor, now }: MemberContext,
  query: { limit: number; cursor?: string },
): Promise<Page<Invitation>> => {
  const { items, nextCursor } = await invitations.list(actor.organizationId, query);
  return { items: items.map((record) => shown(record, now)), nextCursor };
};

const aDay: Limit = {
  windowMs: 86_400_000,
  failure: (details) => new LateFailure<Code>('invitation.too_many', details),
};

/**
 * Counts a mail against what one organization may send in a day, to one e-mail address and in all, which it is told; and against
 * what one address may get from all of them, which nobody is told: it would say that others have invited it.
 * @returns whether it may be sent
 * @throws LateFailure `invitation.too_many`
 */
const countMail = async (
  { table }: InvitationDeps,
  { actor, now }: MemberContext,
  email: string,
): Promise<boolean> => {
  const { organizationId } = actor;
  await countAttempt(
    table,
    [
      { who: `INVITED#${email}#BY#${organizationId}`, most: mailsToAddress },
      { who: `INVITING#${organizationId}`, most: mailsPerGroup },
    ],
    aDay,
    now,
  );
  return mayAttempt(table, { who: `INVITED#${email}`, most: mailsPerAddress }, aDay.windowMs, now);
};

/** What a mail took that was sent, in milliseconds: one that is held back takes as long, so that it can't be told apart. */
let tookMs = 150;
const holdBack = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, tookMs * (0.7 + Math.random() * 0.6)));

/** In the language of whoever invites: of whom is invited nothing is known but the address. */
const invitationMail = (
  websiteUrl: string,
  organizationName: string,
  inviter: string,
  { email, role, expiresAt }: Invitation,
  link: string,
) => {
  const names = { organization: organizationName, inviter };
  // The date alone: whoever is invited may be in any time zone.
  const until = dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(expiresAt));
  return renderEmail({
    subject: mailText('{inviter} invites you to {organization} on Guildhall', names),
    title: mailText('Join {organization}', names),
    paragraphs: [
      mailText('{inviter} has invited you to work together in {organization} on Guildhall, as {role}.', {
        ...names,
        role: ownWords(roleLabels[role]),
      }),
      mailText(
        'To join, sign in with the Google account of this address: {email}. The invitation is valid until {until}.',
        { email: ownWords(email), until: ownWords(until) },
      ),
    ],
    action: {
      label: mailText('Join the group'),
      url: `${websiteUrl}/signup?${new URLSearchParams({ invitation: link })}`,
    },
    because: (sender) =>
      mailText(
        '{sender} sent you this e-mail because {inviter} of {organization} entered your address. If you do not know them, you can ignore it.',
        { ...names, sender },
      ),
    websiteUrl,
  });
};

/**
 * Sends the mail of an invitation. A repeated request sends it if the first one could not, and never twice.
 * @throws LateFailure `invitation.mail_failed` · `invitation.too_many`: the invitation stands, and says that it was not sent
 */
const sendMail = async (
  deps: InvitationDeps,
  member: MemberContext,
  invitation: Invitation,
): Promise<Invitation> => {
  const { table, invitations, mailer, websiteUrl } = deps;
  const { actor, requestId } = member;
  const [organization, inviter] = await Promise.all([
    readOrganization(table, actor.organizationId),
    readProfile(table, actor.userId),
  ]);
  if (!organization || !inviter) throw new Failure('not_found');
  // Each mail has a link of its own; the earlier ones lead to the same invitation.
  const link = deps.newLink();
  const mail = invitationMail(websiteUrl, organization.name, inviter.name, invitation, link);
  try {
    if (!(await countMail(deps, member, invitation.email))) {
      log.warn('an invitation was held back: its address had many today', {
        requestId,
        invitationId: invitation.id,
      });
      await holdBack();
      return invitation;
    }
    const began = performance.now();
    await invitations.keepLink(link, { ...invitation, organizationId: actor.organizationId });
    await mailer.send({
      to: invitation.email,
      ...mail,
      cause: `invitation#${invitation.id}#${invitation.version}`,
    });
    tookMs = performance.now() - began;
  } catch (error) {
    await invitations.noteSent(actor.organizationId, invitation, false, auditStamp(null, member.now));
    if (error instanceof LateFailure) throw error;
    log.error('an invitation could not be sent', error, { requestId, invitationId: invitation.id });
    throw new LateFailure<Code>('invitation.mail_failed');
  }
  return invitation;
};

/**
 * Writes an invitation, then sends it. A repeat of the request finds it written, and sends it if that did not work the
 * first time; one that was changed or withdrawn since is left alone.
 */
const writtenAndSent = async (
  deps: InvitationDeps,
  member: MemberContext,
  write: () => Promise<Committed<Invitation>>,
): Promise<Invitation> => {
  const { answer: invitation, isReplay } = await write();
  if (!isReplay) return sendMail(deps, member, invitation);
  const { actor, now } = member;
  const current = await deps.invitations.get(actor.organizationId, invitation.id);
  if (current?.version !== invitation.version || current.sentAt !== null) return invitation;
  await sendMail(deps, member, invitation);
  await deps.invitations.noteSent(actor.organizationId, invitation, true, auditStamp(actor.userId, now));
  return invitation;
};

const renewed = (
  before: InvitationRecord,
  { role, organizationName }: Pick<InvitationRecord, 'role' | 'organizationName'>,
  now: Date,
): InvitationRecord => ({
  ...before,
  organizationName,
  role,
  sentAt: now.toISOString(),
  expiresAt: expiry(now),
  holdsSeat: true,
  version: before.version + 1,
});

/** Writes an invitation on the rows as they are, again while they change. Seats of expired ones are given back first. */
const writeInvitation = async (
  { invitations }: InvitationDeps,
  { actor, now }: MemberContext,
  write: () => Promise<Committed<Invitation> | 'full' | 'changed'>,
): Promise<Committed<Invitation>> => {
  await invitations.releaseExpired(actor.organizationId, now);
  const outcome = await retryWhenChanged(write);
  if (outcome === 'full') throw failure('group.full');
  return outcome;
};

/**
 * Invites an e-mail address: a pending invitation holds a seat for 30 days. A second one to the same address renews the first,
 * which keeps its role unless another one is asked for.
 * @throws Failure `group.full` · `invitation.already_member` · `invitation.mail_failed`
 */
export const invite = (
  deps: InvitationDeps,
  member: MemberContext,
  { email, role }: { email: string; role?: Role | undefined },
): Promise<Invitation> =>
  writtenAndSent(deps, member, async () => {
    const { table, invitations, members } = deps;
    const { actor, now } = member;
    const { organizationId } = actor;
    if ((await members.list(organizationId)).some((one) => one.email === email))
      throw failure('invitation.already_member');
    const organization = await readOrganization(table, organizationId);
    if (!organization) throw new Failure('not_found');
    return writeInvitation(deps, member, async () => {
      const before = await invitations.pendingTo(organizationId, email);
      const after: InvitationRecord = before
        ? renewed(before, { role: role ?? before.role, organizationName: organization.name }, now)
        : {
            organizationId,
            organizationName: organization.name,
            id: deps.newId(now),
            email,
            role: role ?? 'member',
            invitedBy: actor.userId,
            createdAt: now.toISOString(),
            sentAt: now.toISOString(),
            expiresAt: expiry(now),
            holdsSeat: true,
            version: 1,
          };
      const answer = shown(after, now);
      return before
        ? invitations.renew(before, after, actor.userId, member, answer)
        : invitations.create(after, member, answer);
    });
  });

const invitationOf = async (
  { invitations }: InvitationDeps,
  { actor }: MemberContext,
  invitationId: string,
): Promise<InvitationRecord> => {
  const record = await invitations.get(actor.organizationId, invitationId);
  if (!record) throw new Failure('not_found');
  return record;
};

/**
 * Sends an invitation again; it is valid for 30 days from now.
 * @throws Failure `not_found` · `group.full` · `invitation.mail_failed`
 */
export const resendInvitation = (
  deps: InvitationDeps,
  member: MemberContext,
  invitationId: string,
): Promise<Invitation> =>
  writtenAndSent(deps, member, () =>
    writeInvitation(deps, member, async () => {
      const before = await invitationOf(deps, member, invitationId);
      const after = renewed(before, before, member.now);
      const answer = shown(after, member.now);
      return deps.invitations.renew(before, after, member.actor.userId, member, answer);
    }),
  );

/** Withdraws an invitation and frees its seat. @throws Failure `not_found` */
export const withdrawInvitation = async (
  deps: InvitationDeps,
  member: MemberContext,
  invitationId: string,
): Promise<undefined> => {
  const stamp = auditStamp(member.actor.userId, member.now);
  await retryWhenChanged(async () =>
    deps.invitations.withdraw(await invitationOf(deps, member, invitationId), stamp, member.commit),
  );
};
