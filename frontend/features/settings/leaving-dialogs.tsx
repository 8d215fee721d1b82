import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { api } from '../../core/api.ts';
import { explain } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery, useMember } from '../../core/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';

interface LeavingProps {
  title: string;
  explanation: string;
  action: string;
  busyText: string;
  failure: string;
  leave: (typedName: string) => Promise<Session>;
  done: string;
  onClose: () => void;
}

/** A step that cannot be taken back: the group's name must be typed. */
const LeavingDialog = ({
  title,
  explanation,
  action,
  busyText,
  failure,
  leave,
  done,
  onClose,
}: LeavingProps) => {
  const { name } = useMember().membership.organization;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [differs, setDiffers] = useState(false);
  const leaving = useMutation({
    mutationFn: () => leave(typed.trim()),
    onSuccess: (session) => {
      toast({ kind: 'info', title: done });
      // The gate sends them on; what was the group's is not theirs to see any more.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isOther = typed.trim() !== name;
    setDiffers(isOther);
    if (!isOther && !leaving.isPending) leaving.mutate();
  };
  return (
    <Dialog title={title} onClose={onClose} alert>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <p>{explanation}</p>
          <Field
            label={`Type “${name}” to confirm`}
            error={differs ? 'This is not the name of your group.' : undefined}
          >
            {(control) => (
              <input
                {...control}
                data-autofocus=""
                value={typed}
                autoComplete="off"
                onChange={(event) => {
                  setTyped(event.target.value);
                  setDiffers(false);
                }}
              />
            )}
          </Field>
          {leaving.error && (
            <Notice kind="error">
              {failure} {explain(leaving.error)}
            </Notice>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" busy={leaving.isPending} busyText={busyText}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

export const LeaveGroupDialog = ({ onClose }: { onClose: () => void }) => {
  const { name } = useMember().membership.organization;
  return (
    <LeavingDialog
      title={`Leave ${name}?`}
      explanation="Your access ends at once. Only a new invitation brings you back."
      action="Leave group"
      busyText="Leaving..."
      failure="Failed to leave the group."
      leave={() => api(routeTable.team.leave)}
      done={`You have left ${name}`}
      onClose={onClose}
    />
  );
};

export const CloseGroupDialog = ({ onClose }: { onClose: () => void }) => {
  const { name } = useMember().membership.organization;
  return (
    <LeavingDialog
      title={`Close ${name}?`}
      explanation="The subscription ends and every member loses access at once. This cannot be undone."
      action="Close account"
      busyText="Closing..."
      failure="Failed to close the account."
      leave={(typedName) => api(routeTable.billing.closeOrganization, { body: { name: typedName } })}
      done={`${name} is closed`}
      onClose={onClose}
    />
  );
};
