import type { QueryKey } from '@tanstack/react-query';
import { writesUnderway } from './own-writes.ts';

/** Milliseconds: a burst of events makes one request of each query, and a write that is on its way comes first. */
const gatherFor = 80;
const waitAtMost = 2_000;

/** What an event makes stale. */
export interface Stale {
  key: QueryKey;
  /** False: what is on the screen is right already, and is read again when somebody comes back to it. */
  refetch: boolean;
}

/** Gathers what has become stale, and says it at once for all. */
export const gatherInvalidations = (invalidate: (stale: Stale) => void) => {
  const gathered = new Map<string, Stale>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  const flush = (): void => {
    timer = undefined;
    // What is read before a write is done would show the record as it was, for a moment.
    if (writesUnderway() && Date.now() - since < waitAtMost) {
      wait();
      return;
    }
    const all = [...gathered.values()];
    gathered.clear();
    for (const stale of all) invalidate(stale);
  };
  const wait = (): void => {
    timer = setTimeout(flush, gatherFor);
  };

  return {
    add: ({ key, refetch }: Stale): void => {
      const name = JSON.stringify(key);
      gathered.set(name, { key, refetch: refetch || gathered.get(name)?.refetch === true });
      if (timer !== undefined) return;
      since = Date.now();
      wait();
    },
    stop: (): void => clearTimeout(timer),
  };
};
