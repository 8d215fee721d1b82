import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps how much of the page is around one part of an element, in `--around` (pixels): all above the element, and all of it
 * but that part. What the window is higher than that is the part's to use.
 */
export const useSurroundings = (
  element: RefObject<HTMLElement | null>,
  part: RefObject<HTMLElement | null>,
): void =>
  useLayoutEffect(() => {
    const [whole, inner] = [element.current, part.current];
    if (!whole || !inner) return;
    const measure = (): void => {
      const above = whole.getBoundingClientRect().top + window.scrollY;
      const around = above + whole.offsetHeight - inner.offsetHeight;
      whole.style.setProperty('--around', `${Math.ceil(around)}px`);
    };
    measure();
    // Whatever stands beside it, or beside what it stands in, can move it.
    const observer = new ResizeObserver(measure);
    for (let node: Element | null = inner; node && node !== document.body; node = node.parentElement)
      for (const beside of node.parentElement?.children ?? []) observer.observe(beside);
    return () => observer.disconnect();
  }, [element, part]);
