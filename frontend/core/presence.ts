import { useSyncExternalStore } from 'react';
import type { Presence } from '../../shared/live/frames.ts';

const nobody: ReadonlySet<string> = new Set();
let online = nobody;
let knownAt = 0;
const listeners = new Set<() => void>();

const show = (ids: ReadonlySet<string>): void => {
  online = ids;
  for (const listener of listeners) listener();
};

/** Takes over who is there, unless something newer is known. */
export const takePresence = ({ online: ids, at }: Presence): void => {
  if (at < knownAt) return;
  knownAt = at;
  show(new Set(ids));
};

/** Nobody is known to be there while nothing is live. */
export const forgetPresence = (): void => {
  knownAt = 0;
  show(nobody);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The ids of the members who are there at the moment. Nobody is known to be as long as nothing is live. */
export const useOnline = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => online);
