import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backOff, isConflict, mostAttempts, retryOnConflict } from '../../services/core/retry-on-conflict.ts';

const cancelled = (...codes: (string | undefined)[]) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const single = Object.assign(new Error('busy'), { name: 'TransactionConflictException' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a conflict', () => {
  it('is what DynamoDB calls one, of a transaction or of a single write', () => {
    expect(
      [cancelled('TransactionConflict'), cancelled('None', 'TransactionConflict'), single].map(isConflict),
    ).toEqual([true, true, true]);
  });

  it('is nothing else', () => {
    const others = [
      cancelled('ConditionalCheckFailed'),
      cancelled(undefined),
      cancelled(),
      new TransactionCanceledException({ message: 'cancelled', $metadata: {} }),
      new Error('TransactionConflictException'),
      { name: 'TransactionConflictException' },
      undefined,
    ];
    expect(others.map(isConflict)).toEqual(others.map(() => false));
  });
});

describe('a write that meets a conflict', () => {
  const failing = (times: number, error: unknown) => {
    let tried = 0;
    const work = async () => {
      tried += 1;
      if (tried <= times) throw error;
      return 'written';
    };
    return { work, tried: () => tried };
  };
  const outcome = async (work: () => Promise<unknown>) => {
    const done = Promise.allSettled([retryOnConflict(work)]);
    await vi.runAllTimersAsync();
    const [result] = await done;
    return result.status === 'fulfilled' ? result.value : result.reason;
  };

  it('is tried four times in all, and then told', async () => {
    expect(mostAttempts).toBe(4);
    for (const [times, tried] of [
      [0, 1],
      [1, 2],
      [3, 4],
    ] as const) {
      const one = failing(times, single);
      expect([await outcome(one.work), one.tried()]).toEqual(['written', tried]);
    }
    const error = cancelled('TransactionConflict');
    const always = failing(9, error);
    expect([await outcome(always.work), always.tried()]).toEqual([error, 4]);
  });

  it('is not tried again for anything else', async () => {
    const error = new Error('no');
    const one = failing(1, error);
    expect([await outcome(one.work), one.tried()]).toEqual([error, 1]);
  });

  it('waits longer each time, by chance', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await outcome(failing(3, single).work);
    expect(waits.mock.calls.map(([, delay]) => delay)).toEqual([25, 50, 100]);
    const one = backOff(1);
    await vi.runAllTimersAsync();
    await one;
  });
});
