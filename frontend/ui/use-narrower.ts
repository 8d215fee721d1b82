import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Whether an element is narrower than so many pixels, where that takes other elements and not only another style. Known
 * before the first paint.
 */
export const useNarrowerThan = (pixels: number, element: RefObject<HTMLElement | null>): boolean => {
  const [narrower, setNarrower] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current!;
    const measure = () => setNarrower(measured.clientWidth < pixels);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [pixels, element]);
  return narrower;
};
