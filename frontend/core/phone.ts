import { useSyncExternalStore } from 'react';

/** Narrower than 768 px (S2 §9). */
export const phone = matchMedia('(max-width: 767px)');

/** A phone, or any other device whose keyboard comes up on the screen. */
const touch = matchMedia('(max-width: 767px), (hover: none) and (pointer: coarse)');

/** Whether the window is as the media query says. */
export const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );

/** Whether the screen is as narrow as a phone's. */
export const usePhone = (): boolean => useMedia(phone);

/** Whether texts are typed on the screen's own keyboard, as far as one can tell. */
export const useTouch = (): boolean => useMedia(touch);
