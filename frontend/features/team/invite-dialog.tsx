import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Role, roleChoices, roleLabels } from '../../../shared/core/access.ts';
import { t } from '../../../shared/core/translate.ts';
import { EmailAddress, type Invitation } from '../../../shared/team/contract.ts';
import { invitationDays, largestGroup } from '../../../shared/team/rules.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { refreshTeam, showInvitation } from './team-cache.ts';

interface InviteDialogProps {
  /** Members and pending invitations; null while it is not known. */
  seatsUsed: number | null;
  /** Those that are pending or have expired. */
  invitations: readonly Invitation[] | undefined;
  onClose: () => void;
}

/** Invites somebody by e-mail (S2 §2.5). */
const InviteDialog = ({ seatsUsed, invitations, onClose }: InviteDialogProps) => {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  // Null until they choose: who was invited before keeps the role of that invitation.
  const [chosenRole, setChosenRole] = useState<Role | null>(null);
  const [wrong, setWrong] = useState<string>();
  const inviting = useSubmission({
    send: (body: { email: string; role?: Role }): Promise<Invitation> =>
      api(routeTable.team.invite, { body }),
    onSuccess: (invitation) => {
      showInvitation(queryClient, invitation);
      toast({ kind: 'success', title: t('Invitation sent to {email}', { email: invitation.email }) });
      onClose();
    },
    onError: (error) => {
      if (isFailure(error, 'invalid')) setWrong(error.errors[0]?.message ?? error.message);
      // The invitation may stand although its mail did not go out; and who fills the group is worth seeing.
      else refreshTeam(queryClient);
    },
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = EmailAddress.safeParse(email);
    setWrong(checked.error?.issues[0]?.message);
    if (checked.success) inviting.submit({ email: checked.data, ...(chosenRole && { role: chosenRole }) });
  };

  const typed = EmailAddress.safeParse(email).data;
  const earlier = invitations?.find((one) => one.email === typed);
  const seats =
    seatsUsed === null
      ? undefined
      : t('{used, number} of {all, number} seats used.', { used: seatsUsed, all: largestGroup });

  const { error } = inviting;
  const notSent = isFailure(error, 'invitation.mail_failed');
  const full = isFailure(error, 'group.full');
  const failed = error && !notSent && !full && !isFailure(error, 'invalid');
  return (
    <Dialog title={t('Invite Team Member')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          {notSent && (
            <Notice kind="error">
              {t(
                'The invitation to {email} was saved, but the e-mail could not be sent. Send it again now, or later from the directory.',
                { email: inviting.given?.email ?? '' },
              )}
            </Notice>
          )}
          {full && (
            <Notice kind="error">
              {t(
                'This group is full: {all, number} of {all, number} seats are used, pending invitations included. Remove a pending invitation or a member first.',
                { all: largestGroup },
              )}
            </Notice>
          )}
          {failed && (
            <Notice kind="error">
              {t('Failed to invite member.')} {explain(error)}
            </Notice>
          )}
          <TextField
            label={t('Email')}
            required
            data-autofocus=""
            autoComplete="off"
            autoCapitalize="none"
            inputMode="email"
            spellCheck={false}
            placeholder="name@example.com"
            value={email}
            error={wrong}
            hint={t(
              'They get an e-mail that is valid for {days, number} days, and sign in with exactly this address.',
              { days: invitationDays },
            )}
            onChange={(text) => {
              setEmail(text);
              setWrong(undefined);
            }}
          />
          <Field
            label={t('Role')}
            hint={
              earlier
                ? t('Already invited as {role}. They get the e-mail again.', {
                    role: roleLabels[earlier.role],
                  })
                : seats
            }
          >
            {(control) => (
              <Select
                {...control}
                options={roleChoices}
                value={chosenRole ?? earlier?.role ?? 'member'}
                onChange={setChosenRole}
              />
            )}
          </Field>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{notSent ? t('Close') : t('Cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={email.trim() === ''}
            busy={inviting.busy}
            busyText={notSent ? t('Sending...') : t('Adding...')}
          >
            {notSent ? t('Resend') : t('Add to Team')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

export default InviteDialog;
