import { useEffect, useState } from 'react';
import { lazyPart, useLazyPart } from '../ui/lazy-part.ts';

/** Milliseconds: whoever only crosses a button wants no tooltip. */
const hoverDelay = 400;

const bubble = lazyPart(() => import('./tooltip-bubble.tsx'));

const withTooltip = (target: EventTarget | null): HTMLElement | null => {
  if (!(target instanceof Element)) return null;
  const owner = target.closest<HTMLElement>('[data-tooltip], [data-tooltip-when-cut]');
  // What can be read needs no tooltip that says it again.
  const isRead = owner?.hasAttribute('data-tooltip-when-cut') && owner.scrollWidth <= owner.clientWidth;
  return isRead ? null : owner;
};

const isInTooltip = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=tooltip]') !== null;

/** The element whose tooltip is to be seen: what a mouse rests on, or what the keyboard has reached. */
const useTooltipOwner = (): HTMLElement | null => {
  const [owner, setOwner] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: HTMLElement | null, delay: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setOwner(next), delay);
    };
    const hide = (): void => show(null, 0);
    const listening = new AbortController();
    const { signal } = listening;
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ): void => document.addEventListener(name, listener, { signal, capture: true, passive: true });

    on('pointerover', ({ target, pointerType }) => {
      // A finger that rests presses; what it presses has its name in the page.
      if (pointerType !== 'mouse') return;
      // It can be pointed at, to be read by whoever magnifies the screen (WCAG 1.4.13).
      if (isInTooltip(target)) return clearTimeout(timer);
      const next = withTooltip(target);
      show(next, next ? hoverDelay : 100);
      if (next) bubble.preload();
    });
    on('focusin', ({ target }) => {
      const next = withTooltip(target);
      show(next?.matches(':focus-visible') ? next : null, 0);
    });
    on('focusout', hide);
    on('pointerdown', hide);
    on('scroll', hide);
    on('keydown', ({ key }) => key === 'Escape' && hide());
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return owner;
};

const Bubble = ({ owner }: { owner: HTMLElement }) => {
  const { Part } = useLazyPart(bubble);
  return Part && <Part owner={owner} />;
};

/**
 * Shows what `data-tooltip` says of an element, or all of the text of one that is cut (`data-tooltip-when-cut`), with antd's tooltip. There is one for the whole page, whose code comes when
 * somebody first points at something: a hundred buttons would mount a hundred, and the shell would carry them.
 */
export const Tooltips = () => {
  const owner = useTooltipOwner();
  return owner?.isConnected && <Bubble key={owner.dataset.tooltip} owner={owner} />;
};
