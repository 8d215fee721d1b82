import { Failure } from './failure.ts';
import { backOff } from './retry-on-conflict.ts';

/** Pauses grow no further than after this attempt: to a tenth of a second. */
const longestAfter = 2;

/**
 * Repeats what reads rows and then writes them on condition that they are still as they were read. (`retryOnConflict` is for
 * two transactions at the same moment: nothing was read there, so the write alone is repeated.)
 * @param attempt answers `changed` when somebody else has written in between; it reads afresh each time
 * @throws Failure `unavailable` when somebody was faster every time
 */
export const retryWhenChanged = async <T>(
  attempt: () => Promise<T>,
  { attempts = 5 }: { attempts?: number } = {},
): Promise<Exclude<T, 'changed'>> => {
  for (let made = 1; ; made += 1) {
    const outcome = await attempt();
    if (outcome !== 'changed') return outcome as Exclude<T, 'changed'>;
    if (made === attempts) throw new Failure('unavailable');
    await backOff(Math.min(made, longestAfter));
  }
};
