import { queryOptions } from '@tanstack/react-query';
import type { Invitation } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';

/** The members of the group, in the order in which they joined. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => api(routeTable.team.listMembers, { signal }),
});

/** One member of the group; a failure `not_found` for whoever is none. */
export const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: ['members', userId],
    queryFn: ({ signal }) => api(routeTable.team.getMember, { params: { userId }, signal }),
  });

/** E-mail invitations that were neither accepted nor withdrawn, newest first: all of them, since few can be pending. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }): Promise<{ items: Invitation[] }> => {
    const items: Invitation[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: Invitation[]; nextCursor: string | null } = await api(
        routeTable.team.listInvitations,
        { query: { limit: 100, cursor: cursor ?? undefined }, signal },
      );
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { items };
  },
});
