import { writtenDate } from '../core/calendar.ts';
import type { FieldChange } from '../core/change.ts';
import {
  listed,
  nameIn,
  quoted,
  type Sentence,
  type SentenceEvent,
  type Sentences,
} from '../core/sentence.ts';
import type { Priority, Subtask, TaskStatus } from './contract.ts';
import { priorityLabels, taskStatusLabels } from './rules.ts';

type Show = (value: unknown) => string;

const fromTo =
  (show: Show) =>
  ({ before, after }: FieldChange): string =>
    ` from ${show(before)} to ${show(after)}`;

const mostNamed = 3;
const some = (names: readonly string[]): string =>
  listed([
    ...names.slice(0, mostNamed),
    ...(names.length > mostNamed ? [`${names.length - mostNamed} more`] : []),
  ]);

/** `: added “a” and “b”; removed “c”`; nothing where nothing but the order changed. */
const itemChanges = (done: Readonly<Record<string, readonly string[]>>): string => {
  const words = Object.entries(done).flatMap(([verb, names]) =>
    names.length > 0 ? [`${verb} ${some(names)}`] : [],
  );
  return words.length > 0 ? `: ${words.join('; ')}` : '';
};

const tagChanges = ({ before, after }: FieldChange): string => {
  const [was, is] = [(before ?? []) as string[], (after ?? []) as string[]];
  return itemChanges({
    added: is.filter((tag) => !was.includes(tag)).map(quoted),
    removed: was.filter((tag) => !is.includes(tag)).map(quoted),
  });
};

const subtaskChanges = ({ before, after }: FieldChange): string => {
  const [was, is] = [(before ?? []) as Subtask[], (after ?? []) as Subtask[]];
  const old = new Map(was.map((subtask) => [subtask.id, subtask]));
  const kept = new Set(is.map(({ id }) => id));
  const named = (subtasks: readonly Subtask[]) => subtasks.map(({ title }) => quoted(title));
  const turned = (to: boolean) =>
    is.filter(({ id, completed }) => completed === to && old.get(id)?.completed === !to);
  return itemChanges({
    added: named(is.filter(({ id }) => !old.has(id))),
    completed: named(turned(true)),
    reopened: named(turned(false)),
    renamed: is.flatMap(({ id, title }) => {
      const before = old.get(id)?.title;
      return before === undefined || before === title ? [] : [`${quoted(before)} to ${quoted(title)}`];
    }),
    removed: named(was.filter(({ id }) => !kept.has(id))),
  });
};

/** What a field is called, and how it changed: ` from … to …`, `: added …`, or nothing where that would be too long. */
const fields: Readonly<Record<string, { label: string; how: (change: FieldChange) => string }>> = {
  title: { label: 'title', how: fromTo(quoted) },
  description: { label: 'description', how: () => '' },
  priority: { label: 'priority', how: fromTo((value) => priorityLabels[value as Priority]) },
  status: { label: 'status', how: fromTo((value) => taskStatusLabels[value as TaskStatus]) },
  deadline: {
    label: 'deadline',
    how: fromTo((value) => (typeof value === 'string' ? writtenDate(value) : 'none')),
  },
  tags: { label: 'tags', how: tagChanges },
  subtasks: { label: 'sub-tasks', how: subtaskChanges },
};

const fieldOf = ({ field }: FieldChange) => fields[field] ?? { label: field, how: () => '' };

const changed = (event: SentenceEvent): Sentence => {
  const [first, ...more] = event.changes;
  if (!first) return ['changed the task ', nameIn(event)];
  if (more.length > 0) {
    const labels = event.changes.map((change) => fieldOf(change).label);
    return [`changed the ${listed(labels)} of the task `, nameIn(event)];
  }
  const { label, how } = fieldOf(first);
  if (first.field === 'title') return [`renamed the task ${quoted(first.before)} to `, nameIn(event)];
  return [`changed the ${label} of the task `, nameIn(event), how(first)];
};

export const taskSentences: Sentences = {
  'task.created': (event) => ['created the task ', nameIn(event)],
  'task.changed': changed,
  'task.completed': (event) => ['completed the task ', nameIn(event)],
  'task.reopened': (event) => ['reopened the task ', nameIn(event)],
  'task.deleted': (event) => ['deleted the task ', nameIn(event)],
  'task.restored': (event) => ['restored the task ', nameIn(event)],
};

/** What became of one field of a task: `Status changed from Pending to Completed`, `Tags: added “site”`. */
export const taskDetail = (change: FieldChange): string => {
  const { label, how } = fieldOf(change);
  const words = how(change);
  return `${label[0]?.toUpperCase()}${label.slice(1)}${words.startsWith(':') ? '' : ' changed'}${words}`;
};
