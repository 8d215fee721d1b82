import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** How often a write is tried that meets another transaction at its row. */
export const mostAttempts = 4;

/** Whether a write was refused because another transaction was at one of its rows at that moment. */
export const isConflict = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')
    : error instanceof Error && error.name === 'TransactionConflictException';

/** Waits before the next attempt, longer each time and never equally long, so that two who met do not meet again. */
export const backOff = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * 2 ** attempt));

/**
 * Tries again, a few times, when another transaction was at the same row at that moment: DynamoDB refuses one of the two
 * and the SDK does not retry it. Who still meets a conflict after that is asked to come back (503).
 */
export const retryOnConflict = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === mostAttempts) throw error;
      await backOff(attempt);
    }
  }
};
