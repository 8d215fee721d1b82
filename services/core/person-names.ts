import { profileKey } from './membership.ts';
import type { Table } from './table.ts';

/** For how long a name is believed, in milliseconds. */
const believedMs = 30_000;
const rememberedAtMost = 1000;

/** What people are called, by their ids; those who have left, too. */
export type PersonNames = (
  userIds: Iterable<string | null>,
) => Promise<(userId: string | null) => string | null>;

/** Looks names up in the people's own rows, and remembers them for half a minute. */
export const personNames = (table: Table, clock: () => Date): PersonNames => {
  const known = new Map<string, { name: string | null; until: number }>();
  return async (userIds) => {
    const now = clock().getTime();
    if (known.size > rememberedAtMost) known.clear();
    const names = new Map<string, string | null>();
    await Promise.all(
      [...new Set(userIds)].map(async (userId) => {
        if (userId === null) return;
        const remembered = known.get(userId);
        if (remembered && remembered.until > now) {
          names.set(userId, remembered.name);
          return;
        }
        const name = ((await table.get(profileKey(userId)))?.name as string | undefined) ?? null;
        known.set(userId, { name, until: now + believedMs });
        names.set(userId, name);
      }),
    );
    return (userId) => (userId === null ? null : (names.get(userId) ?? null));
  };
};
