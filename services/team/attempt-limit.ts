import type { teamErrors } from '../../shared/team/contract.ts';
import { codeFailureMinutes } from '../../shared/team/rules.ts';
import { Failure } from '../core/failure.ts';
import { type Table, type Write, WriteRefused } from '../core/table.ts';
import { codeFailuresKey } from './team-keys.ts';

const windowMs = codeFailureMinutes * 60_000;

/** Somebody whose failures are counted, and how many they have in ten minutes. */
export interface Counted {
  who: string;
  most: number;
}

const counting = (key: ReturnType<typeof codeFailuresKey>, by: 1 | -1, most: number, now: Date): Write => ({
  update: key,
  expression: {
    text: 'SET failures = if_not_exists(failures, :zero) + :by, #ttl = :ttl',
    names: { '#ttl': 'ttl' },
    values: { ':zero': 0, ':by': by, ':ttl': Math.floor((now.getTime() + 2 * windowMs) / 1000) },
  },
  ...(by === 1 && {
    condition: { text: 'attribute_not_exists(failures) OR failures < :most', values: { ':most': most } },
  }),
});

/**
 * Runs an attempt that may fail. It is counted as a failure before it begins and taken back when it succeeds, so that many
 * attempts at once can't get past the limit.
 * @param succeeded whether what came out is no failure
 * @throws Failure `attempts.too_many`
 */
export const limited = async <T>(
  table: Table,
  counted: readonly Counted[],
  now: Date,
  attempt: () => Promise<T>,
  succeeded: (outcome: T) => boolean,
): Promise<T> => {
  const window = Math.floor(now.getTime() / windowMs);
  for (const { who, most } of counted) {
    try {
      await table.write(counting(codeFailuresKey(who, window), 1, most, now));
    } catch (error) {
      if (error instanceof WriteRefused) throw new Failure<keyof typeof teamErrors>('attempts.too_many');
      throw error;
    }
  }
  const outcome = await attempt();
  if (succeeded(outcome))
    for (const { who, most } of counted)
      await table.write(counting(codeFailuresKey(who, window), -1, most, now));
  return outcome;
};
