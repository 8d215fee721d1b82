import { type RefObject, useLayoutEffect } from 'react';

/** When an element goes away with the focus inside of it, the screen's heading gets the focus instead of nothing. */
export const useFocusFallback = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (node?.contains(document.activeElement)) document.querySelector<HTMLElement>('h1')?.focus();
    };
  }, [element]);
