import { useSyncExternalStore } from 'react';

/** Narrower than 768 px (S2 §9). */
export const phone = matchMedia('(max-width: 767px)');

/** A phone, or any other device whose keyboard comes up on the screen. */
const touch = matchMedia('(max-width: 767px), (hover: none) and (pointer: coarse)');

const subscribeToTouch = (listener: () => void): (() => void) => {
  touch.addEventListener('change', listener);
  return () => touch.removeEventListener('change', listener);
};

/** Whether texts are typed on the screen's own keyboard, as far as one can tell. */
export const useTouch = (): boolean => useSyncExternalStore(subscribeToTouch, () => touch.matches);
