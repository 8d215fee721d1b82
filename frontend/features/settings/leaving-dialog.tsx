import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { api } from '../../core/api.ts';
import { explain } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery, useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

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
    explanation: 'Your access ends at once. Only a new invitation brings you back.',
    action: 'Leave group',
    busyText: 'Leaving...',
    failure: 'Failed to leave the group.',
    leave: () => api(routeTable.team.leave),
    done: (groupName) => `You have left ${groupName}`,
  },
  close: {
    verb: 'Close',
    explanation: 'The subscription ends and every member loses access at once. This cannot be undone.',
    action: 'Close account',
    busyText: 'Closing...',
    failure: 'Failed to close the account.',
    leave: (groupName) => api(routeTable.billing.closeOrganization, { body: { name: groupName } }),
    done: (groupName) => `${groupName} is closed`,
  },
} satisfies Record<string, Way>;

/** A step that cannot be taken back: the group's name must be typed. */
export const LeavingDialog = ({ way, onClose }: { way: keyof typeof ways; onClose: () => void }) => {
  const { verb, explanation, action, busyText, failure, leave, done }: Way = ways[way];
  const { name } = useMember().membership.organization;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [differs, setDiffers] = useState(false);
  const leaving = useSubmission({
    send: () => leave(name),
    onSuccess: (session) => {
      toast({ kind: 'info', title: done(name) });
      // The gate sends them on; what was the group's is not theirs to see any more.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData(sessionQuery.queryKey, session);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isOther = typed.trim() !== name;
    setDiffers(isOther);
    if (!isOther) leaving.submit();
  };
  return (
    <Dialog title={`${verb} ${name}?`} onClose={onClose} alert>
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <p>{explanation}</p>
          <TextField
            label={`Type “${name}” to confirm`}
            error={differs ? 'This is not the name of your group.' : undefined}
            data-autofocus=""
            value={typed}
            autoComplete="off"
            onChange={(text) => {
              setTyped(text);
              setDiffers(false);
            }}
          />
          {leaving.error && (
            <Notice kind="error">
              {failure} {explain(leaving.error)}
            </Notice>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" busy={leaving.busy} busyText={busyText}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
