import type { Access } from '../../shared/core/access.ts';
import { admissionChecks } from './admission-checks.ts';
import { type CommitGuard, GuardRefused } from './idempotency.ts';
import { type Actor, type Admission, admit, type Bearer, sameActor } from './membership.ts';
import type { Table } from './table.ts';

const rememberedAtMost = 1000;

interface MemberCall<T> {
  bearer: Bearer;
  access: Exclude<Access, string>;
  now: Date;
  /** Whether the work changes nothing, so that it may begin before the caller is admitted. */
  isRead: boolean;
  /** Whether all that it changes goes through one keyed commit, which can admit the caller itself. */
  admitsByCommit: boolean;
  /** @param guard what its commit has to ask as well, where it admits the caller */
  work: (actor: Actor, guard?: CommitGuard) => Promise<T>;
}

type Settled<T> = PromiseSettledResult<T>;

const settled = async <T>(work: Promise<T>): Promise<Settled<T>> => (await Promise.allSettled([work]))[0];

const outcomeOf = <T>(result: Settled<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

/**
 * Runs work as a member, in whose organization it happens. Membership is asked of the table for every call: a removed member is out at
 * once. Who the caller was last time in this environment saves waiting for that, and decides nothing:
 *
 * - A read begins while the membership is being read. What was found counts only if the caller turns out to be exactly that member.
 * - A write that is one transaction anyway has the membership among its conditions. Where that refuses, or another request of the same
 *   person is at the same row, nothing has happened yet, and the membership is read first after all.
 */
export const memberGuard = (table: Table) => {
  const lastTime = new Map<string, Admission>();

  return async <T>({ bearer, access, now, isRead, admitsByCommit, work }: MemberCall<T>): Promise<T> => {
    const likely = lastTime.get(bearer.userId);
    lastTime.delete(bearer.userId);
    const remember = (admission: Admission): void => {
      if (lastTime.size >= rememberedAtMost) lastTime.clear();
      lastTime.set(bearer.userId, admission);
    };

    const checks = likely && admitsByCommit ? admissionChecks(likely, bearer, access, now) : undefined;
    let begun: Promise<Settled<T>> | undefined;
    if (likely && checks) {
      let isAdmitted = false;
      const held = (): void => {
        isAdmitted = true;
      };
      const result = await settled(Promise.resolve().then(() => work(likely.actor, { checks, held })));
      if (isAdmitted) {
        remember(likely);
        return outcomeOf(result);
      }
      // It was refused for another reason, or came to no commit: that is told to whoever turns out to be that member.
      if (!(result.status === 'rejected' && result.reason instanceof GuardRefused))
        begun = Promise.resolve(result);
    } else if (likely && isRead) {
      begun = settled(Promise.resolve().then(() => work(likely.actor)));
    }

    const admission = await admit(table, bearer, access, now, likely?.actor);
    remember(admission);
    if (!begun || !likely || !sameActor(likely.actor, admission.actor)) return work(admission.actor);
    return outcomeOf(await begun);
  };
};
