import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between messages and what is around them. */
const gap = 16;

const pressable =
  ':is(a, button, input, select, textarea, summary, [role=tab], [role=button], [contenteditable])';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** What can be pressed in the part of the page that is seen. */
const targets = (page: Element): DOMRect[] =>
  [...page.querySelectorAll(pressable)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 0 && height > 0 && bottom > 0 && top < innerHeight);

/**
 * Where a stack of messages can stand, the best first: over the heading of the screen, which nobody presses, in its middle or at
 * a side of it; else at the foot of the screen.
 */
const places = (page: Box, header: number, size: { width: number; height: number }): Box[] => {
  const middle = (page.left + page.right - size.width) / 2;
  const columns = [middle, page.left + gap, page.right - gap - size.width];
  const rows = [header, innerHeight - gap - size.height];
  return rows.flatMap((top) =>
    columns.map((left) => ({ left, top, right: left + size.width, bottom: top + size.height })),
  );
};

/**
 * Puts messages where they cover nothing that is pressed next, on whichever page is shown: the first place that is free, else the
 * one that covers least. They stay there while they are on the screen, unless the window changes.
 */
export const useFreePlace = (stack: RefObject<HTMLElement | null>, messages: readonly unknown[]): void =>
  useLayoutEffect(() => {
    const place = (): void => {
      const element = stack.current!;
      const page = document.querySelector('main') ?? document.body;
      const { width, height } = element.getBoundingClientRect();
      const header = Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
      const { left, right, top, bottom } = page.getBoundingClientRect();
      const covered = targets(page);
      let best: Box | undefined;
      let least = Number.POSITIVE_INFINITY;
      for (const box of places({ left, right, top, bottom }, header, { width, height })) {
        const covers = covered.filter((target) => overlaps(box, target)).length;
        if (covers >= least) continue;
        [best, least] = [box, covers];
      }
      element.style.setProperty('--left', `${Math.max(gap, best?.left ?? gap)}px`);
      element.style.setProperty('--top', `${best?.top ?? header}px`);
    };
    if (messages.length > 0) place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [stack, messages]);
