import { t } from '../../../shared/core/translate.ts';
import { maxSubtasks } from '../../../shared/tasks/limits.ts';
import { priorityLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { useToday } from '../../core/clock.ts';
import { useMember } from '../../core/session.ts';
import { ChecklistField } from '../../records/checklist-field.tsx';
import { MarkdownField } from '../../records/markdown-field.tsx';
import { QuickDateField } from '../../records/quick-date-field.tsx';
import { type RecordDialogProps, RecordFormDialog } from '../../records/record-form-dialog.tsx';
import { TagsField } from '../../records/tags-field.tsx';
import { Field } from '../../ui/field.tsx';
import { LineInput } from '../../ui/line-input.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './task-dialog.module.css';
import { checkTaskForm, taskForm } from './task-form.ts';
import { taskRecords } from './task-records.ts';
import { subtaskWords } from './task-words.ts';

/** A new task has no sub-tasks of another one: without their ids. */
const toNew = (values: object): object => ({
  ...values,
  subtasks: (values as ReturnType<typeof taskForm.valuesOf>).subtasks.map(({ title, completed }) => ({
    title,
    completed,
  })),
});

/** Creates a task or edits one (S2 §2.2). */
const TaskDialog = (dialog: RecordDialogProps<typeof taskRecords>) => {
  const { membership } = useMember();
  const today = useToday(membership.organization.timeZone);
  return (
    <RecordFormDialog
      {...dialog}
      records={taskRecords}
      entity="task"
      definition={taskForm}
      check={checkTaskForm}
      toNew={toNew}
    >
      {({ form, errors, change }) => (
        <>
          <Field label={t('Title')} required error={errors.title}>
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
          <MarkdownField
            label={t('Description')}
            viewLabel={t('Description view')}
            value={form.description}
            error={errors.description}
            onChange={(description) => change({ description })}
          />
          <div className={styles.columns}>
            <Field label={t('Priority')} required error={errors.priority}>
              {(control) => (
                <Select
                  {...control}
                  options={priorityLabels}
                  value={form.priority}
                  onChange={(priority) => change({ priority })}
                />
              )}
            </Field>
            <Field label={t('Status')} error={errors.status}>
              {(control) => (
                <Select
                  {...control}
                  options={taskStatusLabels}
                  value={form.status}
                  onChange={(status) => change({ status })}
                />
              )}
            </Field>
            <QuickDateField
              label={t('Deadline')}
              required
              error={errors.deadline}
              value={form.deadline}
              today={today}
              onChange={(deadline) => change({ deadline })}
            />
          </div>
          <TagsField tags={form.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
          <ChecklistField
            words={subtaskWords()}
            most={maxSubtasks}
            rows={form.subtasks}
            error={errors.subtasks}
            onChange={(subtasks) => change({ subtasks })}
          />
        </>
      )}
    </RecordFormDialog>
  );
};

export default TaskDialog;
