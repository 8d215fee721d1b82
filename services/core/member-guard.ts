import type { Access } from '../../shared/core/access.ts';
import { type Actor, admit, type Bearer, sameActor } from './membership.ts';
import type { Table } from './table.ts';

const rememberedAtMost = 1000;

interface MemberCall<T> {
  bearer: Bearer;
  access: Exclude<Access, string>;
  now: Date;
  /** Whether the work changes nothing, so that it may begin before the caller is admitted. */
  isRead: boolean;
  work: (actor: Actor) => Promise<T>;
}

/**
 * Runs work as a member, in whose group it happens. Membership is read from the table for every call: a removed member is out at once.
 *
 * A read begins while the membership is being read, as whoever the caller was last time in this environment. That memory
 * decides nothing: what was found counts only if the caller turns out to be exactly that member, and is thrown away otherwise.
 */
export const memberGuard = (table: Table) => {
  const lastTime = new Map<string, Actor>();

  return async <T>({ bearer, access, now, isRead, work }: MemberCall<T>): Promise<T> => {
    const likely = lastTime.get(bearer.userId);
    const begun = likely && isRead ? Promise.allSettled([Promise.resolve(likely).then(work)]) : undefined;
    lastTime.delete(bearer.userId);
    const actor = await admit(table, bearer, access, now, likely);
    if (lastTime.size >= rememberedAtMost) lastTime.clear();
    lastTime.set(bearer.userId, actor);

    if (!begun || !likely || !sameActor(likely, actor)) return work(actor);
    const [outcome] = await begun;
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
};
