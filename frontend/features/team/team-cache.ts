import type { QueryClient } from '@tanstack/react-query';
import type { Invitation, Member } from '../../../shared/team/contract.ts';
import { invitationsQuery, membersQuery } from './team-queries.ts';

/** Shows an invitation as it is now: a new one first. */
export const showInvitation = (queryClient: QueryClient, invitation: Invitation): void => {
  queryClient.setQueryData(invitationsQuery.queryKey, (list) => {
    if (!list) return list;
    const known = list.items.some(({ id }) => id === invitation.id);
    return {
      items: known
        ? list.items.map((one) => (one.id === invitation.id ? invitation : one))
        : [invitation, ...list.items],
    };
  });
};

export const dropInvitation = (queryClient: QueryClient, id: string): void => {
  queryClient.setQueryData(
    invitationsQuery.queryKey,
    (list) => list && { items: list.items.filter((one) => one.id !== id) },
  );
};

/** Shows a member as they are now, in the directory and on their page. */
export const showMember = (queryClient: QueryClient, member: Member): void => {
  queryClient.setQueryData(
    membersQuery.queryKey,
    (list) => list && { items: list.items.map((one) => (one.userId === member.userId ? member : one)) },
  );
  queryClient.setQueryData(['members', member.userId], member);
};

export const dropMember = (queryClient: QueryClient, userId: string): void => {
  queryClient.setQueryData(
    membersQuery.queryKey,
    (list) => list && { items: list.items.filter((one) => one.userId !== userId) },
  );
  void queryClient.invalidateQueries({ queryKey: ['members', userId] });
};

/** Asks the server again: something here was not as this screen had it. */
export const refreshTeam = (queryClient: QueryClient): void => {
  for (const { queryKey } of [membersQuery, invitationsQuery])
    void queryClient.invalidateQueries({ queryKey });
};
