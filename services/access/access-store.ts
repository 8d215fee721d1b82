import type { Goals, ProfileChange, User } from '../../shared/access/contract.ts';
import type { PlanFacts } from '../../shared/access/rules.ts';
import { type Role, rolesUpTo } from '../../shared/core/access.ts';
import { defaultCurrency } from '../../shared/core/currencies.ts';
import { type AuditStamp, auditStamp, logEnd, recorded } from '../core/event-log.ts';
import { absent, allOf, type Expression, inVersion, setting } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import {
  type EndedGroup,
  joining,
  memberIndexKey,
  organizationKey,
  present,
  profileKey,
} from '../core/membership.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { emailTrialKey, personTrialKey, trialIndexKey } from './access-keys.ts';

export interface Profile extends User {
  organizationId?: string;
  role?: Role;
  grantedRole?: Role;
  accountHolder: boolean;
  onboardingCompleted: boolean;
  joinedAt: string | null;
  /** The group that they were in until they were removed or it was closed. */
  endedGroup: EndedGroup | null;
  /** When they last signed out everywhere. */
  signedOutAt: string | null;
  /** The groups that they have left, or were removed from. */
  formerGroups: readonly string[];
  /** The invitations by which they joined, each as `<group> <invitation>`: the group's log says whom they were sent to. */
  acceptedInvitations: readonly string[];
}

/** The one trial of a person or of an address. */
interface TrialRecord {
  organizationId: string;
  startedAt: string;
}

export interface OrganizationRecord extends PlanFacts {
  id: string;
  name: string;
  ownerId: string;
  timeZone: string;
  goals: Goals;
  createdAt: string;
  /** How many people belong to it. */
  members: number;
  version: number;
}

/** A group, and where its event log ended when it was read. */
export type GroupNow = OrganizationRecord & { seq: number };

/** Reads a group. What is read after it holds all that its log has told up to there. */
export const groupNow = async (table: Table, organizationId: string): Promise<GroupNow | undefined> => {
  const [row, seq] = await Promise.all([
    table.get(organizationKey(organizationId)),
    logEnd(table, organizationId),
  ]);
  const organization = organizationIn(row);
  return organization && { ...organization, seq };
};

/** Why a founding did not happen. */
export type FoundingRefusal = 'no profile' | 'address changed' | 'already a member' | 'trial used up';

/** A person as their row says; what they have not chosen yet has its default (S1 §9). */
export const profileIn = (row: Row | undefined): Profile | undefined =>
  row && {
    id: row.userId as string,
    email: row.email as string,
    name: row.name as string,
    currency: (row.currency as Profile['currency'] | undefined) ?? defaultCurrency,
    theme: (row.theme as Profile['theme'] | undefined) ?? 'light',
    accent: (row.accent as Profile['accent'] | undefined) ?? 'green',
    organizationId: row.organizationId as string | undefined,
    role: row.role as Role | undefined,
    grantedRole: (row.grantedRole ?? row.role) as Role | undefined,
    accountHolder: row.accountHolder === true,
    onboardingCompleted: row.onboardingCompleted === true,
    joinedAt: (row.joinedAt as string | undefined) ?? null,
    endedGroup: (row.endedGroup as EndedGroup | undefined) ?? null,
    signedOutAt:
      row.signedOutAt === undefined ? null : new Date((row.signedOutAt as number) * 1000).toISOString(),
    formerGroups: [...((row.formerGroups as ReadonlySet<string> | undefined) ?? [])],
    acceptedInvitations: [...((row.acceptedInvitations as ReadonlySet<string> | undefined) ?? [])],
  };

/** A group as its row says. */
export const organizationIn = (row: Row | undefined): OrganizationRecord | undefined =>
  row && {
    ...(row as unknown as OrganizationRecord),
    goals: (row.goals as Goals | undefined) ?? { revenue: null, projects: null },
  };

const trialIn = (row: Row | undefined): TrialRecord | null =>
  row ? { organizationId: row.organizationId as string, startedAt: row.startedAt as string } : null;

const isMemberOf = (organizationId: string): Expression => ({
  text: 'organizationId = :organization',
  values: { ':organization': organizationId },
});

/** People, their membership, and their groups: the only code that knows how they lie in the table. */
export const accessStore = (table: Table) => ({
  /** "Who is this person?" */
  async profile(userId: string): Promise<Profile | undefined> {
    return profileIn(await table.get(profileKey(userId)));
  },

  /** "What is this group?" */
  organization: (organizationId: string): Promise<GroupNow | undefined> => groupNow(table, organizationId),

  /** "Has this person had a trial? Has this address?" */
  async trials({ id, email }: Profile): Promise<{ person: TrialRecord | null; address: TrialRecord | null }> {
    const [person = null, address = null] = await Promise.all(
      [personTrialKey(id), emailTrialKey(email)].map(async (key) => trialIn(await table.get(key))),
    );
    return { person, address };
  },

  /** Keeps name and address as the identity provider tells them; what the person may do stays untouched. Null for a deleted account. */
  async saveIdentity(
    identity: { userId: string; email: string; name: string },
    now: Date,
  ): Promise<Profile | null> {
    const seen = setting({ entity: 'member', ...auditStamp(identity.userId, now) });
    try {
      const row = await table.write({
        update: profileKey(identity.userId),
        expression: {
          text: `${seen.text}, userId = :userId, email = :email, #name = if_not_exists(#name, :name)`,
          names: { ...seen.names, '#name': 'name' },
          values: {
            ...seen.values,
            ':userId': identity.userId,
            ':email': identity.email,
            ':name': identity.name,
          },
        },
        // They may have deleted their account while the identity provider was asked.
        condition: { text: 'attribute_not_exists(deletedAt)' },
      });
      return profileIn(row) as Profile;
    } catch (error) {
      if (error instanceof WriteRefused) return null;
      throw error;
    }
  },

  /** Changes what a person likes; the last change of a field wins. Null when there is no such person. */
  async changeProfile(userId: string, change: ProfileChange, now: Date): Promise<Profile | null> {
    try {
      const row = await table.write({
        update: profileKey(userId),
        expression: setting({ ...change, ...auditStamp(userId, now) }),
        condition: present,
      });
      return profileIn(row) as Profile;
    } catch (error) {
      if (error instanceof WriteRefused) return null;
      throw error;
    }
  },

  /** From now on, tokens of earlier sign-ins are refused. */
  async signOutEverywhere(userId: string, { commit, now }: CommitContext): Promise<void> {
    await commit(
      [
        {
          update: profileKey(userId),
          expression: setting({ signedOutAt: Math.ceil(now.getTime() / 1000), ...auditStamp(userId, now) }),
        },
      ],
      null,
    );
  },

  /** Sets the role that a person has chosen, if they have not chosen before and were granted it. Null when not. */
  async completeOnboarding<T>(
    userId: string,
    organizationId: string,
    role: Role,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | null> {
    const grants = (['owner', 'admin', 'member'] as const).filter((granted) =>
      rolesUpTo(granted).includes(role),
    );
    const change: Write = {
      update: profileKey(userId),
      expression: setting({ role, onboardingCompleted: true, ...auditStamp(userId, now) }),
      condition: {
        text: `organizationId = :organization AND #completed <> :yes AND grantedRole IN (${grants.map((_, n) => `:grant${n}`).join(', ')})`,
        names: { '#completed': 'onboardingCompleted' },
        values: {
          ':organization': organizationId,
          ':yes': true,
          ...Object.fromEntries(grants.map((granted, n) => [`:grant${n}`, granted])),
        },
      },
    };
    const outcome = await commit([change], answer);
    return outcome instanceof WriteRefused ? null : outcome;
  },

  /** Changes a group, if it is still in that version; what it met instead otherwise. */
  async changeOrganization(
    organizationId: string,
    version: number,
    change: { name?: string; timeZone?: string; goals?: Goals },
    stamp: AuditStamp,
  ): Promise<{ changed: OrganizationRecord } | { current: OrganizationRecord | undefined }> {
    try {
      const row = await table.write({
        update: organizationKey(organizationId),
        expression: setting({ ...change, ...stamp, version: version + 1 }),
        condition: inVersion(version),
      });
      return { changed: organizationIn(row) as OrganizationRecord };
    } catch (error) {
      if (error instanceof WriteRefused) return { current: organizationIn(error.rowAt(0)) };
      throw error;
    }
  },

  /**
   * Makes another member the account holder, and gives the previous one the role that they chose, in one transaction on the
   * group as it was read. What stopped it: one of the two is not what they should be, or the group has changed since.
   */
  async transferOwnership<T>(
    { id: organizationId, version }: Pick<OrganizationRecord, 'id' | 'version'>,
    { from, to, ownRole }: { from: string; to: string; ownRole: Role },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | 'not a member' | 'changed'> {
    const stamp = auditStamp(from, now);
    const writes: [Write, ...Write[]] = [
      {
        update: profileKey(from),
        expression: setting({ accountHolder: false, role: ownRole, grantedRole: ownRole, ...stamp }),
        condition: {
          text: 'organizationId = :organization AND accountHolder = :held',
          values: { ':organization': organizationId, ':held': true },
        },
      },
      {
        update: profileKey(to),
        // Who pays manages the group, so they get its highest role too.
        expression: setting({
          accountHolder: true,
          role: 'owner',
          grantedRole: 'owner',
          onboardingCompleted: true,
          ...stamp,
        }),
        condition: isMemberOf(organizationId),
      },
      {
        update: organizationKey(organizationId),
        expression: {
          text: 'SET ownerId = :to, #version = #version + :one',
          names: { '#version': 'version' },
          values: { ':to': to, ':one': 1 },
        },
        condition: allOf(inVersion(version), { text: 'ownerId = :from', values: { ':from': from } }),
      },
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    return outcome.at(0) || outcome.at(1) ? 'not a member' : 'changed';
  },

  /**
   * Makes the group and its account holder in one transaction, and uses up the one trial of the person and of the
   * address when the group starts with one. Returns why not, when it was refused.
   */
  async found<T>(
    organization: OrganizationRecord,
    founder: { userId: string; email: string },
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T> | FoundingRefusal> {
    const trial = { organizationId: organization.id, startedAt: organization.createdAt };
    const membership = setting({
      organizationId: organization.id,
      role: 'owner' satisfies Role,
      grantedRole: 'owner' satisfies Role,
      accountHolder: true,
      onboardingCompleted: true,
      joinedAt: organization.createdAt,
      ...auditStamp(founder.userId, now),
      ...memberIndexKey(organization.id),
    });
    const writes: [Write, ...Write[]] = [
      {
        update: profileKey(founder.userId),
        expression: { ...membership, text: `${membership.text} REMOVE endedGroup` },
        condition: joining(founder.email),
      },
      // Seats: members (the account holder included) and pending invitations together are at most 25 (PRODUCT §2).
      {
        put: {
          ...organizationKey(organization.id),
          ...organization,
          ...recorded('group', organization.id, auditStamp(founder.userId, now)),
          ...(organization.trialEndsAt && trialIndexKey(organization.trialEndsAt)),
          pending: 0,
          seats: 1,
        },
        condition: absent,
      },
      ...(organization.trialEndsAt
        ? [
            { put: { ...personTrialKey(founder.userId), ...trial }, condition: absent },
            { put: { ...emailTrialKey(founder.email), ...trial }, condition: absent },
          ]
        : []),
    ];
    const outcome = await commit(writes, answer);
    if (!(outcome instanceof WriteRefused)) return outcome;
    const profile = outcome.rowAt(0);
    if (outcome.at(0) && !profile) return 'no profile';
    if (profile) return profile.organizationId === undefined ? 'address changed' : 'already a member';
    if (outcome.at(2) || outcome.at(3)) return 'trial used up';
    throw outcome;
  },
});

export type AccessStore = ReturnType<typeof accessStore>;
