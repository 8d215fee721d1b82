import { expect, it, vi } from 'vitest';
import { Failure } from '../../../services/core/failure.ts';
import { retryWhenChanged } from '../../../services/core/retry-when-changed.ts';

it('what others change in between is tried again, and its answer is the first that stood', async () => {
  const attempt = vi.fn<() => Promise<string>>();
  attempt.mockResolvedValueOnce('changed').mockResolvedValueOnce('changed').mockResolvedValueOnce('written');
  expect(await retryWhenChanged(attempt)).toBe('written');
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('whoever is too late every time is asked to come back, after as many attempts as were said', async () => {
  const attempt = vi.fn(async () => 'changed' as const);
  await expect(retryWhenChanged(attempt, { attempts: 3 })).rejects.toEqual(new Failure('unavailable'));
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('a failure is not repeated', async () => {
  const attempt = vi.fn(async () => {
    throw new Failure('not_found');
  });
  await expect(retryWhenChanged(attempt)).rejects.toEqual(new Failure('not_found'));
  expect(attempt).toHaveBeenCalledTimes(1);
});
