import type * as z from 'zod';
import type { SubtaskDraft, Task } from '../../../shared/tasks/contract.ts';

export type SubtaskFields = z.output<typeof SubtaskDraft>;

/** What a person can change of a task. */
export interface TaskFields
  extends Pick<Task, 'title' | 'description' | 'priority' | 'status' | 'deadline' | 'tags'> {
  /** One without an id is new. */
  subtasks: SubtaskFields[];
}

export type TaskField = keyof TaskFields;

export const taskFields = [
  'title',
  'description',
  'priority',
  'status',
  'deadline',
  'tags',
  'subtasks',
] as const satisfies readonly TaskField[];

/** The changeable part of a task. */
export const fieldsOf = (task: Task): TaskFields => ({
  title: task.title,
  description: task.description,
  priority: task.priority,
  status: task.status,
  deadline: task.deadline,
  tags: task.tags,
  subtasks: task.subtasks,
});

// Attribute order must not make two equal sub-tasks differ.
const plain = (value: TaskFields[TaskField]): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.localeCompare(b)));
  });

export const same = (a: TaskFields, b: TaskFields, field: TaskField): boolean =>
  plain(a[field]) === plain(b[field]);

/** The fields that differ between two states of a task. */
export const changedFields = (from: TaskFields, to: TaskFields): TaskField[] =>
  taskFields.filter((field) => !same(from, to, field));

/** Additions and removals of both sides. */
const mergeTags = (base: string[], mine: string[], theirs: string[]): string[] => [
  ...theirs.filter((tag) => mine.includes(tag) || !base.includes(tag)),
  ...mine.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
];

const withId = (subtasks: SubtaskFields[], id: string | undefined): SubtaskFields | undefined =>
  id === undefined ? undefined : subtasks.find((subtask) => subtask.id === id);

const text = (subtask: SubtaskFields | undefined): string => plain(subtask ? [subtask] : []);

const bothRenamed = (before: SubtaskFields, my: SubtaskFields, their: SubtaskFields): boolean =>
  my.title !== before.title && their.title !== before.title && my.title !== their.title;

/** Two changes of one sub-task. A switch has two positions: both sides can only have switched it the same way. */
const ofBoth = (before: SubtaskFields, my: SubtaskFields, their: SubtaskFields): SubtaskFields => ({
  ...their,
  title: my.title === before.title ? their.title : my.title,
  completed: my.completed === before.completed ? their.completed : my.completed,
});

/** Sub-tasks of both sides, or null when both changed the same one differently. */
const mergeSubtasks = (
  base: SubtaskFields[],
  mine: SubtaskFields[],
  theirs: SubtaskFields[],
): SubtaskFields[] | null => {
  const merged: SubtaskFields[] = [];
  for (const their of theirs) {
    const before = withId(base, their.id);
    const my = withId(mine, their.id);
    if (!before || text(my) === text(before)) merged.push(their);
    else if (text(their) === text(before)) merged.push(...(my ? [my] : []));
    else if (my && !bothRenamed(before, my, their)) merged.push(ofBoth(before, my, their));
    else return null;
  }
  // What they do not have is new here, or was removed there.
  for (const my of mine) {
    if (withId(theirs, my.id)) continue;
    const before = withId(base, my.id);
    if (!before) merged.push(my);
    else if (text(my) !== text(before)) return null;
  }
  return merged;
};

export interface TaskMerge {
  /** Both sides together; where they conflict, mine. */
  fields: TaskFields;
  /** Fields that both sides changed differently: a person has to choose. */
  conflicts: TaskField[];
}

/**
 * Three-way merge of a task: `base` is what both started from. A field that one side changed takes that side;
 * tags and sub-tasks are merged one by one.
 */
export const mergeTask = (base: TaskFields, mine: TaskFields, theirs: TaskFields): TaskMerge => {
  const fields: TaskFields = { ...mine };
  const conflicts: TaskField[] = [];
  const take = <F extends TaskField>(field: F): void => {
    fields[field] = theirs[field];
  };
  for (const field of taskFields) {
    if (same(base, mine, field)) take(field);
    else if (same(base, theirs, field) || same(mine, theirs, field)) continue;
    else if (field === 'tags') fields.tags = mergeTags(base.tags, mine.tags, theirs.tags);
    else if (field === 'subtasks') {
      const subtasks = mergeSubtasks(base.subtasks, mine.subtasks, theirs.subtasks);
      if (subtasks) fields.subtasks = subtasks;
      else conflicts.push(field);
    } else conflicts.push(field);
  }
  return { fields, conflicts };
};
