import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';
import { CalendarDate, Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { Id, largestVersion, Version } from '../core/ids.ts';
import { PageQuery, pageOf, wholeNumber } from '../core/page.ts';
import { cleanLine, nameOf, SearchText, textOf } from '../core/text.ts';

export const priorities = ['low', 'medium', 'high'] as const;
export const Priority = z.enum(priorities);
export type Priority = z.output<typeof Priority>;

export const taskStatuses = ['pending', 'in-progress', 'review', 'completed'] as const;
/** `todo` is what quick add says (S2 §3); it is accepted and stored as `pending` (PRODUCT §4). */
export const TaskStatus = z
  .preprocess((given) => (given === 'todo' ? 'pending' : given), z.enum(taskStatuses))
  .meta({ type: 'string', enum: [...taskStatuses, 'todo'] });
export type TaskStatus = (typeof taskStatuses)[number];

export const maxTags = 20;
export const maxSubtasks = 100;

/** Trimmed; empty and duplicate ones are ignored (S2 §5). */
export const Tags = z
  .array(z.string().max(1000))
  .max(1000)
  .transform((tags) => [...new Set(tags.map(cleanLine).filter((tag) => tag !== ''))])
  .pipe(z.array(nameOf('A tag', 50)).max(maxTags, `At most ${maxTags} tags`))
  // As many as are sent, empty and duplicate ones too, are always taken.
  .meta({ maxItems: maxTags, items: { type: 'string', maxLength: 50 } });

export const Subtask = z.strictObject({
  id: Id,
  title: nameOf('Sub-task'),
  completed: z.boolean(),
});
export type Subtask = z.output<typeof Subtask>;

/** A sub-task as it is written: one without an id is new. */
export const SubtaskDraft = Subtask.partial({ id: true });
export type SubtaskDraft = z.output<typeof SubtaskDraft>;

/** Bytes of all titles together: two versions of a task stand in one event, and a row has room for 400 kB. */
const mostSubtaskBytes = 100_000;
const haveRoom = (list: readonly { title: string }[]): boolean =>
  new TextEncoder().encode(list.map(({ title }) => title).join('')).length <= mostSubtaskBytes;
const noRoom = 'The sub-tasks are too long in total.';

export const SubtaskDrafts = z
  .array(SubtaskDraft)
  .max(maxSubtasks, `At most ${maxSubtasks} sub-tasks`)
  .refine(haveRoom, noRoom)
  .refine((list) => {
    const ids = list.flatMap((subtask) => subtask.id ?? []);
    return new Set(ids).size === ids.length;
  }, 'Two sub-tasks have the same id.')
  .meta({ description: 'Those with an id, each with another one' });

/** The one shape of a task; what is written and shown is picked from it. */
export const Task = z.strictObject({
  id: Id,
  title: nameOf('Title'),
  description: textOf('Description'),
  priority: Priority,
  status: z.enum(taskStatuses),
  deadline: CalendarDate.nullable(),
  tags: z.array(z.string()),
  subtasks: z.array(Subtask),
  createdAt: Moment,
  createdBy: z.string(),
  updatedAt: Moment,
  updatedBy: z.string(),
  completedAt: Moment.nullable(),
  /** Grows by one with every change; a change names the version it was made from. */
  version: z.number().int().positive(),
});
export type Task = z.output<typeof Task>;

/** Title, priority and deadline are required (S2 §5); a new task is pending and of medium priority unless it says otherwise. */
export const NewTask = z.strictObject({
  title: nameOf('Title'),
  description: textOf('Description').default(''),
  priority: Priority.default('medium'),
  status: TaskStatus.default('pending'),
  deadline: CalendarDate,
  tags: Tags.default([]),
  subtasks: z
    .array(Subtask.omit({ id: true }))
    .max(maxSubtasks, `At most ${maxSubtasks} sub-tasks`)
    .refine(haveRoom, noRoom)
    .default([]),
});
export type NewTask = z.output<typeof NewTask>;

export const TaskChange = z
  .strictObject({
    version: Version,
    title: nameOf('Title').optional(),
    description: textOf('Description').optional(),
    priority: Priority.optional(),
    status: TaskStatus.optional(),
    deadline: CalendarDate.optional(),
    tags: Tags.optional(),
    subtasks: SubtaskDrafts.optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length > 1, {
    message: 'Name at least one field to change.',
  })
  .meta({ minProperties: 2 });
export type TaskChange = z.output<typeof TaskChange>;

/** A task in Trash: when and by whom it was deleted, and until when it can be restored (30 days). */
export const DeletedTask = Task.extend({ deletedAt: Moment, deletedBy: z.string(), restorableUntil: Moment });
export type DeletedTask = z.output<typeof DeletedTask>;

/** A deleted task as Trash lists it: by whom, as the group calls them. */
export const TaskInTrash = DeletedTask.extend({ deletedByName: z.string() });
export type TaskInTrash = z.output<typeof TaskInTrash>;

/** Orders of the list: within a priority, too, the newest comes first. */
export const taskOrders = ['newest', 'priority'] as const;
export type TaskOrder = (typeof taskOrders)[number];

export const TaskListQuery = PageQuery.extend({
  status: TaskStatus.optional(),
  priority: Priority.optional(),
  /** Each of its words stands in title or description, whatever its case and accents (S2 §2.2, decision 31). */
  search: SearchText.optional(),
  /** Only tasks whose deadline is this day or earlier. */
  dueBy: CalendarDate.optional(),
  /** Only tasks that this member made. */
  createdBy: z.string().min(1).max(128).optional(),
  /** Only tasks that are not completed. */
  open: z.literal('true').optional(),
  /** `newest` first, or the tasks of high priority before the others. */
  sort: z.enum(taskOrders).default('newest'),
});
export type TaskListQuery = z.output<typeof TaskListQuery>;

const params = z.strictObject({ taskId: Id });
const VersionText = wholeNumber('Give the version as a number.', 1, largestVersion);

export const taskErrors = defineErrors({});

export const tasks = defineContract({
  module: 'tasks',
  title: 'Tasks & Projects',
  errors: taskErrors,
  routes: {
    list: defineRoute({
      method: 'GET',
      path: '/tasks',
      summary: 'List tasks, newest first or by priority',
      status: 200,
      access: { permission: 'tasks.read' },
      query: TaskListQuery,
      output: pageOf(Task),
    }),
    create: defineRoute({
      method: 'POST',
      path: '/tasks',
      summary: 'Create a task',
      status: 201,
      access: { permission: 'tasks.write' },
      body: NewTask,
      output: Task,
    }),
    listDeleted: defineRoute({
      method: 'GET',
      path: '/tasks/deleted',
      summary: 'List deleted tasks that can still be restored, newest first',
      status: 200,
      access: { permission: 'trash.read' },
      query: PageQuery,
      output: pageOf(TaskInTrash),
    }),
    get: defineRoute({
      method: 'GET',
      path: '/tasks/{taskId}',
      summary: 'Read one task',
      status: 200,
      access: { permission: 'tasks.read' },
      params,
      output: Task,
    }),
    change: defineRoute({
      method: 'PATCH',
      path: '/tasks/{taskId}',
      summary: 'Change a task, naming the version it was made from',
      status: 200,
      access: { permission: 'tasks.write' },
      params,
      body: TaskChange,
      output: Task,
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: '/tasks/{taskId}',
      summary: 'Move a task to Trash, from which it can be restored for 30 days',
      status: 200,
      access: { permission: 'tasks.write' },
      params,
      query: z.strictObject({ version: VersionText }),
      output: DeletedTask,
    }),
    restore: defineRoute({
      method: 'POST',
      path: '/tasks/{taskId}/restore',
      summary: 'Bring a task back from Trash (who deleted it, a manager or an owner)',
      status: 200,
      access: { permission: 'tasks.write' },
      params,
      // Of the deleted task: a restore that comes late must not undo what happened since.
      body: z.strictObject({ version: Version }),
      output: Task,
    }),
  },
});
