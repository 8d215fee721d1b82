import type { Role } from '../../shared/core/access.ts';
import { type Submission, writeOnce } from '../core/idempotency.ts';
import { organizationKey, profileKey } from '../core/membership.ts';
import { absent, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { emailTrialKey, memberIndexKey, personTrialKey } from './access-keys.ts';

export interface Profile {
  userId: string;
  email: string;
  name: string;
  organizationId?: string;
  role?: Role;
  accountHolder?: boolean;
  onboardingCompleted?: boolean;
}

export interface OrganizationRecord {
  id: string;
  name: string;
  ownerId: string;
  timeZone: string;
  trialEndsAt: string | null;
  createdAt: string;
}

/** Why a founding did not happen. */
export type FoundingRefusal = 'no profile' | 'already a member' | 'trial used up';

const profileIn = (row: Row | undefined): Profile | undefined => row && (row as unknown as Profile);

/** People, their membership, and their groups: the only code that knows how they lie in the table. */
export const accessStore = (table: Table) => ({
  /** "Who is this person?" */
  async profile(userId: string): Promise<Profile | undefined> {
    return profileIn(await table.get(profileKey(userId)));
  },

  /** "What is this group?" */
  async organization(organizationId: string): Promise<OrganizationRecord | undefined> {
    return (await table.get(organizationKey(organizationId))) as OrganizationRecord | undefined;
  },

  /** Keeps name and address as the identity provider tells them; what the person may do stays untouched. */
  async saveIdentity(identity: Pick<Profile, 'userId' | 'email' | 'name'>): Promise<Profile> {
    const row = await table.write({
      update: profileKey(identity.userId),
      expression: {
        text: 'SET userId = :userId, email = :email, #name = if_not_exists(#name, :name)',
        names: { '#name': 'name' },
        values: { ':userId': identity.userId, ':email': identity.email, ':name': identity.name },
      },
    });
    return row as unknown as Profile;
  },

  /**
   * Makes the group and its account holder in one transaction, and uses up the one trial of the person and of the
   * address when the group starts with one. Returns why not, when it was refused.
   */
  async found(
    organization: OrganizationRecord,
    profile: Profile,
    once: { submission: Submission | undefined; now: Date; answer: unknown },
  ): Promise<FoundingRefusal | undefined> {
    const trial = { organizationId: organization.id, startedAt: organization.createdAt };
    const writes: [Write, ...Write[]] = [
      {
        update: profileKey(profile.userId),
        expression: {
          text: 'SET organizationId = :organization, #role = :owner, accountHolder = :yes, onboardingCompleted = :yes, gsi1pk = :gsi1pk, gsi1sk = :gsi1sk',
          names: { '#role': 'role' },
          values: {
            ':organization': organization.id,
            ':owner': 'owner' satisfies Role,
            ':yes': true,
            ':gsi1pk': memberIndexKey(organization.id, profile.userId).gsi1pk,
            ':gsi1sk': memberIndexKey(organization.id, profile.userId).gsi1sk,
          },
        },
        condition: { text: 'attribute_exists(pk) AND attribute_not_exists(organizationId)' },
      },
      // Seats: members (the account holder included) and pending invitations together are at most 25 (PRODUCT §2).
      {
        put: { ...organizationKey(organization.id), ...organization, members: 1, pending: 0, version: 1 },
        condition: absent,
      },
      ...(organization.trialEndsAt
        ? [
            { put: { ...personTrialKey(profile.userId), ...trial }, condition: absent },
            { put: { ...emailTrialKey(profile.email), ...trial }, condition: absent },
          ]
        : []),
    ];
    try {
      await writeOnce(table, once.submission, once.now, writes, once.answer);
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      if (error.at(0)) return error.rowAt(0) ? 'already a member' : 'no profile';
      if (error.at(2) || error.at(3)) return 'trial used up';
      throw error;
    }
  },
});

export type AccessStore = ReturnType<typeof accessStore>;
