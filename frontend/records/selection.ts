import { useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Which records of a list are selected, for something that is done to all of them. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Also while none is selected: on a screen without a pointer, where the boxes come only then. */
  readonly active: boolean;
  /** @param range also all between it and the one before */
  toggle: (id: string, range: boolean) => void;
  begin: (id: string) => void;
  all: () => void;
  clear: () => void;
}

/**
 * A selection among the records that are shown, in their order; what is not shown any more is not selected.
 * @param shown ids
 */
export const useSelection = (shown: readonly string[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(false);
  const last = useRef<string | null>(null);
  const order = useRef(shown);
  useLayoutEffect(() => {
    order.current = shown;
  });
  const ids = useMemo(() => new Set(shown.filter((id) => chosen.has(id))), [shown, chosen]);
  // The same functions for ever: every row has them.
  const [actions] = useState(() => ({
    toggle: (id: string, range: boolean): void => {
      const [from, to] = [order.current.indexOf(last.current ?? id), order.current.indexOf(id)].sort(
        (one, other) => one - other,
      ) as [number, number];
      last.current = id;
      setActive(true);
      setChosen((before) => {
        const isOn = !before.has(id);
        const next = new Set(before);
        for (const one of range && from >= 0 ? order.current.slice(from, to + 1) : [id])
          if (isOn) next.add(one);
          else next.delete(one);
        return next;
      });
    },
    begin: (id: string): void => {
      last.current = id;
      setActive(true);
      setChosen(new Set([id]));
    },
    all: (): void => {
      setActive(true);
      setChosen(new Set(order.current));
    },
    clear: (): void => {
      setActive(false);
      setChosen(new Set());
    },
  }));
  return { ids, active: active && (ids.size > 0 || chosen.size === 0), ...actions };
};
