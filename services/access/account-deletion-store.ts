import { auditStamp } from '../core/event-log.ts';
import { allOf } from '../core/expressions.ts';
import { formerMemberKey, profileKey } from '../core/membership.ts';
import { changeSeats, isMemberOf, isNotAccountHolder } from '../core/membership-writes.ts';
import { allRows, type Row, refusalOf, type Table, type Write } from '../core/table.ts';
import { deletionIndexKey, deletionsPartition, emailTrialKey, personTrialKey } from './access-keys.ts';
import type { Profile } from './profile-store.ts';

/** A deletion that has begun: the account is gone for its person, and this is what is left to be cleared away. */
export interface PendingDeletion {
  userId: string;
  deletedAt: string;
  email: string;
  /** In which the last mail speaks to them. */
  language: Profile['language'];
  /** What the sign-in service calls them. */
  username: string;
  /** The organizations they were in, the last one included. */
  groups: readonly string[];
  /** The invitations by which they joined, each as `<organization> <invitation>`. */
  invitations: readonly string[];
}

/** Longer than any token lives that was issued before, in seconds: refresh tokens end after 30 days. */
const tombstoneKept = 40 * 86_400;

const toPendingDeletion = ({ userId, deletedAt, pending }: Row): PendingDeletion | undefined =>
  pending === undefined
    ? undefined
    : ({ userId, deletedAt, ...(pending as object) } as unknown as PendingDeletion);

/** What becomes of the rows of a deleted account. */
export const accountDeletionStore = (table: Table) => ({
  /**
   * Puts a tombstone in the place of the profile and frees the seat, in one transaction: from then on the account is gone,
   * whatever happens to the rest. Undefined when the person is not any more who they were read as.
   */
  async begin(
    { id: userId, email, language, organizationId, formerGroups, acceptedInvitations: invitations }: Profile,
    username: string,
    now: Date,
  ): Promise<PendingDeletion | undefined> {
    const deletedAt = now.toISOString();
    const groups = [...new Set([...formerGroups, ...(organizationId ? [organizationId] : [])])];
    const tombstone: Write = {
      put: {
        ...profileKey(userId),
        // A record of kind member, so that the organization hears that they have left, and the search forgets them.
        entity: 'member',
        ...auditStamp(userId, now),
        userId,
        deletedAt,
        pending: { email, language, username, groups, invitations },
        ...deletionIndexKey,
        ttl: Math.floor(now.getTime() / 1000) + tombstoneKept,
      },
      condition: allOf(
        { text: 'email = :email', values: { ':email': email } },
        isNotAccountHolder,
        organizationId ? isMemberOf(organizationId) : { text: 'attribute_not_exists(organizationId)' },
      ),
    };
    const seat = organizationId ? [changeSeats(organizationId, { members: -1 })] : [];
    if (await refusalOf(table.write(tombstone, ...seat))) return undefined;
    return { userId, deletedAt, email, language, username, groups, invitations };
  },

  /** Forgets by what name they left their organizations, and what they submitted in the last 24 hours. */
  async clear({ userId, groups }: PendingDeletion): Promise<void> {
    for (const organizationId of groups)
      await table.write({ remove: formerMemberKey(organizationId, userId) });
    const profile = profileKey(userId);
    for await (const { pk, sk } of allRows(table, { pk: profile.pk }))
      if (sk !== profile.sk) await table.write({ remove: { pk, sk } });
  },

  /** Leaves of their trial that there was one: no organization and no moment, under a digest of the address. */
  async clearTrial({ userId, email }: PendingDeletion): Promise<void> {
    await table.write({ remove: personTrialKey(userId) });
    const row = await table.get(emailTrialKey(email));
    if (row) await table.write({ put: { ...emailTrialKey(email) } });
  },

  /** Nothing is left to be done: the tombstone forgets who it was. */
  async finish({ userId }: PendingDeletion): Promise<void> {
    await table.write({
      update: profileKey(userId),
      expression: { text: 'REMOVE pending, gsi2pk' },
      condition: { text: 'attribute_exists(deletedAt)' },
    });
  },

  /** Deletions that are not finished, some of them first. The index tells where to look; what is to be done says the row. */
  async pending(limit: number): Promise<PendingDeletion[]> {
    const { rows } = await table.query({ index: 'gsi2', pk: deletionsPartition, limit });
    const tombstones = await Promise.all(rows.map(({ userId }) => table.get(profileKey(userId as string))));
    return tombstones.flatMap((row) => (row && toPendingDeletion(row)) ?? []);
  },
});

export type AccountDeletionStore = ReturnType<typeof accountDeletionStore>;
