import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../../shared/access/contract.ts';
import { type Text, t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery, useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { toast } from '../../ui/toast-store.ts';
import { ConfirmByNameDialog } from './confirm-by-name-dialog.tsx';

interface Way {
  title: (name: string) => string;
  explanation: Text;
  action: Text;
  busyText: Text;
  failure: Text;
  leave: (groupName: string) => Promise<Session>;
  done: (name: string) => string;
}

/** Members leave a group; its account holder closes it for everybody. */
const ways = {
  leave: {
    title: (name) => t('Leave {name}?', { name }),
    explanation: () => t('Your access ends at once. To come back, you need a new invitation.'),
    action: () => t('Leave group'),
    busyText: () => t('Leaving...'),
    failure: () => t('Failed to leave the group.'),
    leave: () => api(routeTable.team.leave),
    done: (name) => t('You have left {name}', { name }),
  },
  close: {
    title: (name) => t('Close {name}?', { name }),
    explanation: () =>
      t(
        'The subscription ends, and every member loses access at once. We tell each of them by e-mail. This cannot be undone.',
      ),
    action: () => t('Close account'),
    busyText: () => t('Closing...'),
    failure: () => t('Failed to close the account.'),
    leave: (groupName) => api(routeTable.billing.closeOrganization, { body: { name: groupName } }),
    done: (name) => t('{organization} is closed', { organization: name }),
  },
} satisfies Record<string, Way>;

/** Asks before somebody leaves their group, or closes it. */
export const LeavingDialog = ({ way, onClose }: { way: keyof typeof ways; onClose: () => void }) => {
  const { title, explanation, action, busyText, failure, leave, done }: Way = ways[way];
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
      title={title(name)}
      action={action()}
      busyText={busyText()}
      failure={failure()}
      submission={leaving}
      onClose={onClose}
    >
      <p>{explanation()}</p>
    </ConfirmByNameDialog>
  );
};
