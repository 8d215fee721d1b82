import * as z from 'zod';
import { defineContract } from '../core/contract.ts';
import { CalendarDate } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { Id, userId } from '../core/ids.ts';
import { PageQuery } from '../core/page.ts';
import { defineRecordRoutes, field, fieldFrom, recordSchemas, StoredMoment } from '../core/record.ts';
import { cleanLine, nameOf, SearchText, textOf } from '../core/text.ts';
import { t } from '../core/translate.ts';
import { maxSubtasks, maxTags } from './limits.ts';

export const priorities = ['low', 'medium', 'high'] as const;
export const Priority = z.enum(priorities);
export type Priority = z.output<typeof Priority>;

export const taskStatuses = ['pending', 'in-progress', 'review', 'completed'] as const;
/** `todo` is what quick add says (S2 §3); it is accepted and stored as `pending` (PRODUCT §4). */
export const TaskStatus = z
  .preprocess((given) => (given === 'todo' ? 'pending' : given), z.enum(taskStatuses))
  .meta({ type: 'string', enum: [...taskStatuses, 'todo'] });
export type TaskStatus = (typeof taskStatuses)[number];

/** Trimmed; empty and duplicate ones are ignored (S2 §5). */
const Tags = z
  .array(z.string().max(1000))
  .max(1000)
  .transform((tags) => [...new Set(tags.map(cleanLine).filter((tag) => tag !== ''))])
  .pipe(
    z
      .array(nameOf(() => t('A tag'), 50))
      .max(maxTags, { error: () => t('At most {most, number} tags', { most: maxTags }) }),
  )
  // As many as are sent, empty and duplicate ones too, are always taken.
  .meta({ maxItems: maxTags, items: { type: 'string', maxLength: 50 } });

/** A sub-task as it is written: one without an id is new. */
const SubtaskDraft = z.strictObject({
  id: Id.optional(),
  title: nameOf(() => t('Sub-task')),
  completed: z.boolean(),
});

/** Bytes of all titles together: two versions of a task stand in one event, and a row has room for 400 kB. */
const mostSubtaskBytes = 100_000;

/** As many as a task may have, whose titles fit together into its row. */
const listOf = <T extends z.ZodType<{ title: string }>>(item: T) =>
  z
    .array(item)
    .max(maxSubtasks, { error: () => t('At most {most, number} sub-tasks', { most: maxSubtasks }) })
    .refine(
      (list) => new TextEncoder().encode(list.map(({ title }) => title).join('')).length <= mostSubtaskBytes,
      { error: () => t('The sub-tasks are too long in total.') },
    );

export const SubtaskDrafts = listOf(SubtaskDraft)
  .refine(
    (list) => {
      const ids = list.flatMap(({ id }) => id ?? []);
      return new Set(ids).size === ids.length;
    },
    { error: () => t('Two sub-tasks have the same id.') },
  )
  .meta({ description: 'Those with an id, each with another one' });

/** Title, priority and deadline are required (S2 §5); a new task is pending and of medium priority unless it says otherwise. */
const schemas = recordSchemas(
  {
    title: field(
      z.string(),
      nameOf(() => t('Title')),
    ),
    description: fieldFrom(
      '',
      z.string(),
      textOf(() => t('Description')),
    ),
    priority: fieldFrom('medium', Priority, Priority),
    status: fieldFrom('pending', z.enum(taskStatuses), TaskStatus),
    deadline: field(z.string().nullable(), CalendarDate),
    tags: fieldFrom([], z.array(z.string()), Tags),
    subtasks: {
      stored: z.array(z.strictObject({ id: z.string(), title: z.string(), completed: z.boolean() })),
      created: listOf(SubtaskDraft.omit({ id: true })).default([]),
      changed: SubtaskDrafts,
    },
  },
  { completedAt: StoredMoment.nullable() },
);
export const { Stored: Task, New: NewTask, Change: TaskChange } = schemas;
export type Task = z.output<typeof Task>;
export type NewTask = z.output<typeof NewTask>;
export type TaskChange = z.output<typeof TaskChange>;

/** Orders of the list: within a priority, too, the newest comes first. */
export const taskOrders = ['newest', 'priority'] as const;
export type TaskOrder = (typeof taskOrders)[number];

const TaskListQuery = PageQuery.extend({
  status: TaskStatus.optional(),
  priority: Priority.optional(),
  /** Each of its words stands in title or description, whatever its case and accents (S2 §2.2, decision 31). */
  search: SearchText.optional(),
  /** Only tasks whose deadline is this day or earlier. */
  dueBy: CalendarDate.optional(),
  /** Only tasks that this member made. */
  createdBy: userId().optional(),
  /** Only tasks that are not completed. */
  open: z.literal('true').optional(),
  /** `newest` first, or the tasks of high priority before the others. */
  sort: z.enum(taskOrders).default('newest'),
});
export type TaskListQuery = z.output<typeof TaskListQuery>;

export const taskErrors = defineErrors({});

export const tasks = defineContract({
  module: 'tasks',
  title: 'Tasks & Projects',
  errors: taskErrors,
  routes: defineRecordRoutes({
    path: '/tasks',
    param: 'taskId',
    kind: 'task',
    noun: 'a task',
    listed: 'List tasks, newest first or by priority',
    read: 'tasks.read',
    write: 'tasks.write',
    query: TaskListQuery,
    schemas,
  }),
});
