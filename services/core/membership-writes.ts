import type { Role } from '../../shared/core/access.ts';
import { planFacts } from '../../shared/core/plan-facts.ts';
import { type AuditStamp, auditStamp, recorded } from './event-log.ts';
import { allOf, type Expression, setting } from './expressions.ts';
import { formerMemberKey, memberIndexKey, profileKey } from './membership.ts';
import { organizationKey } from './organization.ts';
import type { Row, Write } from './table.ts';

/**
 * Moves the counters of an organization's seats. Taking one needs a free one: members (the account holder included) and
 * pending invitations together are at most 25 (PRODUCT §2). Refused by an organization that is closed.
 */
export const changeSeats = (
  organizationId: string,
  { members = 0, pending = 0 }: { members?: number; pending?: number },
): Write => {
  const taken = members + pending;
  const isOpen: Expression = { text: 'attribute_exists(pk) AND attribute_not_exists(closedAt)' };
  return {
    update: organizationKey(organizationId),
    expression: {
      text: 'ADD #members :members, #pending :pending, seats :seats',
      names: { '#members': 'members', '#pending': 'pending' },
      values: { ':members': members, ':pending': pending, ':seats': taken },
    },
    condition:
      taken > 0
        ? allOf(isOpen, { text: 'seats < :largest', values: { ':largest': planFacts.largestGroup } })
        : isOpen,
  };
};

/** What somebody becomes with a membership. */
interface NewMembership {
  organizationId: string;
  role: Role;
  /** Whoever founds an organization holds its account, and has no role left to choose. */
  accountHolder: boolean;
  /** By which they join, if any. */
  invitationId?: string | undefined;
}

/**
 * Makes somebody who belongs to no organization a member of one, if they still have the e-mail address that was vouched for
 * when they asked. It takes no seat: {@link changeSeats} does, in the same transaction.
 */
export const startMembership = (
  { userId, email }: { userId: string; email: string },
  { organizationId, role, accountHolder, invitationId }: NewMembership,
  now: Date,
): Write => {
  const membership = setting({
    role,
    grantedRole: role,
    accountHolder,
    onboardingCompleted: accountHolder,
    joinedAt: now.toISOString(),
    ...recorded('member', organizationId, auditStamp(userId, now)),
    ...memberIndexKey(organizationId),
  });
  return {
    update: profileKey(userId),
    expression: {
      ...membership,
      text: `${membership.text} REMOVE endedGroup${invitationId ? ' ADD acceptedInvitations :invitation' : ''}`,
      values: {
        ...membership.values,
        ...(invitationId && { ':invitation': new Set([`${organizationId} ${invitationId}`]) }),
      },
    },
    condition: {
      text: 'attribute_exists(pk) AND attribute_not_exists(organizationId) AND email = :vouched',
      values: { ':vouched': email },
    },
  };
};

/** Why somebody could not become a member, by the profile row that refused {@link startMembership}. */
export const membershipRefusal = (
  profile: Row | undefined,
): 'no profile' | 'email changed' | 'already a member' => {
  if (!profile) return 'no profile';
  return profile.organizationId === undefined ? 'email changed' : 'already a member';
};

/** Holds for a member of this organization. */
export const isMemberOf = (organizationId: string): Expression => ({
  text: 'organizationId = :organization',
  values: { ':organization': organizationId },
});

/** Holds for everybody but an account holder. */
export const isNotAccountHolder: Expression = {
  text: 'attribute_not_exists(accountHolder) OR accountHolder = :notHolding',
  values: { ':notHolding': false },
};

/**
 * The organization that a person was in until they were removed or it was closed, as their row keeps it until they join another.
 * Who closed it stands there by id alone: what they are called is looked up, so that a deleted account leaves no name.
 */
export interface EndedGroup {
  id: string;
  name: string;
  closedBy?: string;
}

/**
 * Ends a membership: takes everything out of a profile row that makes its person a member, and keeps for the organization what
 * they were called. A refusal at index 0 is that of the profile row. It frees no seat: {@link changeSeats} does.
 * @param said who ends it, and when; `endedGroup`: which organization it was, unless they leave by themselves
 */
export const endMembership = (
  { userId, organizationId, name }: { userId: string; organizationId: string; name: string },
  condition: Expression,
  said: AuditStamp & { endedGroup?: EndedGroup },
): [Write, Write] => {
  const says = setting({ ...said });
  return [
    {
      update: profileKey(userId),
      expression: {
        text: `${says.text} REMOVE organizationId, #role, grantedRole, accountHolder, onboardingCompleted, joinedAt, gsi1pk ADD formerGroups :group`,
        names: { ...says.names, '#role': 'role' },
        values: { ...says.values, ':group': new Set([organizationId]) },
      },
      condition,
    },
    { put: { ...formerMemberKey(organizationId, userId), name } },
  ];
};
