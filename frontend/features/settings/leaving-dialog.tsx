import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../../shared/access/contract.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery, useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { toast } from '../../ui/toast-store.ts';
import { ConfirmByNameDialog } from './confirm-by-name-dialog.tsx';

interface Way {
  verb: string;
  explanation: string;
  action: string;
  busyText: string;
  failure: string;
  leave: (groupName: string) => Promise<Session>;
  done: (groupName: string) => string;
}

/** Members leave a group; its account holder closes it for everybody. */
const ways = {
  leave: {
    verb: 'Leave',
    explanation: 'Your access ends at once. To come back, you need a new invitation.',
    action: 'Leave group',
    busyText: 'Leaving...',
    failure: 'Failed to leave the group.',
    leave: () => api(routeTable.team.leave),
    done: (groupName) => `You have left ${groupName}`,
  },
  close: {
    verb: 'Close',
    explanation:
      'The subscription ends, and every member loses access at once. We tell each of them by e-mail. This cannot be undone.',
    action: 'Close account',
    busyText: 'Closing...',
    failure: 'Failed to close the account.',
    leave: (groupName) => api(routeTable.billing.closeOrganization, { body: { name: groupName } }),
    done: (groupName) => `${groupName} is closed`,
  },
} satisfies Record<string, Way>;

/** Asks before somebody leaves their group, or closes it. */
export const LeavingDialog = ({ way, onClose }: { way: keyof typeof ways; onClose: () => void }) => {
  const { verb, explanation, action, busyText, failure, leave, done }: Way = ways[way];
  const { name } = useMember().membership.organization;
  const queryClient = useQueryClient();
  const leaving = useSubmission({
    send: leave,
    onSuccess: (session) => {
      toast({ kind: 'info', title: done(name) });
      // The gate sends them on; what was the group's is not theirs to see any more.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
  return (
    <ConfirmByNameDialog
      title={`${verb} ${name}?`}
      action={action}
      busyText={busyText}
      failure={failure}
      submission={leaving}
      onClose={onClose}
    >
      <p>{explanation}</p>
    </ConfirmByNameDialog>
  );
};
