import { createElement } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { trashDays } from '../../../shared/core/trash.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { taskFields } from '../../../shared/tasks/kind.ts';
import { paths } from '../../core/paths.ts';
import { rich } from '../../core/rich.ts';
import { routeTable } from '../../core/route-table.ts';
import type { Records, RecordWords } from '../../records/records.ts';
import { recordApi } from '../../records/records.ts';
import { fits, standsBefore, type TaskFilters } from './task-filters.ts';

const words = (): RecordWords => ({
  list: t('Tasks'),
  region: t('Task list'),
  loading: t('Loading tasks...'),
  listFailed: t('Failed to load tasks.'),
  shown: (count) => t('{count, plural, one {# task} other {# tasks}} shown', { count }),
  selected: (count) => t('{count, number} selected', { count }),
  created: t('Task created'),
  updated: t('Task updated'),
  saveFailed: t('Failed to save task. Please try again.'),
  openFailed: t('Failed to open the task'),
  gone: t('This task no longer exists'),
  goneDetail: t('It may have been deleted.'),
  goneInFull: t('This task no longer exists. It may have been deleted.'),
  deletedMeanwhile: t('This task was deleted in the meantime.'),
  deleted: t('Task deleted'),
  deleteTitle: t('Delete Task'),
  movesToTrash: (title) =>
    rich(
      '<title>{name}</title> moves to the deleted tasks, where it can be restored for {days, plural, one {# day} other {# days}}.',
      { name: title, days: trashDays, title: (inside) => createElement('strong', { dir: 'auto' }, inside) },
    ),
  changedMeanwhile: t('Somebody changed this task after you opened it. Delete it all the same?'),
  alreadyDeleted: t('This task is already deleted.'),
  deleteFailed: t('Failed to delete task.'),
  restored: t('Task restored'),
  notInTrash: t('It is no longer among the deleted tasks.'),
  restoreFailed: t('Failed to restore task'),
  createTitle: t('Create Task'),
  editTitle: t('Edit Task'),
  create: t('Create Task'),
  conflictTitle: t('This task changed in the meantime'),
  formDeleted: t(
    'This task was deleted in the meantime. What you typed is still here: save it as a new task, or copy what you need.',
  ),
  saveAsNew: t('Save as new task'),
  trash: t('Deleted tasks'),
  trashHint: t(
    'You can restore a deleted task for {days, plural, one {# day} other {# days}}. After that it is gone for good.',
    { days: trashDays },
  ),
  trashEmpty: t('No deleted tasks'),
  trashEmptyText: t('What you delete stays here for {days, plural, one {# day} other {# days}}.', {
    days: trashDays,
  }),
  bulk: {
    changed: (count) => t('{count, plural, one {# task} other {# tasks}} changed', { count }),
    changeFailed: (count) =>
      t('{count, plural, one {# task} other {# tasks}} could not be changed', { count }),
    deleted: (count) => t('{count, plural, one {# task} other {# tasks}} deleted', { count }),
    deleteFailed: (count) =>
      t('{count, plural, one {# task} other {# tasks}} could not be deleted', { count }),
    deleteTitle: (count) => t('Delete {count, plural, one {# task} other {# tasks}}', { count }),
    askDelete: (count) =>
      t(
        '{count, plural, one {# task moves} other {# tasks move}} to the deleted tasks, from where you can restore them for {days, plural, one {# day} other {# days}}.',
        { count, days: trashDays },
      ),
  },
});

/** Tasks, for the kit of records. */
export const taskRecords: Records<typeof taskFields, Task, TaskFilters> = {
  name: 'tasks',
  fields: taskFields,
  title: 'title',
  api: recordApi<Task>(routeTable.tasks, 'taskId'),
  path: paths.tasks,
  words,
  questionsOf: ({ search, ...filters }) => ({ ...filters, search: search || undefined }),
  fits,
  standsBefore: (one, other, { sort }) => standsBefore(one, other, sort),
};
