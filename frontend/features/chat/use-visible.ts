import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the tab is the one that is looked at. */
export const usePageVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);

/**
 * Whether an element is on the screen, whatever it scrolls in.
 * @param mounted whether it is there to be observed
 */
export const useOnScreen = (element: RefObject<HTMLElement | null>, mounted: boolean): boolean => {
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!mounted || !node) return;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(node);
    return () => {
      observer.disconnect();
      setOnScreen(false);
    };
  }, [element, mounted]);
  return onScreen;
};
