import { formerMember } from '../../shared/access/rules.ts';
import { formerMemberKey, profileKey } from './membership.ts';
import type { Table } from './table.ts';

/** For how long a name is believed, in milliseconds. */
const believedMs = 30_000;
const rememberedAtMost = 1000;

/**
 * What a group calls people, by their ids: members by their name of now, those who have left by the one they had then, and those
 * who have deleted their account "Former member".
 */
export type PersonNames = (
  organizationId: string,
  userIds: Iterable<string>,
) => Promise<(userId: string) => string>;

/** Looks names up in the people's own rows, and remembers them for half a minute. */
export const personNames = (table: Table, clock: () => Date): PersonNames => {
  const known = new Map<string, { name: string | undefined; until: number }>();

  const nameIn = async (organizationId: string, userId: string): Promise<string | undefined> => {
    const profile = await table.get(profileKey(userId));
    const row =
      profile?.organizationId === organizationId
        ? profile
        : await table.get(formerMemberKey(organizationId, userId));
    return (row?.name as string | undefined) || undefined;
  };

  return async (organizationId, userIds) => {
    const now = clock().getTime();
    if (known.size > rememberedAtMost) known.clear();
    const names = new Map<string, string | undefined>();
    await Promise.all(
      [...new Set(userIds)].map(async (userId) => {
        const key = `${organizationId} ${userId}`;
        const remembered = known.get(key);
        if (remembered && remembered.until > now) {
          names.set(userId, remembered.name);
          return;
        }
        const name = await nameIn(organizationId, userId);
        known.set(key, { name, until: now + believedMs });
        names.set(userId, name);
      }),
    );
    return (userId) => names.get(userId) ?? formerMember();
  };
};
