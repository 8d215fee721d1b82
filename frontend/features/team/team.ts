import { useQuery } from '@tanstack/react-query';
import type { Invitation, Member } from '../../../shared/team/contract.ts';
import { invitationsQuery, membersQuery } from './team-queries.ts';

export interface Team {
  /** Undefined while they are not known, as everything that is counted from them. */
  members: readonly Member[] | undefined;
  /** Pending and expired ones. */
  invitations: readonly Invitation[] | undefined;
  /** Invitations that hold a seat. */
  pending: number | undefined;
  /** Members and pending invitations (PRODUCT §2). */
  seatsUsed: number | undefined;
  /** Why there is nothing to show. */
  error: Error | null;
  loading: boolean;
  reload: () => void;
}

/** The members of the group and whom they have invited. */
export const useTeam = (): Team => {
  const members = useQuery(membersQuery);
  const invitations = useQuery(invitationsQuery);
  const pending = invitations.data?.items.filter(({ status }) => status === 'pending').length;
  return {
    members: members.data?.items,
    invitations: invitations.data?.items,
    pending,
    seatsUsed: members.data && pending !== undefined ? members.data.items.length + pending : undefined,
    error: (members.data ? null : members.error) ?? (invitations.data ? null : invitations.error),
    loading: members.isFetching || invitations.isFetching,
    reload: () => {
      if (!members.data) void members.refetch();
      if (!invitations.data) void invitations.refetch();
    },
  };
};
