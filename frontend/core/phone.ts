import { useSyncExternalStore } from 'react';

/** Narrower than 768 px (S2 §9). */
export const phone = matchMedia('(max-width: 767px)');

const subscribe = (listener: () => void): (() => void) => {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
};

/** Whether the screen is as narrow as a phone's, where it takes other elements and not only another style. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
