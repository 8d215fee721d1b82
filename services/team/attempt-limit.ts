import type { Failure } from '../core/failure.ts';
import { type Table, type Write, WriteRefused } from '../core/table.ts';
import { attemptsKey } from './team-keys.ts';

/** Somebody, or something, whose attempts are counted. */
export interface Counted {
  /** Such as `ADDRESS#192.0.2.1`. */
  who: string;
  /** So many in one stretch of time. */
  most: number;
}

interface Limit {
  /** Stretches begin at whole multiples of this. */
  windowMs: number;
  /** What is thrown beyond it. */
  failure: Failure<string>;
}

const counting = ({ who, most }: Counted, by: 1 | -1, { windowMs }: Limit, now: Date): Write => ({
  update: attemptsKey(who, Math.floor(now.getTime() / windowMs)),
  expression: {
    text: 'SET attempts = if_not_exists(attempts, :zero) + :by, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':zero': 0, ':by': by, ':ttl': Math.floor((now.getTime() + 2 * windowMs) / 1000) },
  },
  ...(by === 1 && {
    condition: { text: 'attribute_not_exists(attempts) OR attempts < :most', values: { ':most': most } },
  }),
});

/** Counts one attempt of each. Throws the limit's failure when one of them has had as many as it may. */
export const countAttempt = async (
  table: Table,
  counted: readonly Counted[],
  limit: Limit,
  now: Date,
): Promise<void> => {
  for (const one of counted) {
    try {
      await table.write(counting(one, 1, limit, now));
    } catch (error) {
      if (error instanceof WriteRefused) throw limit.failure;
      throw error;
    }
  }
};

/**
 * Runs an attempt of which only failures count. It is counted before it begins and taken back unless it has failed, so
 * that many attempts at once can't get past the limit.
 * @param failed whether what came out is a failure that counts; what is thrown is none
 */
export const limitFailures = async <T>(
  table: Table,
  counted: readonly Counted[],
  limit: Limit,
  now: Date,
  attempt: () => Promise<T>,
  failed: (outcome: T) => boolean,
): Promise<T> => {
  await countAttempt(table, counted, limit, now);
  let counts = false;
  try {
    const outcome = await attempt();
    counts = failed(outcome);
    return outcome;
  } finally {
    if (!counts) for (const one of counted) await table.write(counting(one, -1, limit, now));
  }
};
