import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { addDays } from '../../../shared/core/calendar.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { priorityLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { api } from '../../core/api.ts';
import { useToday } from '../../core/clock.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { LineInput } from '../../ui/line-input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast-store.ts';
import { DescriptionField } from './description-field.tsx';
import { conflictDialog } from './lazy-parts.ts';
import { SubtasksField } from './subtasks-field.tsx';
import { TagsField } from './tags-field.tsx';
import { changeTask, TaskConflict } from './task-changes.ts';
import styles from './task-dialog.module.css';
import { useTaskDraft } from './task-draft.ts';
import { checkForm, errorsOf, type InvalidFields, type TaskErrors, type TaskForm } from './task-form.ts';
import { TaskHistory } from './task-history.tsx';
import { addTask, dropTask, showTask } from './task-queries.ts';
import { TheirChange } from './their-change.tsx';

class InvalidForm extends Error {
  constructor(readonly found: InvalidFields) {
    super('The form can not be saved as it is.');
  }
}

interface TaskDialogProps {
  /** Null: a new task. */
  task: Task | null;
  onClose: () => void;
  /** Opens the dialog again, with the draft that was kept. */
  onReopen: (task: Task | null) => void;
}

const QuickDates = ({ today, onPick }: { today: string; onPick: (date: string) => void }) => (
  <span className={styles.quickDates}>
    {[
      ['Today', 0],
      ['Tomorrow', 1],
      ['In a week', 7],
    ].map(([label, days]) => (
      <button key={label} type="button" onClick={() => onPick(addDays(today, Number(days)))}>
        {label}
      </button>
    ))}
  </span>
);

/** Creates a task or edits one (S2 §2.2). */
const TaskDialog = ({ task, onClose, onReopen }: TaskDialogProps) => {
  const { user, membership } = useMember();
  const queryClient = useQueryClient();
  const today = useToday(membership.organization.timeZone);
  const draft = useTaskDraft(user.id, task);
  const { base, form } = draft;
  const [errors, setErrors] = useState<TaskErrors>({});
  const [summary, setSummary] = useState<string | null>(null);
  const [conflict, setConflict] = useState<TaskConflict | null>(null);
  const formElement = useRef<HTMLFormElement>(null);

  const finish = (saved: Task, from: Task | null): void => {
    draft.forget();
    if (from) showTask(queryClient, saved);
    else addTask(queryClient, saved);
    onClose();
    toast({ kind: 'success', title: from ? 'Task updated' : 'Task created' });
  };

  const saving = useSubmission({
    send: (from: Task | null): Promise<Task> => {
      const checked = checkForm(form);
      if (checked.errors) throw new InvalidForm(checked);
      if (from) return changeTask(from, checked.task);
      // Ids belong to the task that these sub-tasks may have come from.
      const subtasks = checked.task.subtasks.map(({ title, completed }) => ({ title, completed }));
      return api(routeTable.tasks.create, { body: { ...checked.task, subtasks } });
    },
    onSuccess: finish,
    onError: (error) => {
      if (error instanceof InvalidForm) {
        setErrors(error.found.errors);
        setSummary(error.found.summary);
      }
      if (error instanceof TaskConflict) setConflict(error);
      if (isFailure(error, 'invalid')) setErrors(errorsOf(error.errors));
      if (base && isFailure(error, 'not_found')) dropTask(queryClient, base.id);
    },
  });

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const change = (edit: Partial<TaskForm>): void => {
    setErrors((before) => {
      const touched = Object.keys(edit).filter((field) => field in before);
      return touched.length === 0
        ? before
        : Object.fromEntries(Object.entries(before).filter(([field]) => !touched.includes(field)));
    });
    draft.change(edit);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors({});
    setSummary(null);
    saving.submit(base);
  };

  const cancel = (): void => {
    onClose();
    if (!draft.dirty) return;
    draft.forget();
    toast({
      kind: 'info',
      title: 'Changes discarded',
      action: {
        label: 'Undo',
        run: () => {
          draft.keep();
          onReopen(task);
        },
      },
    });
  };

  const notFound = isFailure(saving.error, 'not_found');
  const gone = base !== null && (notFound || draft.isDeleted);
  const explained = saving.error instanceof TaskConflict || saving.error instanceof InvalidForm;
  const failed = saving.error && !(gone && notFound) && !explained;
  return (
    <Dialog title={base ? 'Edit Task' : 'Create Task'} size="form" onClose={onClose}>
      <form ref={formElement} onSubmit={submit} noValidate>
        <DialogBody>
          {draft.restored && (
            <Notice kind="info" actions={<Button onClick={draft.discard}>Discard</Button>}>
              Draft restored. These changes have not been saved yet.
            </Notice>
          )}
          {summary && <Notice kind="error">{summary}</Notice>}
          {failed && (
            <Notice kind="error">Failed to save task. Please try again. {explain(saving.error)}</Notice>
          )}
          {gone && (
            <Notice
              kind="error"
              actions={
                <Button
                  // Until then, pressed, it would wait for a change of a task that is no more.
                  busy={saving.busy}
                  onClick={() => {
                    draft.detach();
                    saving.submit(null);
                  }}
                >
                  Save as new task
                </Button>
              }
            >
              This task was deleted in the meantime. What you typed is still here: save it as a new task, or
              copy what you need.
            </Notice>
          )}
          <Field label="Title" required error={errors.title}>
            {(control) => (
              <LineInput
                {...control}
                data-autofocus=""
                dir="auto"
                value={form.title}
                longest={200}
                autoComplete="off"
                onChange={(title) => change({ title })}
              />
            )}
          </Field>
          <DescriptionField
            value={form.description}
            error={errors.description}
            onChange={(description) => change({ description })}
          />
          <div className={styles.columns}>
            <Field label="Priority" required error={errors.priority}>
              {(control) => (
                <Select
                  {...control}
                  options={priorityLabels}
                  value={form.priority}
                  onChange={(priority) => change({ priority })}
                />
              )}
            </Field>
            <Field label="Status" error={errors.status}>
              {(control) => (
                <Select
                  {...control}
                  options={taskStatusLabels}
                  value={form.status}
                  onChange={(status) => change({ status })}
                />
              )}
            </Field>
            <Field
              label="Deadline"
              required
              error={errors.deadline}
              hint={<QuickDates today={today} onPick={(deadline) => change({ deadline })} />}
            >
              {(control) => (
                <input
                  {...control}
                  type="date"
                  min="1970-01-01"
                  max="2100-12-31"
                  value={form.deadline}
                  onChange={(event) => change({ deadline: event.target.value })}
                />
              )}
            </Field>
          </div>
          <TagsField tags={form.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
          <SubtasksField
            subtasks={form.subtasks}
            error={errors.subtasks}
            onChange={(subtasks) => change({ subtasks })}
          />
          {base && <TaskHistory taskId={base.id} />}
        </DialogBody>
        <TheirChange
          change={gone ? null : draft.theirs}
          onTakeTheirs={draft.takeTheirs}
          onTakeMine={draft.takeMine}
        />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" type="submit" busy={saving.busy} busyText="Saving...">
            {base ? 'Save Changes' : 'Create Task'}
          </Button>
        </DialogActions>
      </form>
      {conflict && (
        <LazyDialog part={conflictDialog} onClose={() => setConflict(null)}>
          {(ConflictDialog) => (
            <ConflictDialog
              conflict={conflict}
              onClose={() => setConflict(null)}
              onSaved={(saved) => finish(saved, base)}
            />
          )}
        </LazyDialog>
      )}
    </Dialog>
  );
};

export default TaskDialog;
