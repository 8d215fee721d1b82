import { CircleCheckBig, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/core/translate.ts';
import type { Priority, Task } from '../../../shared/tasks/contract.ts';
import { maxSubtasks, maxTags } from '../../../shared/tasks/limits.ts';
import { priorityLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { useToday } from '../../core/clock.ts';
import { rich } from '../../core/rich.ts';
import { useMember } from '../../core/session.ts';
import { Checklist } from '../../records/checklist.tsx';
import { EditableText } from '../../records/editable-text.tsx';
import { QuickDateField } from '../../records/quick-date-field.tsx';
import { type PageTools, RecordPage, type RecordPageProps } from '../../records/record-page.tsx';
import { TagsField } from '../../records/tags-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { RecordHistory, TimeAgo } from '../history/public.ts';
import { setStatus } from './set-status.ts';
import { Creator } from './task-cells.tsx';
import styles from './task-page.module.css';
import { taskRecords } from './task-records.ts';
import { subtaskWords } from './task-words.ts';

type Tools = PageTools<typeof taskRecords>;

/** Puts in and takes out the same tags, whatever others have done to them meanwhile. */
const tagsEdit = (before: readonly string[], after: readonly string[]) => (task: Task) => ({
  tags: [
    ...task.tags.filter((tag) => after.includes(tag) || !before.includes(tag)),
    ...after.filter((tag) => !before.includes(tag) && !task.tags.includes(tag)),
  ],
});

const CompleteButton = ({ tools }: { tools: Tools }) => {
  const completed = tools.record.status === 'completed';
  return (
    <Button
      className={styles.complete}
      icon={completed ? RotateCcw : CircleCheckBig}
      onClick={() => void setStatus(tools.edit, tools.record, completed ? 'pending' : 'completed')}
    >
      {completed ? t('Reopen') : t('Mark as completed')}
    </Button>
  );
};

/**
 * A date that is saved when its field is left or Enter is pressed: while it is being typed, each part of it makes another date of
 * the whole.
 */
const Deadline = ({ tools: { record: task, edit } }: { tools: Tools }) => {
  const { membership } = useMember();
  const today = useToday(membership.organization.timeZone);
  const [typed, setTyped] = useState<string | null>(null);
  const save = (deadline: string): void => {
    setTyped(null);
    if (deadline !== '' && deadline !== task.deadline) void edit(task, () => ({ deadline }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears how its field is left.
    <div
      onBlur={({ currentTarget, relatedTarget }) =>
        typed !== null && !currentTarget.contains(relatedTarget) && save(typed)
      }
      onKeyDown={(event) => event.key === 'Enter' && typed !== null && save(typed)}
    >
      <QuickDateField
        label={t('Deadline')}
        value={typed ?? task.deadline ?? ''}
        today={today}
        onChange={setTyped}
        onPick={save}
      />
    </div>
  );
};

const Facts = ({ tools }: { tools: Tools }) => {
  const { record: task, edit } = tools;
  return (
    <div className={styles.facts}>
      <Field label={t('Status')}>
        {(control) => (
          <Select
            {...control}
            options={taskStatusLabels}
            value={task.status}
            onChange={(status) => void setStatus(tools.edit, tools.record, status)}
          />
        )}
      </Field>
      <Field label={t('Priority')}>
        {(control) => (
          <Select
            {...control}
            options={priorityLabels}
            value={task.priority}
            onChange={(priority: Priority) => void edit(task, () => ({ priority }))}
          />
        )}
      </Field>
      <Deadline tools={tools} />
    </div>
  );
};

/** A task to read, and to edit where it stands. */
const TaskPage = (page: RecordPageProps<typeof taskRecords>) => {
  const { user } = useMember();
  return (
    <RecordPage {...page} records={taskRecords} editTitle={t('Edit title')} longestTitle={200}>
      {(tools) => {
        const { record: task, edit, save } = tools;
        return (
          <>
            <CompleteButton tools={tools} />
            <Facts tools={tools} />
            <EditableText
              label={t('Description')}
              editLabel={t('Edit description')}
              placeholder={t('Add a description')}
              userId={user.id}
              subject={`task:${task.id}:description`}
              record={task}
              value={task.description}
              failure={taskRecords.words().saveFailed}
              onSave={(base, description) => save(base, { description })}
            />
            <Checklist
              words={subtaskWords()}
              items={task.subtasks}
              most={maxSubtasks}
              longest={200}
              onEdit={(lines) => edit(task, ({ subtasks }) => ({ subtasks: lines(subtasks) }))}
            />
            <TagsField
              tags={task.tags}
              limits={tagLimits()}
              error={undefined}
              onChange={(tags) => void edit(task, tagsEdit(task.tags, tags))}
            />
            <p className={styles.made}>
              <Creator userId={task.createdBy} named />
              <TimeAgo at={task.createdAt} />
            </p>
            <RecordHistory entity="task" recordId={task.id} words={historyWords()} />
          </>
        );
      }}
    </RecordPage>
  );
};

const tagLimits = () => ({
  most: maxTags,
  longest: 50,
  tooMany: t('At most {most, number} tags', { most: maxTags }),
  tooLong: t('A tag has at most {most, number} characters.', { most: 50 }),
});

const historyWords = () => ({
  heading: t('History'),
  list: t('History of this task'),
  none: t('There is no history of this task yet.'),
  changed: (name: string, person: (inside: string) => ReactNode) =>
    rich('<person>{name}</person> changed the task', { name, person }),
});

export default TaskPage;
