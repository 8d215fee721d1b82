import { writtenDate } from '../core/calendar.ts';
import type { FieldChange } from '../core/change.ts';
import { type Happening, listed, nameIn, quoted, type Sentence, type Sentences } from '../core/sentence.ts';
import type { Priority, Subtask, TaskStatus } from './contract.ts';
import { priorityLabels, taskStatusLabels } from './rules.ts';

type Show = (value: unknown) => string;

const fromTo =
  (show: Show) =>
  ({ before, after }: FieldChange): string =>
    ` from ${show(before)} to ${show(after)}`;

const mostNamed = 3;
const few = (deeds: readonly string[]): string =>
  deeds.length === 0
    ? ''
    : `: ${listed([
        ...deeds.slice(0, mostNamed),
        ...(deeds.length > mostNamed ? [`${deeds.length - mostNamed} more`] : []),
      ])}`;

const deedsWithTags = ({ before, after }: FieldChange): string => {
  const [was, is] = [(before ?? []) as string[], (after ?? []) as string[]];
  return few([
    ...is.filter((tag) => !was.includes(tag)).map((tag) => `added ${quoted(tag)}`),
    ...was.filter((tag) => !is.includes(tag)).map((tag) => `removed ${quoted(tag)}`),
  ]);
};

const deedsWithSubtasks = ({ before, after }: FieldChange): string => {
  const [was, is] = [(before ?? []) as Subtask[], (after ?? []) as Subtask[]];
  const earlier = new Map(was.map((subtask) => [subtask.id, subtask]));
  const kept = new Set(is.map(({ id }) => id));
  return few([
    ...is.flatMap(({ id, title, completed }) => {
      const old = earlier.get(id);
      if (!old) return [`added ${quoted(title)}`];
      return [
        ...(old.title === title ? [] : [`renamed ${quoted(old.title)} to ${quoted(title)}`]),
        ...(old.completed === completed ? [] : [`${completed ? 'completed' : 'reopened'} ${quoted(title)}`]),
      ];
    }),
    ...was.filter(({ id }) => !kept.has(id)).map(({ title }) => `removed ${quoted(title)}`),
  ]);
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
  tags: { label: 'tags', how: deedsWithTags },
  subtasks: { label: 'sub-tasks', how: deedsWithSubtasks },
};

const fieldOf = ({ field }: FieldChange) => fields[field] ?? { label: field, how: () => '' };

const changed = (event: Happening): Sentence => {
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
