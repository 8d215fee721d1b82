import { may } from '../../shared/core/access.ts';
import type { Page } from '../../shared/core/page.ts';
import type {
  DeletedTask,
  NewTask,
  Subtask,
  SubtaskDraft,
  Task,
  TaskChange,
  TaskInTrash,
  TaskListQuery,
} from '../../shared/tasks/contract.ts';
import { restorableUntil } from '../../shared/tasks/rules.ts';
import type { MemberContext } from '../core/caller.ts';
import { auditStamp } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import type { PersonNames } from '../core/person-names.ts';
import type { Met, TaskStore } from './task-store.ts';

export interface TaskDeps {
  store: TaskStore;
  newId: (now: Date) => string;
  names: PersonNames;
}

const missing = () => new Failure('not_found');

/** What a write that met another version, or nothing, is answered. */
const refusal = (met: Met): Failure =>
  met === 'nothing' ? missing() : new Failure('version.conflict', { current: met.current });

const numbered = (deps: TaskDeps, now: Date, drafts: SubtaskDraft[]): Subtask[] =>
  drafts.map(({ id, title, completed }) => ({ id: id ?? deps.newId(now), title, completed }));

export const listTasks = (
  { store }: TaskDeps,
  { actor }: MemberContext,
  query: TaskListQuery,
): Promise<Page<Task>> => store.list(actor.organizationId, query);

/** Tasks in Trash, and by whom they were deleted. */
export const listDeletedTasks = async (
  { store, names }: TaskDeps,
  { actor: { organizationId }, now }: MemberContext,
  query: { limit: number; cursor?: string },
): Promise<Page<TaskInTrash>> => {
  const { items, nextCursor } = await store.listDeleted(organizationId, query, now);
  const nameOf = await names(
    organizationId,
    items.map(({ deletedBy }) => deletedBy),
  );
  return { items: items.map((task) => ({ ...task, deletedByName: nameOf(task.deletedBy) })), nextCursor };
};

/** @throws Failure `not_found` */
export const getTask = async (
  { store }: TaskDeps,
  { actor }: MemberContext,
  taskId: string,
): Promise<Task> => {
  const task = await store.get(actor.organizationId, taskId);
  if (!task) throw missing();
  return task;
};

/** Creates a task; a repeated submission creates one and gets the same answer. */
export const createTask = async (
  deps: TaskDeps,
  { actor, now, commit }: MemberContext,
  input: NewTask,
): Promise<Task> => {
  const moment = now.toISOString();
  const task: Task = {
    ...input,
    id: deps.newId(now),
    subtasks: numbered(deps, now, input.subtasks),
    createdAt: moment,
    createdBy: actor.userId,
    updatedAt: moment,
    updatedBy: actor.userId,
    completedAt: input.status === 'completed' ? moment : null,
    version: 1,
  };
  return (await deps.store.create(actor.organizationId, task, commit)).answer;
};

/** @throws Failure `not_found` · `version.conflict` with the task as it is now */
export const changeTask = async (
  deps: TaskDeps,
  { actor, now }: MemberContext,
  taskId: string,
  { version, ...change }: TaskChange,
): Promise<Task> => {
  const outcome = await deps.store.change(actor.organizationId, taskId, version, {
    ...change,
    subtasks: change.subtasks && numbered(deps, now, change.subtasks),
    completedAt: change.status && (change.status === 'completed' ? now.toISOString() : null),
    updatedAt: now.toISOString(),
    updatedBy: actor.userId,
  });
  if (outcome === 'nothing' || 'current' in outcome) throw refusal(outcome);
  return outcome;
};

/** @throws Failure `not_found` · `version.conflict` with the task as it is now */
export const removeTask = async (
  { store }: TaskDeps,
  { actor, now, commit }: MemberContext,
  taskId: string,
  version: number,
): Promise<DeletedTask> => {
  const task = await store.get(actor.organizationId, taskId);
  if (!task) throw missing();
  if (task.version !== version) throw refusal({ current: task });
  const deleted: DeletedTask = {
    ...task,
    version: version + 1,
    deletedAt: now.toISOString(),
    deletedBy: actor.userId,
    restorableUntil: restorableUntil(now).toISOString(),
  };
  const outcome = await store.moveToTrash(actor.organizationId, deleted, version, commit);
  if (outcome === 'nothing' || 'current' in outcome) throw refusal(outcome);
  return outcome.answer;
};

/**
 * Undo of a deletion: for the one who deleted the task, and for whoever may restore from Trash (PRODUCT §2).
 * @throws Failure `not_found` · `version.conflict` with the deleted task as it is now · `forbidden`
 */
export const restoreTask = async (
  { store }: TaskDeps,
  { actor, now, commit }: MemberContext,
  taskId: string,
  version: number,
): Promise<Task> => {
  const deleted = await store.getDeleted(actor.organizationId, taskId, now);
  if (!deleted) throw missing();
  if (deleted.version !== version) throw refusal({ current: deleted });
  if (deleted.deletedBy !== actor.userId && !may(actor, 'trash.restore')) throw new Failure('forbidden');
  const { deletedAt, deletedBy, restorableUntil: until, ...before } = deleted;
  const task: Task = { ...before, version: deleted.version + 1 };
  const outcome = await store.restore(
    actor.organizationId,
    task,
    version,
    auditStamp(actor.userId, now),
    commit,
  );
  if (outcome === 'nothing' || 'current' in outcome) throw refusal(outcome);
  return outcome.answer;
};
