import type { Session } from '../../shared/access/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import {
  CodeText,
  type OpenedInvitation,
  type ReceivedInvitation,
  type teamErrors,
} from '../../shared/team/contract.ts';
import { codeFailureMinutes, codeFailuresAtMost, largestGroup } from '../../shared/team/rules.ts';
import { type Profile, sessionOf, toProfile } from '../access/public.ts';
import type { PublicContext, SignedInContext, VerifiedContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import { vouchedEmail } from '../core/identity-provider.ts';
import { log } from '../core/log.ts';
import { type OrganizationSnapshot, organizationSnapshot, readOrganization } from '../core/organization.ts';
import { retryWhenChanged } from '../core/retry-when-changed.ts';
import type { Sockets } from '../core/sockets.ts';
import type { Table } from '../core/table.ts';
import { type Limit, limitFailures } from './attempt-limit.ts';
import type { CodeRecord, CodeStore } from './code-store.ts';
import type { InvitationRecord, InvitationStore } from './invitation-store.ts';
import type { MemberStore } from './member-store.ts';

export interface JoiningDeps {
  table: Table;
  codes: CodeStore;
  invitations: InvitationStore;
  members: MemberStore;
  sockets: Sockets;
}

type Code = keyof typeof teamErrors;
const failure = (code: Code) => new Failure<Code>(code);

/**
 * Failures that one machine on the way may bring before all who come through it wait: many people share it, but whoever makes
 * up addresses comes through one.
 */
const perLastHop = 300;
/** The same of signed-in people at one IP address: an office shares it, and each of them is counted too. */
const perOffice = 100;

const codeLimit: Limit = {
  windowMs: codeFailureMinutes * 60_000,
  failure: (details) => new Failure<Code>('attempts.too_many', details),
};

/** Many of these at once are somebody who guesses: an alarm counts them. */
const noteFailedCode = ({ requestId }: { requestId: string }): void =>
  log.warn('a code that does not exist', { requestId, alarm: 'failed-code' });

const isPending = (invitation: InvitationRecord, now: Date): boolean =>
  invitation.expiresAt > now.toISOString();

/** @throws Failure `membership.required` when the caller has not opened a session */
const personOf = (caller: SignedInContext): Profile => {
  const profile = toProfile(caller.profile);
  if (!profile) throw new Failure('membership.required');
  return profile;
};

/** What a session will look like once the person has joined. */
const joined = (profile: Profile, organization: OrganizationSnapshot, role: Role, now: Date): Session =>
  sessionOf(
    {
      ...profile,
      organizationId: organization.id,
      role,
      grantedRole: role,
      accountHolder: false,
      onboardingCompleted: false,
      endedGroup: null,
    },
    { ...organization, members: organization.members + 1 },
    now,
  );

const why = (code: CodeRecord | undefined): Code | undefined => {
  if (!code) return 'code.invalid';
  if (!code.isActive) return 'code.revoked';
  return code.maxUses !== null && code.currentUses >= code.maxUses ? 'code.used_up' : undefined;
};

/** Whether a code could be used now. Says nothing else, and uses nothing up (PRODUCT §4). */
export const checkCode = (
  { table, codes, invitations }: JoiningDeps,
  { ip, now, requestId }: PublicContext,
  text: string,
): Promise<{ isValid: boolean }> =>
  limitFailures(
    table,
    {
      refused: [{ who: `ADDRESS#${ip.viewer}`, most: codeFailuresAtMost }],
      slowed: { who: `HOP#${ip.lastHop}`, most: perLastHop },
    },
    codeLimit,
    now,
    async () => {
      const { data } = CodeText.safeParse(text);
      const code = data === undefined ? undefined : await codes.byText(data);
      if (!code) noteFailedCode({ requestId });
      if (!code || why(code)) return { isValid: false };
      const organization = await readOrganization(table, code.organizationId);
      if (!organization || organization.closedAt) return { isValid: false };
      const hasSeat =
        organization.seats < largestGroup || (await invitations.releaseExpired(organization.id, now)) > 0;
      return { isValid: hasSeat };
    },
    ({ isValid }) => !isValid,
  );

/**
 * What the link of an invitation's mail leads to. It carries a secret that was sent to the invited e-mail address alone, so it says
 * which address that is.
 * @throws Failure `invitation.over` when it was accepted or withdrawn, has expired, or never was
 */
export const openInvitation = async (
  { table, invitations, members }: JoiningDeps,
  { now }: PublicContext,
  link: string,
): Promise<OpenedInvitation> => {
  const invitation = await invitations.linked(link);
  const organization = invitation && (await readOrganization(table, invitation.organizationId));
  if (!invitation || !isPending(invitation, now) || !organization || organization.closedAt)
    throw failure('invitation.over');
  const inviter = await members.get(organization.id, invitation.invitedBy);
  return {
    id: invitation.id,
    organizationName: organization.name,
    invitedBy: inviter?.name ?? null,
    email: invitation.email,
    role: invitation.role,
  };
};

/** Whose refusal of a new membership needs no more to be known. */
const refusedMembership = (refusal: 'no profile' | 'email changed' | 'already a member'): Failure<string> => {
  if (refusal === 'no profile') return new Failure('membership.required');
  return refusal === 'email changed'
    ? new Failure('session.address_changed')
    : failure('group.already_member');
};

/**
 * Joins the organization of a code, as member.
 * @throws Failure `code.invalid` · `code.revoked` · `code.used_up` · `group.full` · `group.already_member` · `attempts.too_many`
 */
export const joinByCode = async (
  { table, codes, invitations, members }: JoiningDeps,
  caller: VerifiedContext,
  text: string,
): Promise<Session> => {
  const profile = personOf(caller);
  const email = vouchedEmail(profile, caller.identity);
  if (profile.organizationId) throw failure('group.already_member');
  const { now, userId } = caller;
  const outcome = await limitFailures<{ session: Session } | { refused: Code }>(
    table,
    {
      refused: [{ who: `USER#${userId}`, most: codeFailuresAtMost }],
      slowed: { who: `OFFICE#${caller.ip.viewer}`, most: perOffice },
    },
    codeLimit,
    now,
    async () => {
      const code = await codes.byText(text);
      if (!code) noteFailedCode(caller);
      const refused = why(code);
      const organization = code && (await organizationSnapshot(table, code.organizationId));
      if (refused || !code || !organization || organization.closedAt)
        return { refused: refused ?? 'code.invalid' };
      const session = joined(profile, organization, 'member', now);
      const join = () => retryWhenChanged(() => members.joinByCode(code, { userId, email }, caller, session));
      let joining = await join();
      if (joining === 'full' && (await invitations.releaseExpired(organization.id, now)) > 0)
        joining = await join();
      if (typeof joining === 'object') return { session: joining.answer };
      if (joining === 'full') return { refused: 'group.full' };
      if (joining === 'code not usable') return { refused: why(await codes.byText(text)) ?? 'code.used_up' };
      throw refusedMembership(joining);
    },
    // Only a code that does not exist is a guess.
    (result) => 'refused' in result && result.refused === 'code.invalid',
  );
  if ('refused' in outcome) throw failure(outcome.refused);
  return outcome.session;
};

/** Pending invitations to the caller's verified e-mail address, newest first. */
export const listReceivedInvitations = async (
  { table, invitations }: JoiningDeps,
  caller: VerifiedContext,
): Promise<{ items: ReceivedInvitation[] }> => {
  const received = await invitations.received(vouchedEmail(personOf(caller), caller.identity));
  const pending = received.filter((invitation) => isPending(invitation, caller.now));
  const organizations = await Promise.all(
    pending.map(({ organizationId }) => readOrganization(table, organizationId)),
  );
  return {
    // The organization's row knows its name of today, and whether it is still there.
    items: pending.flatMap(({ id, role, expiresAt }, at) => {
      const organization = organizations[at];
      return organization && !organization.closedAt
        ? [{ id, organizationName: organization.name, role, expiresAt }]
        : [];
    }),
  };
};

/**
 * Joins by an invitation to the caller's verified e-mail address; its role is the highest that they may choose at onboarding.
 * @throws Failure `not_found` · `group.full` · `group.already_member`
 */
export const joinByInvitation = async (
  { table, invitations, members }: JoiningDeps,
  caller: VerifiedContext,
  invitationId: string,
): Promise<Session> => {
  const profile = personOf(caller);
  const email = vouchedEmail(profile, caller.identity);
  if (profile.organizationId) throw failure('group.already_member');
  const { now, userId } = caller;
  const own = (await invitations.received(email)).find(({ id }) => id === invitationId);
  return retryWhenChanged(async () => {
    const invitation = own && (await invitations.get(own.organizationId, own.id));
    const organization = invitation && (await organizationSnapshot(table, invitation.organizationId));
    if (!invitation || !organization || organization.closedAt || !isPending(invitation, now))
      throw new Failure('not_found');
    const session = joined(profile, organization, invitation.role, now);
    const outcome = await members.joinByInvitation(invitation, { userId, email }, caller, session);
    if (typeof outcome === 'object') return outcome.answer;
    if (outcome === 'changed') return outcome;
    if (outcome === 'full') throw failure('group.full');
    throw refusedMembership(outcome);
  });
};

/**
 * Leaves the organization; what the person made stays.
 * @throws Failure `membership.required` · `member.is_account_holder`
 */
export const leave = async ({ members, sockets }: JoiningDeps, caller: SignedInContext): Promise<Session> => {
  const profile = personOf(caller);
  if (!profile.organizationId) throw new Failure('membership.required');
  if (profile.accountHolder) throw failure('member.is_account_holder');
  const session = sessionOf({ ...profile, organizationId: undefined }, undefined, caller.now);
  const { organizationId, name } = profile;
  const left = await members.leave({ userId: caller.userId, organizationId, name }, caller, session);
  if (!left) throw failure('member.is_account_holder');
  await sockets.closeUnauthorized(profile.organizationId, caller.now);
  return left.answer;
};
