import { CircleCheckBig, CircleDot, Flag, Pencil } from 'lucide-react';
import { t } from '../../../shared/core/translate.ts';
import { priorityLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { useMember } from '../../core/session.ts';
import { plainExcerpt } from '../../records/plain-excerpt.ts';
import { type ListKind, RecordListPage } from '../../records/record-list-page.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { setStatus } from './set-status.ts';
import { StatusDialog } from './status-dialog.tsx';
import { CompletedTick, taskColumns } from './task-cells.tsx';
import { isFiltered, useTaskFilters } from './task-filters.ts';
import { taskRecords } from './task-records.ts';
import { TaskToolbar } from './task-toolbar.tsx';

type Question = 'status';
const choices = <T extends string>(
  field: 'status' | 'priority',
  labels: Readonly<Record<T, string>>,
  icon: typeof Flag,
) =>
  (Object.keys(labels) as T[]).map((value) => ({
    label: () => labels[value],
    icon,
    values: { [field]: value },
  }));

const kind: ListKind<typeof taskRecords, Question> = {
  records: taskRecords,
  heading: () => t('Tasks & Projects'),
  subtitle: () => t('Manage your tasks and track project progress'),
  createLabel: () => t('New Task'),
  columns: taskColumns,
  excerptOf: ({ description }) => plainExcerpt(description),
  isDone: ({ status }) => status === 'completed',
  leading: (task, tools) => (
    <CompletedTick
      task={task}
      onToggle={() => void setStatus(tools.edit, task, task.status === 'completed' ? 'pending' : 'completed')}
    />
  ),
  menuOf: (task, { ask }) => [
    { label: t('Edit Task'), icon: Pencil, onSelect: () => ask('edit', task) },
    { label: t('Change Status'), icon: CircleCheckBig, onSelect: () => ask('status', task) },
  ],
  selectLabel: (title) => t('Select {title}', { title }),
  selectAllLabel: () => t('Select all tasks shown'),
  bulk: [
    { label: () => t('Status'), icon: CircleDot, choices: choices('status', taskStatusLabels, CircleDot) },
    { label: () => t('Priority'), icon: Flag, choices: choices('priority', priorityLabels, Flag) },
  ],
  questions: { status: true },
  form: lazyPart(() => import('./task-dialog.tsx')),
  page: lazyPart(() => import('./task-page.tsx')),
  empty: {
    picture: 'list',
    title: () => t('No tasks found'),
    text: () => t('Create your first task to get started'),
    filtered: () => t('Try adjusting your search or filter criteria'),
  },
};

/** Tasks & Projects (S2 §2.2). */
const TasksPage = () => {
  const { membership } = useMember();
  const [filters, changeFilters] = useTaskFilters(membership.organization.timeZone);
  return (
    <RecordListPage
      kind={kind}
      filters={filters}
      isFiltered={isFiltered(filters)}
      onSearch={(search) => changeFilters({ search })}
      toolbar={(parts) => <TaskToolbar {...parts} filters={filters} onFilter={changeFilters} />}
      question={(_ask, task, tools) => (
        <StatusDialog
          task={task}
          onClose={tools.close}
          onChoose={(_task, status) => void setStatus(tools.edit, task, status)}
        />
      )}
    />
  );
};

export default TasksPage;
