import { trashDays } from '../../../shared/core/trash.ts';
import type { Task } from '../../../shared/tasks/contract.ts';
import { taskFields } from '../../../shared/tasks/kind.ts';
import { paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import type { Records, RecordWords } from '../../records/records.ts';
import { recordApi } from '../../records/records.ts';
import { fits, standsBefore, type TaskFilters } from './task-filters.ts';

const tasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`;

const words: RecordWords = {
  list: 'Tasks',
  loading: 'Loading tasks...',
  listFailed: 'Failed to load tasks.',
  shown: (count) => `${tasks(count)} shown`,
  selected: (count) => `${count} selected`,
  created: 'Task created',
  updated: 'Task updated',
  saveFailed: 'Failed to save task. Please try again.',
  openFailed: 'Failed to open the task',
  gone: 'This task no longer exists',
  goneDetail: 'It may have been deleted.',
  deletedMeanwhile: 'This task was deleted in the meantime.',
  deleted: 'Task deleted',
  deleteTitle: 'Delete Task',
  movesToTrash: `moves to the deleted tasks, where it can be restored for ${trashDays} days.`,
  changedMeanwhile: 'Somebody changed this task after you opened it. Delete it all the same?',
  alreadyDeleted: 'This task is already deleted.',
  deleteFailed: 'Failed to delete task.',
  restored: 'Task restored',
  notInTrash: 'It is no longer among the deleted tasks.',
  restoreFailed: 'Failed to restore task',
  createTitle: 'Create Task',
  editTitle: 'Edit Task',
  create: 'Create Task',
  conflictTitle: 'This task changed in the meantime',
  formDeleted:
    'This task was deleted in the meantime. What you typed is still here: save it as a new task, or copy what you need.',
  saveAsNew: 'Save as new task',
  trash: 'Deleted tasks',
  trashHint: `You can restore a deleted task for ${trashDays} days. After that it is gone for good.`,
  trashEmpty: 'No deleted tasks',
  trashEmptyText: `What you delete stays here for ${trashDays} days.`,
  bulk: {
    changed: (count) => `${tasks(count)} changed`,
    changeFailed: (count) => `${tasks(count)} could not be changed`,
    deleted: (count) => `${tasks(count)} deleted`,
    deleteFailed: (count) => `${tasks(count)} could not be deleted`,
    deleteTitle: (count) => `Delete ${tasks(count)}`,
    askDelete: (count) =>
      `${tasks(count)} ${count === 1 ? 'moves' : 'move'} to the deleted tasks, from where you can restore them for ${trashDays} days.`,
  },
};

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
