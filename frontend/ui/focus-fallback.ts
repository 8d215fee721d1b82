import { type RefObject, useLayoutEffect } from 'react';

/**
 * When an element goes away with the focus inside of it, the heading of its part of the screen gets the focus instead of
 * nothing: that of its section where it can take it, else the screen's.
 */
export const useFocusFallback = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (!node?.contains(document.activeElement)) return;
      const heading =
        node.closest('section')?.querySelector<HTMLElement>('h2[tabindex]') ??
        document.querySelector<HTMLElement>('h1');
      heading?.focus();
    };
  }, [element]);
