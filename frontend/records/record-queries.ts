import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { Page } from '../../shared/core/page.ts';
import type { AnyRecords, FiltersOf, InTrash, RecordIn } from './records.ts';

const firstPage = null as string | null;

/** The records of a group that fit filters, page by page. */
export const listQuery = <K extends AnyRecords>(records: K, organizationId: string, filters: FiltersOf<K>) =>
  infiniteQueryOptions({
    queryKey: [records.name, 'list', organizationId, filters] as const,
    queryFn: ({ pageParam, signal }): Promise<Page<RecordIn<K>>> =>
      records.api.list({ ...records.questionsOf(filters), cursor: pageParam ?? undefined }, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Deleted records that can still be restored, newest first. */
export const trashQuery = <K extends AnyRecords>(records: K, organizationId: string) =>
  infiniteQueryOptions({
    queryKey: [records.name, 'deleted', organizationId],
    queryFn: ({ pageParam, signal }): Promise<Page<InTrash<RecordIn<K>>>> =>
      records.api.listDeleted(pageParam ?? undefined, signal),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  });

const oneKey = (records: AnyRecords, id: string) => [records.name, 'one', id] as const;

/** One record, by its id. */
export const recordQuery = <K extends AnyRecords>(records: K, id: string) =>
  queryOptions({
    queryKey: oneKey(records, id),
    queryFn: ({ signal }): Promise<RecordIn<K>> => records.api.get(id, signal),
  });

type Pages<R> = InfiniteData<Page<R>, string | null>;
type Identified = { id: string };

const listsKey = (records: AnyRecords) => [records.name, 'list'] as const;

/** Applies a function to every loaded list, together with the filters that the list stands for. */
const editLists = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  edit: (list: Pages<RecordIn<K>>, filters: FiltersOf<K>) => Pages<RecordIn<K>>,
): void => {
  const lists = queryClient.getQueriesData<Pages<RecordIn<K>>>({ queryKey: listsKey(records) });
  for (const [queryKey, list] of lists)
    if (list) queryClient.setQueryData(queryKey, edit(list, queryKey[3] as FiltersOf<K>));
};

const has = <R extends Identified>(items: readonly R[], id: string): boolean =>
  items.some((one) => one.id === id);

const without = <R extends Identified>(list: Pages<R>, id: string): Pages<R> => ({
  ...list,
  pages: list.pages.map((page) =>
    has(page.items, id) ? { ...page, items: page.items.filter((one) => one.id !== id) } : page,
  ),
});

/** The list with a record at its place, which may be beyond the last page that is loaded. */
const withRecord = <R extends Identified>(
  list: Pages<R>,
  record: R,
  standsBefore: (one: R, other: R) => boolean,
): Pages<R> => {
  const pages = without(list, record.id).pages;
  const found = pages.findIndex(({ items }) => items.some((one) => standsBefore(record, one)));
  const at = found >= 0 ? found : pages.at(-1)?.nextCursor === null ? pages.length - 1 : undefined;
  return {
    ...list,
    pages: pages.map((page, index) => {
      if (index !== at) return page;
      const before = page.items.filter((one) => !standsBefore(record, one));
      return { ...page, items: [...before, record, ...page.items.slice(before.length)] };
    }),
  };
};

/** Puts a record into the lists that `wanted` names, and out of those that it does not fit. */
const place = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  record: RecordIn<K>,
  wanted: (list: Pages<RecordIn<K>>) => boolean,
): void => {
  editLists(queryClient, records, (list, filters) => {
    if (!wanted(list)) return list;
    return records.fits(record, filters)
      ? withRecord(list, record, (one, other) => records.standsBefore(one, other, filters))
      : without(list, record.id);
  });
  queryClient.setQueryData(oneKey(records, record.id), (known: unknown) => known && record);
  // A list that is not on the screen may miss a record that fits it now: it is read again at the next visit.
  void queryClient.invalidateQueries({ queryKey: listsKey(records), refetchType: 'none' });
};

/** Shows a record as it is now wherever it is shown: at its place, or gone where it no longer fits. */
export const showRecord = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  record: RecordIn<K>,
): void =>
  place(queryClient, records, record, (list) => list.pages.some(({ items }) => has(items, record.id)));

/** Puts a new record into the lists that it fits. */
export const addRecord = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  record: RecordIn<K>,
): void => place(queryClient, records, record, () => true);

/** Takes a deleted record out of every list. */
export const dropRecord = (queryClient: QueryClient, records: AnyRecords, id: string): void => {
  editLists(queryClient, records, (list) => without(list as Pages<Identified>, id) as typeof list);
  void queryClient.invalidateQueries({ queryKey: [records.name, 'deleted'] });
};

/** A record that some list on this screen has, for its page to begin with. */
export const knownRecord = <K extends AnyRecords>(
  queryClient: QueryClient,
  records: K,
  id: string,
): RecordIn<K> | undefined => {
  const lists = queryClient.getQueriesData<Pages<RecordIn<K>>>({ queryKey: listsKey(records) });
  for (const [, list] of lists)
    for (const { items } of list?.pages ?? []) {
      const found = (items as readonly (RecordIn<K> & Identified)[]).find((one) => one.id === id);
      if (found) return found;
    }
  return undefined;
};

/** Asks the server again: now for what is on the screen, at the next visit for the rest. */
export const refreshRecords = (queryClient: QueryClient, records: AnyRecords): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [records.name] });
