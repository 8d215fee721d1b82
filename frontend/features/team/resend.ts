import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../shared/core/translate.ts';
import type { Invitation } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { toast } from '../../ui/toast-store.ts';
import { dropInvitation, showInvitation } from './team-cache.ts';
import { invitationsQuery } from './team-queries.ts';

/** Sends the mail of an invitation again; where that fails, the message offers to try once more. */
export const useResend = () => {
  const queryClient = useQueryClient();
  const resending = useSubmission({
    stays: true,
    send: ({ id }: Invitation) => api(routeTable.team.resendInvitation, { params: { invitationId: id } }),
    onSuccess: (sent) => {
      showInvitation(queryClient, sent);
      toast({ kind: 'success', title: t('Invitation sent to {email}', { email: sent.email }) });
    },
    onError: (error, invitation) => {
      if (isFailure(error, 'not_found')) {
        dropInvitation(queryClient, invitation.id);
        toast({
          kind: 'info',
          title: t('The invitation to {email} no longer exists', { email: invitation.email }),
          detail: t('It was removed, or they have joined.'),
        });
        return;
      }
      void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      toast({
        kind: 'error',
        title: t('Failed to resend invitation'),
        detail: explain(error),
        action: { label: t('Resend'), run: () => resending.submit(invitation) },
      });
    },
  });
  return resending;
};
