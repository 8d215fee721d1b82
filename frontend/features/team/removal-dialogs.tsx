import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../shared/core/translate.ts';
import type { Invitation, Member } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { unlessGone } from '../../core/failure.ts';
import { rich } from '../../core/rich.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { titleOf } from './directory.ts';
import { dropInvitation, dropMember, refreshTeam } from './team-cache.ts';

interface RemovalDialogProps {
  /** Title of the question, and what the button says. */
  action: string;
  /** What happens then. */
  children: ReactNode;
  remove: () => Promise<void>;
  onRemoved: () => void;
  /** What is said of a failure: `Failed to remove member.`. */
  failed: string;
  onClose: () => void;
}

const strong = (inside: string) => <strong dir="auto">{inside}</strong>;

const RemovalDialog = ({ action, children, remove, onRemoved, failed, onClose }: RemovalDialogProps) => {
  const queryClient = useQueryClient();
  const removing = useSubmission({
    send: () => unlessGone(remove()),
    onSuccess: () => {
      onClose();
      onRemoved();
    },
    onError: () => refreshTeam(queryClient),
  });
  return (
    <ConfirmDialog
      title={action}
      action={action}
      busyText={t('Removing...')}
      failure={failed}
      submission={removing}
      onClose={onClose}
      lightDismiss
    >
      {children}
    </ConfirmDialog>
  );
};

interface RemoveMemberDialogProps {
  member: Member;
  onClose: () => void;
  /** Where another role has to be chosen first. */
  onChangeRole: () => void;
}

/** Asks before a membership ends; an owner can't be removed, and here it says what to do. */
export const RemoveMemberDialog = ({ member, onClose, onChangeRole }: RemoveMemberDialogProps) => {
  const queryClient = useQueryClient();
  const name = titleOf(member);
  if (member.role === 'owner')
    return (
      <Dialog title={t('An owner cannot be removed')} onClose={onClose} lightDismiss>
        <DialogBody>
          <p>
            {rich(
              '<strong>{name}</strong> is an owner of this group. Choose another role for them first, then remove them.',
              { name, strong },
            )}
          </p>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" data-autofocus="" onClick={onChangeRole}>
            {t('Change role')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <RemovalDialog
      action={t('Remove member')}
      failed={t('Failed to remove member.')}
      remove={() => api(routeTable.team.removeMember, { params: { userId: member.userId } })}
      onRemoved={() => {
        dropMember(queryClient, member.userId);
        toast({ kind: 'success', title: t('{name} has been removed from the team', { name }) });
      }}
      onClose={onClose}
    >
      {rich(
        '<strong>{name}</strong> is signed out of this group at once and can no longer see anything in it. Their tasks, messages and everything else that they made stay. To come back they need a new invitation.',
        { name, strong },
      )}
    </RemovalDialog>
  );
};

/** Asks before an invitation is withdrawn. */
export const RemoveInvitationDialog = ({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) => {
  const queryClient = useQueryClient();
  return (
    <RemovalDialog
      action={t('Remove invitation')}
      failed={t('Failed to remove invitation.')}
      remove={() => api(routeTable.team.withdrawInvitation, { params: { invitationId: invitation.id } })}
      onRemoved={() => {
        dropInvitation(queryClient, invitation.id);
        toast({ kind: 'success', title: t('Invitation removed') });
      }}
      onClose={onClose}
    >
      {rich(
        '<strong>{email}</strong> can no longer join with the e-mail that they got. The seat is free again, and you can invite them again at any time.',
        { email: invitation.email, strong },
      )}
    </RemovalDialog>
  );
};
