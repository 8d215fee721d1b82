import type { ProfileChange, User } from '../../shared/access/contract.ts';
import { type Role, rolesUpTo } from '../../shared/core/access.ts';
import { defaultCurrency } from '../../shared/core/currencies.ts';
import type { Language } from '../../shared/core/languages.ts';
import { auditStamp } from '../core/event-log.ts';
import { allOf, setting } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { present, profileKey } from '../core/membership.ts';
import { type EndedGroup, isMemberOf } from '../core/membership-writes.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { writeRow } from '../core/write-row.ts';

/** A person, and the organization that they belong to, if any. */
export interface Profile extends User {
  organizationId?: string;
  role?: Role;
  grantedRole?: Role;
  accountHolder: boolean;
  onboardingCompleted: boolean;
  joinedAt: string | null;
  /** The organization that they were in until they were removed or it was closed. */
  endedGroup: EndedGroup | null;
  /** When they last signed out everywhere. */
  signedOutAt: string | null;
  /** The organizations that they have left, or were removed from. */
  formerGroups: readonly string[];
  /** The invitations by which they joined, each as `<organization> <invitation>`: the organization's log says whom they were sent to. */
  acceptedInvitations: readonly string[];
}

/** A person as their row says; what they have not chosen yet has its default (S1 §9). */
export const toProfile = (row: Row | undefined): Profile | undefined =>
  row && {
    id: row.userId as string,
    email: row.email as string,
    name: row.name as string,
    currency: (row.currency as Profile['currency'] | undefined) ?? defaultCurrency,
    theme: (row.theme as Profile['theme'] | undefined) ?? 'light',
    accent: (row.accent as Profile['accent'] | undefined) ?? 'green',
    language: (row.language as Profile['language'] | undefined) ?? null,
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

/** "Who is this person?" */
export const readProfile = async (table: Table, userId: string): Promise<Profile | undefined> =>
  toProfile(await table.get(profileKey(userId)));

/** People, and what they chose for themselves: the only code that knows how they lie in the table. */
export const profileStore = (table: Table) => ({
  /** Keeps name and e-mail address as the identity provider tells them, and the language of the first visit; what the person may do stays. Undefined for a deleted account. */
  async saveIdentity(
    identity: { userId: string; email: string; name: string; language: Language },
    now: Date,
  ): Promise<Profile | undefined> {
    const seen = setting({ entity: 'member', ...auditStamp(identity.userId, now) });
    const { row } = await writeRow(table, {
      update: profileKey(identity.userId),
      expression: {
        text: `${seen.text}, userId = :userId, email = :email, #name = if_not_exists(#name, :name), #language = if_not_exists(#language, :language)`,
        names: { ...seen.names, '#name': 'name', '#language': 'language' },
        values: {
          ...seen.values,
          ':userId': identity.userId,
          ':email': identity.email,
          ':name': identity.name,
          ':language': identity.language,
        },
      },
      // They may have deleted their account while the identity provider was asked.
      condition: { text: 'attribute_not_exists(deletedAt)' },
    });
    return toProfile(row);
  },

  /** Changes what a person likes; the last change of a field wins. Undefined when there is no such person. */
  async changeProfile(userId: string, change: ProfileChange, now: Date): Promise<Profile | undefined> {
    const { row } = await writeRow(table, {
      update: profileKey(userId),
      expression: setting({ ...change, ...auditStamp(userId, now) }),
      condition: present,
    });
    return toProfile(row);
  },

  /** From now on, tokens of earlier sign-ins are refused. */
  async signOutEverywhere(userId: string, { commit, now }: CommitContext): Promise<void> {
    const write: Write = {
      update: profileKey(userId),
      expression: setting({ signedOutAt: Math.ceil(now.getTime() / 1000), ...auditStamp(userId, now) }),
    };
    await commit([write], null);
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
      condition: allOf(isMemberOf(organizationId), {
        text: `onboardingCompleted <> :yes AND grantedRole IN (${grants.map((_, n) => `:grant${n}`).join(', ')})`,
        values: {
          ':yes': true,
          ...Object.fromEntries(grants.map((granted, n) => [`:grant${n}`, granted])),
        },
      }),
    };
    const outcome = await commit([change], answer);
    return outcome instanceof WriteRefused ? null : outcome;
  },
});

export type ProfileStore = ReturnType<typeof profileStore>;
