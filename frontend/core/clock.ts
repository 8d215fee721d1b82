import { useCallback, useState, useSyncExternalStore } from 'react';
import { dateIn } from '../../shared/core/calendar.ts';

const minute = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Told at each full minute, where every day begins; and at once when the page is looked at again, which may have slept. */
const tick = (): void => {
  clearTimeout(timer);
  now = Date.now();
  timer = setTimeout(tick, minute - (now % minute));
  for (const listener of listeners) listener();
};
const onReturn = (): void => {
  if (document.visibilityState === 'visible') tick();
};

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    window.addEventListener('pageshow', onReturn);
    tick();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('focus', onReturn);
    window.removeEventListener('pageshow', onReturn);
  };
};

/** The time in milliseconds, told anew each minute (S1 §9). */
export const useMinute = (): number => {
  const [came] = useState(Date.now);
  return Math.max(
    came,
    useSyncExternalStore(subscribe, () => now),
  );
};

/** The calendar date that it is in a time zone; a page that stays open over midnight gets the next one. */
export const useToday = (timeZone: string): string =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => dateIn(timeZone, new Date()), [timeZone]),
  );
