import type { Failure } from '../core/failure.ts';
import { type Table, WriteRefused } from '../core/table.ts';
import { attemptsKey } from './team-keys.ts';

/** Somebody, or something, whose attempts are counted. */
export interface Counted {
  /** Such as `ADDRESS#192.0.2.1`. */
  who: string;
  /** So many in one stretch of time. */
  most: number;
}

export interface Limit {
  /** Stretches begin at whole multiples of this. */
  windowMs: number;
  /** What is thrown beyond it. */
  failure: (details: { retryAfterSeconds: number }) => Failure<string>;
}

const windowOf = (windowMs: number, now: Date): number => Math.floor(now.getTime() / windowMs);

const counting = ({ who }: Counted, by: 1 | -1, windowMs: number, now: Date) => ({
  update: attemptsKey(who, windowOf(windowMs, now)),
  expression: {
    text: 'SET attempts = if_not_exists(attempts, :zero) + :by, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':zero': 0, ':by': by, ':ttl': Math.floor((now.getTime() + 2 * windowMs) / 1000) },
  },
});

/** Counts one attempt, unless they have had as many as they may. Returns whether it was counted. */
export const mayAttempt = async (
  table: Table,
  one: Counted,
  windowMs: number,
  now: Date,
): Promise<boolean> => {
  try {
    await table.write({
      ...counting(one, 1, windowMs, now),
      condition: {
        text: 'attribute_not_exists(attempts) OR attempts < :most',
        values: { ':most': one.most },
      },
    });
    return true;
  } catch (error) {
    if (error instanceof WriteRefused) return false;
    throw error;
  }
};

const takeBack = async (
  table: Table,
  counted: readonly Counted[],
  { windowMs }: Limit,
  now: Date,
): Promise<void> => {
  for (const one of counted) await table.write(counting(one, -1, windowMs, now));
};

/**
 * Counts one attempt of each. Throws the limit's failure when one of them has had as many as it may; then none of them has
 * been counted.
 */
export const countAttempt = async (
  table: Table,
  counted: readonly Counted[],
  limit: Limit,
  now: Date,
): Promise<void> => {
  const { windowMs } = limit;
  for (const [at, one] of counted.entries()) {
    if (await mayAttempt(table, one, windowMs, now)) continue;
    await takeBack(table, counted.slice(0, at), limit, now);
    const left = (windowOf(windowMs, now) + 1) * windowMs - now.getTime();
    throw limit.failure({ retryAfterSeconds: Math.ceil(left / 1000) });
  }
};

interface Attempters {
  /** Who is refused beyond their limit. */
  refused: readonly Counted[];
  /** Who is made to wait: many people who have nothing to do with each other may come from there. */
  slowed: Counted;
}

/** How long somebody waits who comes from where many failures came from. Long for a machine that guesses, bearable for a person. */
const slowMs = 2000;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, slowMs));

/**
 * Runs an attempt of which only failures count. Of those who may be refused it is counted before it begins and taken back unless it
 * has failed, so that many attempts at once can't get past the limit.
 * @param failed whether what came out is a failure that counts; what is thrown is none
 */
export const limitFailures = async <T>(
  table: Table,
  { refused, slowed }: Attempters,
  limit: Limit,
  now: Date,
  attempt: () => Promise<T>,
  failed: (outcome: T) => boolean,
  wait: () => Promise<void> = pause,
): Promise<T> => {
  await countAttempt(table, refused, limit, now);
  let counts = false;
  try {
    const row = await table.get(attemptsKey(slowed.who, windowOf(limit.windowMs, now)));
    if (((row?.attempts as number | undefined) ?? 0) >= slowed.most) await wait();
    const outcome = await attempt();
    counts = failed(outcome);
    if (counts) await table.write(counting(slowed, 1, limit.windowMs, now));
    return outcome;
  } finally {
    if (!counts) await takeBack(table, refused, limit, now);
  }
};
