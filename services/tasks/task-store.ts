import { fold } from '../../shared/core/folding.ts';
import { Id } from '../../shared/core/ids.ts';
import type { Page } from '../../shared/core/page.ts';
import { piecesOf } from '../../shared/core/words.ts';
import {
  type DeletedTask,
  type Priority,
  priorities,
  type Task,
  type TaskListQuery,
} from '../../shared/tasks/contract.ts';
import { type PagedList, readPage, readPageOfAll } from '../core/cursor.ts';
import { type AuditStamp, recorded } from '../core/event-log.ts';
import { absent, allOf, type Expression, inVersion } from '../core/expressions.ts';
import type { Commit, Committed } from '../core/idempotency.ts';
import { type Row, type Table, WriteRefused } from '../core/table.ts';
import {
  deletedTaskKey,
  deletedTaskPartition,
  priorityPartition,
  statusPartition,
  taskKey,
  taskPartition,
} from './task-keys.ts';

/** What a write met instead of the version it was made from: the task as it is now, or nothing. */
export type Met = { current: Task } | 'nothing';

/** The fields of a task that a change may touch. A task that is already completed keeps its `completedAt`; null clears it. */
export type TaskFields = Partial<Omit<Task, 'id' | 'createdAt' | 'createdBy' | 'version'>>;

const stored = (organizationId: string, task: Task, stamp: AuditStamp) => ({
  ...taskKey(organizationId, task.id),
  ...task,
  ...recorded('task', organizationId, stamp),
  // Absent rather than null while a task is not completed, so that a change can tell "keep it" from "set it".
  completedAt: task.completedAt ?? undefined,
  ...indexed(organizationId, task),
});

const updateOf = ({
  updatedBy = '',
  updatedAt = '',
}: Pick<TaskFields, 'updatedBy' | 'updatedAt'>): AuditStamp => ({
  changedBy: updatedBy,
  changedAt: updatedAt,
});

/** Folded, a text may grow (a Korean syllable is three letters); a row has room for 400 kB. */
const foldedDescription = (description: string): string => fold(description).slice(0, 30_000);

/** What is kept beside a task's fields, so that indexes and search can answer. */
const indexed = (organizationId: string, fields: TaskFields & { id: string }) => ({
  ...(fields.status && { gsi1pk: statusPartition(organizationId, fields.status) }),
  ...(fields.priority && { gsi2pk: priorityPartition(organizationId, fields.priority) }),
  // DynamoDB compares bytes, so what is searched is kept as every search compares it.
  ...(fields.title !== undefined && { titleFolded: fold(fields.title) }),
  ...(fields.description !== undefined && { descriptionFolded: foldedDescription(fields.description) }),
});

const taskIn = (row: Row): Task => ({
  id: row.id as string,
  title: row.title as string,
  description: row.description as string,
  priority: row.priority as Task['priority'],
  status: row.status as Task['status'],
  deadline: row.deadline as string | null,
  tags: row.tags as string[],
  subtasks: row.subtasks as Task['subtasks'],
  createdAt: row.createdAt as string,
  createdBy: row.createdBy as string,
  updatedAt: row.updatedAt as string,
  updatedBy: row.updatedBy as string,
  completedAt: (row.completedAt as string | undefined) ?? null,
  version: row.version as number,
});

const deletedTaskIn = (row: Row): DeletedTask => ({
  ...taskIn(row),
  deletedAt: row.deletedAt as string,
  deletedBy: row.deletedBy as string,
  restorableUntil: row.restorableUntil as string,
});

const isRestorable = (row: Row | undefined, now: Date): row is Row =>
  row !== undefined && (row.restorableUntil as string) > now.toISOString();

/** Each piece of a search stands in title or description: what `taskMatches` says of a task, as a filter. */
const containing = (search: string): Expression => {
  const pieces = piecesOf(search).map((piece, index) => [`:piece${index}`, piece] as const);
  const found = pieces.map(
    ([name]) => `(contains(titleFolded, ${name}) OR contains(descriptionFolded, ${name}))`,
  );
  return {
    // AND binds before OR; parentheses that are not needed would be refused.
    text: `${found.join(' AND ')}${whereLowerCase}`,
    values: { ...Object.fromEntries(pieces), ':lower': search.toLowerCase() },
  };
};

/** Rows from before there were folded copies are found by their lower-case ones, until they are written again. */
const whereLowerCase =
  ' OR (attribute_not_exists(titleFolded) AND (contains(titleLower, :lower) OR contains(descriptionLower, :lower)))';

const highestFirst = priorities.toReversed();

/**
 * The partitions that hold the fewest tasks besides those wanted, in the order in which they are read; what they can't tell
 * apart is filtered. By priority, one partition follows the other.
 */
const wanted = (
  organizationId: string,
  { status, priority, search, dueBy, createdBy, open, sort }: TaskListQuery,
): PagedList[] => {
  const byPriority = sort === 'priority' && !priority;
  const filters: Expression[] = [];
  if (status && byPriority)
    filters.push({
      text: '#status = :status',
      names: { '#status': 'status' },
      values: { ':status': status },
    });
  if (status && priority)
    filters.push({
      text: '#priority = :priority',
      names: { '#priority': 'priority' },
      values: { ':priority': priority },
    });
  if (search) filters.push(containing(search));
  if (dueBy)
    filters.push({
      text: 'deadline <= :dueBy AND attribute_type(deadline, :text)',
      values: { ':dueBy': dueBy, ':text': 'S' },
    });
  if (createdBy) filters.push({ text: 'createdBy = :createdBy', values: { ':createdBy': createdBy } });
  if (open)
    filters.push({
      text: '#status <> :completed',
      names: { '#status': 'status' },
      values: { ':completed': 'completed' },
    });
  const filter = filters.length > 0 ? allOf(...filters) : undefined;
  const tablePk = taskPartition(organizationId);
  const list = { filter, sortKey: Id };
  const ofPriority = (one: Priority): PagedList => ({
    ...list,
    pk: priorityPartition(organizationId, one),
    index: { name: 'gsi2', tablePk },
  });
  if (byPriority) return highestFirst.map(ofPriority);
  if (status)
    return [{ ...list, pk: statusPartition(organizationId, status), index: { name: 'gsi1', tablePk } }];
  return priority ? [ofPriority(priority)] : [{ ...list, pk: tablePk }];
};

const metIn = (refusal: WriteRefused): Met => {
  const row = refusal.rowAt(0);
  return row ? { current: taskIn(row) } : 'nothing';
};

/** Runs a write; null when it went through, else what it met at the row that it names. */
const metBy = async (write: () => Promise<unknown>): Promise<Met | null> => {
  try {
    await write();
    return null;
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    return metIn(error);
  }
};

/** Tasks: the only code that knows how they lie in the table. */
export const taskStore = (table: Table) => ({
  /** "Which tasks has this group, newest first or by priority, that fit the filters?" */
  async list(organizationId: string, query: TaskListQuery): Promise<Page<Task>> {
    const { rows, nextCursor } = await readPageOfAll(table, wanted(organizationId, query), query);
    return { items: rows.map(taskIn), nextCursor };
  },

  /** "Which deleted tasks can still be restored?" DynamoDB removes expired rows late, so the time counts. */
  async listDeleted(
    organizationId: string,
    query: { limit: number; cursor?: string },
    now: Date,
  ): Promise<Page<DeletedTask>> {
    const list = { pk: deletedTaskPartition(organizationId), sortKey: Id };
    const { rows, nextCursor } = await readPage(table, list, query);
    return { items: rows.filter((row) => isRestorable(row, now)).map(deletedTaskIn), nextCursor };
  },

  async get(organizationId: string, taskId: string): Promise<Task | undefined> {
    const row = await table.get(taskKey(organizationId, taskId));
    return row && taskIn(row);
  },

  async getDeleted(organizationId: string, taskId: string, now: Date): Promise<DeletedTask | undefined> {
    const row = await table.get(deletedTaskKey(organizationId, taskId));
    return isRestorable(row, now) ? deletedTaskIn(row) : undefined;
  },

  async create(organizationId: string, task: Task, commit: Commit): Promise<Committed<Task>> {
    const outcome = await commit(
      [{ put: stored(organizationId, task, updateOf(task)), condition: absent }],
      task,
    );
    if (outcome instanceof WriteRefused) throw outcome;
    return outcome;
  },

  /** Changes the fields named, if the task is still in that version; the changed task, or what was met instead. */
  async change(
    organizationId: string,
    taskId: string,
    version: number,
    fields: TaskFields,
  ): Promise<Task | Met> {
    const { completedAt, ...rest } = fields;
    const columns = { ...rest, ...updateOf(rest), ...indexed(organizationId, { ...rest, id: taskId }) };
    const names: Record<string, string> = { '#version': 'version' };
    const values: Record<string, unknown> = { ':next': version + 1 };
    const sets = ['#version = :next'];
    for (const [name, value] of Object.entries(columns)) {
      if (value === undefined) continue;
      names[`#${name}`] = name;
      values[`:${name}`] = value;
      sets.push(`#${name} = :${name}`);
    }
    if (completedAt) {
      values[':completedAt'] = completedAt;
      sets.push('completedAt = if_not_exists(completedAt, :completedAt)');
    }
    let changed: Row | undefined;
    const met = await metBy(async () => {
      changed = await table.write({
        update: taskKey(organizationId, taskId),
        expression: {
          text: `SET ${sets.join(', ')}${completedAt === null ? ' REMOVE completedAt' : ''}`,
          names,
          values,
        },
        condition: inVersion(version),
      });
    });
    return met ?? taskIn(changed as Row);
  },

  /** Moves a task to Trash, if it is still in that version; else what was met instead. */
  async moveToTrash(
    organizationId: string,
    task: DeletedTask,
    expected: number,
    commit: Commit,
  ): Promise<Committed<DeletedTask> | Met> {
    const outcome = await commit(
      [
        { remove: taskKey(organizationId, task.id), condition: inVersion(expected) },
        {
          put: {
            ...deletedTaskKey(organizationId, task.id),
            ...task,
            ...recorded('task', organizationId, { changedBy: task.deletedBy, changedAt: task.deletedAt }),
            ttl: Math.floor(new Date(task.restorableUntil).getTime() / 1000),
          },
        },
      ],
      task,
    );
    return outcome instanceof WriteRefused ? metIn(outcome) : outcome;
  },

  /** Brings a task back from Trash, if it is there in that version; else what was met instead. */
  async restore(
    organizationId: string,
    task: Task,
    expected: number,
    stamp: AuditStamp,
    commit: Commit,
  ): Promise<Committed<Task> | Met> {
    const outcome = await commit(
      [
        { remove: deletedTaskKey(organizationId, task.id), condition: inVersion(expected) },
        { put: stored(organizationId, task, stamp), condition: absent },
      ],
      task,
    );
    return outcome instanceof WriteRefused ? metIn(outcome) : outcome;
  },
});

export type TaskStore = ReturnType<typeof taskStore>;
