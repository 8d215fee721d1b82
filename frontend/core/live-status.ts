import { useSyncExternalStore } from 'react';

/** Milliseconds without a connection after which a person is told. */
const patience = 10_000;

let paused = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const show = (value: boolean): void => {
  if (paused === value) return;
  paused = value;
  for (const listener of listeners) listener();
};

/** Nobody is told while nobody looks: a page that slept is live again soon after somebody comes back. */
const pauseLater = (onPaused: () => void): void => {
  timer = setTimeout(() => {
    if (document.hidden) return pauseLater(onPaused);
    show(true);
    onPaused();
  }, patience);
};

/** Who waits for the connection to stand again. */
const waiting = new Set<() => void>();

/** Runs something each time a connection stands (again). @returns what ends that */
export const onConnected = (run: () => void): (() => void) => {
  waiting.add(run);
  return () => waiting.delete(run);
};

/** Notes whether live updates come. `onPaused` runs when they have not come for ten seconds. */
export const noteConnection = (connected: boolean, onPaused: () => void): void => {
  clearTimeout(timer);
  if (connected) {
    show(false);
    for (const run of waiting) run();
  } else pauseLater(onPaused);
};

/** As long as nothing is to be live, nothing is paused. */
export const forgetConnection = (): void => {
  clearTimeout(timer);
  show(false);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether live updates have been missing for longer than a moment. */
export const useLivePaused = (): boolean => useSyncExternalStore(subscribe, () => paused);
