import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Pixels within which the end counts as reached. */
const tolerance = 24;
const divider = '[data-new]';
/** Pixels of what is known already that stay above what is new. */
const context = 160;

interface Anchor {
  key: string;
  /** Pixels from the top of what is seen. */
  top: number;
}

/**
 * Keeps a list of messages where it is while it changes: at its end when it was there, else at the message on top, whatever
 * comes before or after it. At first it shows where the new ones begin, or its end.
 * @param ready whether there is something to show
 */
export const useScrollAnchor = (scroller: RefObject<HTMLElement | null>, ready: boolean) => {
  // Unknown until the list stands somewhere: taken for the end, what is new below would count as seen.
  const [atEnd, setAtEnd] = useState(false);
  /** The end; a message; or nothing yet. */
  const place = useRef<'end' | Anchor | null>(null);
  /** How high the box was when it was last put in its place. */
  const height = useRef(0);

  const note = (): void => {
    const box = scroller.current;
    if (!box || place.current === null) return;
    // The window has just changed: where the list stands now is nobody's wish, and is put right in a moment.
    if (box.clientHeight !== height.current) return;
    const ended = box.scrollHeight - box.clientHeight - box.scrollTop <= tolerance;
    setAtEnd(ended);
    if (ended) {
      place.current = 'end';
      return;
    }
    const top = box.getBoundingClientRect().top;
    for (const row of box.querySelectorAll<HTMLElement>('[data-message]')) {
      const { bottom, top: rowTop } = row.getBoundingClientRect();
      if (bottom <= top) continue;
      place.current = { key: row.dataset.message ?? '', top: rowTop - top };
      return;
    }
  };

  const restore = (): void => {
    const box = scroller.current;
    if (!box) return;
    const at = place.current;
    height.current = box.clientHeight;
    if (at === 'end') box.scrollTop = box.scrollHeight;
    else if (at) {
      const row = box.querySelector(`[data-message="${CSS.escape(at.key)}"]`);
      if (row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - at.top;
    }
    note();
  };

  const toEnd = (): void => {
    place.current = 'end';
    restore();
  };

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!ready || !box) return;
    if (place.current === null) {
      const marked = box.querySelector<HTMLElement>(divider);
      place.current = 'end';
      height.current = box.clientHeight;
      box.scrollTop = marked ? marked.offsetTop - context : box.scrollHeight;
      note();
    } else restore();
  });

  // The width of the window, or letters that come late, change how high it all is.
  const onResize = useEffectEvent(restore);
  useEffect(() => {
    const box = scroller.current;
    if (!ready || !box) return;
    const observer = new ResizeObserver(() => onResize());
    for (const part of [box, ...box.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [ready, scroller]);

  return { atEnd, onScroll: note, toEnd };
};
