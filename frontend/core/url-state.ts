import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { recordLists } from './paths.ts';

/**
 * The state that the browser's entry of the history was given. React Router tells only that of what is shown, which may
 * be one transition behind; it keeps it under this name beside its own.
 */
const stateOfEntry = (): unknown => (history.state as { usr?: unknown } | null)?.usr ?? null;

/** The query of what is shown, and a way to change that of the browser: two changes in one tick both count. */
const useQueryOfUrl = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = (
    wanted: Readonly<Record<string, string | null | undefined>>,
    options: { replace: boolean; state: unknown },
  ): void => {
    // Somebody has left already, for a page that is still loading: nothing calls them back.
    if (location.pathname !== pathname) return;
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(wanted)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    void navigate({ pathname, search: next.toString() }, options);
  };
  return { query, change, navigate };
};

/** The query of the URL, and a way to change parts of it in place; undefined or empty removes. */
export const useUrlQuery = (): [
  URLSearchParams,
  (change: Readonly<Record<string, string | undefined>>) => void,
] => {
  const { query, change } = useQueryOfUrl();
  // What is open stays open: its entry is the same one.
  return [query, (wanted) => change(wanted, { replace: true, state: stateOfEntry() })];
};

/** State of an entry of the history that opened something over the page of the entry before it. */
const openedOverPage = { opened: true };

/** Whether an entry of the history shows something over the page of the entry before it. */
export const isOpenedOverPage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as Record<string, unknown>).opened === true;

/** Whether an address is that of a record over its list, or of something that is asked over the page that is shown. */
const isOver = (to: string, pathname: string): boolean =>
  to.startsWith(`${pathname}?record=`) ||
  (recordLists.includes(pathname) && to.startsWith(`${pathname}/`) && to !== `${pathname}/deleted`);

/** The state for a link that opens a record: over the list where that is shown, closing leads back to what was there. */
export const openingState = (to: string, pathname: string): unknown =>
  isOver(to, pathname) ? openedOverPage : undefined;

/**
 * What the URL says is open over a page (docs/decisions/0036): opening is an entry of the history, closing goes back to
 * the one before, so that Back closes, Forward opens again and a reload shows the same.
 * @param names the search parameters that say it
 */
export const useOpening = <Name extends string>(names: readonly Name[]) => {
  const { query, change, navigate } = useQueryOfUrl();
  const arrival = useLocation();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is another, be its URL the same.
  useEffect(() => {
    isLeaving.current = false;
  }, [arrival]);

  const set = (wanted: Partial<Record<Name, string>>, replace: boolean, state: unknown): void =>
    change(Object.fromEntries(names.map((name) => [name, wanted[name]])), { replace, state });
  const isOpen = (query: URLSearchParams): boolean => names.some((name) => query.has(name));
  return {
    opened: Object.fromEntries(names.map((name) => [name, query.get(name)])) as Record<Name, string | null>,
    /** In place of what is open, if anything is. */
    open: (wanted: Partial<Record<Name, string>>): void => {
      // "Undo" of a short message may be pressed on another page.
      if (location.pathname !== arrival.pathname)
        void navigate(`${arrival.pathname}?${new URLSearchParams(wanted as Record<string, string>)}`);
      else if (isOpen(new URLSearchParams(location.search))) set(wanted, true, stateOfEntry());
      else set(wanted, false, openedOverPage);
    },
    /** Does nothing when that is not what the browser shows any more: a save may end after somebody has gone back. */
    close: (): void => {
      const current = new URLSearchParams(location.search);
      const isShown =
        location.pathname === arrival.pathname &&
        isOpen(current) &&
        names.every((name) => current.get(name) === query.get(name));
      if (!isShown || isLeaving.current) return;
      if (isOpenedOverPage(stateOfEntry())) {
        isLeaving.current = true;
        void navigate(-1);
      } else set({}, true, null);
    },
  };
};

/**
 * The record whose page is open beside its list: the last part of the path. Opening the first is an entry of the history,
 * opening another takes its place, and closing goes back to the list as it was.
 * @param list the path of the list
 * @param shownId of the record that the path names
 */
export const useOpenPage = (list: string, shownId: string | null) => {
  const navigate = useNavigate();
  return {
    open: (id: string): void => {
      // Pressed on another page by now, or on one that is still loading: nothing calls them back.
      if (location.pathname !== list && !location.pathname.startsWith(`${list}/`)) return;
      const isOpen = location.pathname !== list;
      void navigate(
        { pathname: `${list}/${encodeURIComponent(id)}`, search: location.search },
        { replace: isOpen, state: isOpen ? stateOfEntry() : openedOverPage },
      );
    },
    /** Does nothing when that is not what the browser shows any more. */
    close: (): void => {
      if (shownId === null || location.pathname !== `${list}/${encodeURIComponent(shownId)}`) return;
      if (isOpenedOverPage(stateOfEntry())) void navigate(-1);
      else void navigate({ pathname: list, search: location.search }, { replace: true });
    },
  };
};

/** The value of the query if it is one of those that there are. */
export const keyOf = <K extends string>(labels: Record<K, unknown>, value: string | null): K | undefined =>
  value !== null && Object.hasOwn(labels, value) ? (value as K) : undefined;
