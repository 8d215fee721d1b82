import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { trashDays } from '../../../shared/core/trash.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { dropTask } from './task-queries.ts';
import { type Deletion, useRestoreTask } from './task-restore.ts';

/** Asks before a task moves to Trash; the message afterwards offers Undo. */
export const DeleteTaskDialog = ({ task, onClose }: { task: Task; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const restore = useRestoreTask();
  const [version, setVersion] = useState(task.version);
  const deletion = useSubmission({
    send: (): Promise<Deletion> =>
      api(routeTable.tasks.remove, { params: { taskId: task.id }, query: { version } }),
    onSuccess: (deleted) => {
      dropTask(queryClient, task.id);
      onClose();
      toast({
        kind: 'success',
        title: 'Task deleted',
        action: { label: 'Undo', run: () => restore(deleted) },
      });
    },
    onError: (error) => {
      if (isFailure(error, 'version.conflict')) setVersion((error.current as Task).version);
      if (isFailure(error, 'not_found')) dropTask(queryClient, task.id);
    },
  });
  const changed = isFailure(deletion.error, 'version.conflict') && (deletion.error.current as Task);
  const gone = isFailure(deletion.error, 'not_found');
  return (
    <Dialog title="Delete Task" alert onClose={onClose} lightDismiss>
      <DialogBody>
        <p>
          <strong dir="auto">{(changed || task).title}</strong> moves to the deleted tasks, where it can be
          restored for {trashDays} days.
        </p>
        {changed && (
          <Notice kind="warning">
            Somebody changed this task after you opened it. Delete it all the same?
          </Notice>
        )}
        {gone && <Notice kind="info">This task is already deleted.</Notice>}
        {deletion.error && !changed && !gone && (
          <Notice kind="error">Failed to delete task. {explain(deletion.error)}</Notice>
        )}
      </DialogBody>
      <DialogActions>
        <Button data-autofocus="" onClick={onClose}>
          {gone ? 'Close' : 'Cancel'}
        </Button>
        {!gone && (
          <Button look="danger" busy={deletion.busy} busyText="Deleting..." onClick={() => deletion.submit()}>
            Delete Task
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
