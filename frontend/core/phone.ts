import { useSyncExternalStore } from 'react';

/** Narrower than 768 px (S2 §9). */
export const phone = matchMedia('(max-width: 767px)');

/** A phone, or any other device whose keyboard comes up on the screen. */
const touch = matchMedia('(max-width: 767px), (hover: none) and (pointer: coarse)');

const subscriberTo =
  (query: MediaQueryList) =>
  (listener: () => void): (() => void) => {
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
const subscribe = subscriberTo(phone);
const subscribeToTouch = subscriberTo(touch);

/** Whether texts are typed on the screen's own keyboard, as far as one can tell. */
export const useTouch = (): boolean => useSyncExternalStore(subscribeToTouch, () => touch.matches);

/** Whether the screen is as narrow as a phone's, where it takes other elements and not only another style. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
