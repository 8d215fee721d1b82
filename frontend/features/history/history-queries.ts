import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Page } from '../../../shared/core/page.ts';
import type { HistoryEvent } from '../../../shared/history/contract.ts';
import type { Entity } from '../../../shared/kinds.ts';
import { api } from '../../core/api.ts';
import { isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';

const firstPage = null as string | null;

/** What members of the group, or one of them, did, newest first, so many at a time. */
export const activityQuery = (organizationId: string, limit: number, by?: string) =>
  infiniteQueryOptions({
    queryKey: ['activity', organizationId, limit, by],
    queryFn: ({ pageParam, signal }) =>
      api(routeTable.history.listActivity, { query: { limit, by, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** The last thing that each member of the group did. */
export const latestActivityQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['activity', organizationId, 'latest'],
    queryFn: ({ signal }) => api(routeTable.history.listLatestByPerson, { signal }),
  });

/** What happened to one record, newest first. Of one that is older than the log nothing is known. */
export const recordHistoryQuery = (entity: Entity, recordId: string) =>
  infiniteQueryOptions({
    queryKey: ['history', entity, recordId],
    queryFn: async ({ pageParam, signal }): Promise<Page<HistoryEvent>> => {
      try {
        return await api(routeTable.history.listOfRecord, {
          params: { entity, recordId },
          query: { limit: 20, cursor: pageParam ?? undefined },
          signal,
        });
      } catch (error) {
        if (isFailure(error, 'not_found')) return { items: [], nextCursor: null };
        throw error;
      }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
