import { type Change, type CounterDelta, changedFields, type MappedEvent, text } from '../core/change.ts';

const told = ['title', 'description', 'priority', 'status', 'deadline', 'tags', 'subtasks'] as const;
const kept = { description: 'none', subtasks: 'changed-items' } as const;

const counted = (status: unknown, by: 1 | -1): CounterDelta => ({ counter: `tasks.${text(status)}`, by });

const completion = (image: Change['after'] | undefined, by: 1 | -1): CounterDelta[] => {
  const at = text(image?.completedAt);
  if (at === '') return [];
  const until = text(image?.deadline) || undefined;
  return [
    { counter: 'tasksCompleted', by, at },
    { counter: 'tasksCompletedOnTime', by, at, until },
  ];
};

/** Completed tasks count on the day on which they were completed; one that is opened again is taken back from that day. */
const deltasOf = ({ before, after }: Change): CounterDelta[] => [
  ...(before?.status === after.status
    ? []
    : [...(before ? [counted(before.status, -1)] : []), counted(after.status, 1)]),
  ...(before?.completedAt === after.completedAt && before?.deadline === after.deadline
    ? []
    : [...completion(before, -1), ...completion(after, 1)]),
];

/** The event that a change of a task is. Moved to Trash and back, it is another row each time: nothing of it has changed. */
export const toTaskEvent = (change: Change): MappedEvent | null => {
  const { before, after } = change;
  const record = { id: text(after.id), title: text(after.title) };
  if (!before && after.deletedAt !== undefined)
    return { ...record, type: 'task.deleted', changes: [], deltas: [counted(after.status, -1)] };
  if (!before && Number(after.version) > 1)
    return { ...record, type: 'task.restored', changes: [], deltas: [counted(after.status, 1)] };
  if (!before)
    return {
      ...record,
      type: 'task.created',
      changes: [],
      deltas: [{ counter: 'tasksCreated', by: 1, at: text(after.createdAt) }, ...deltasOf(change)],
    };
  const changes = changedFields(change, told, kept);
  if (changes.length === 0) return null;
  const completed = [before.status, after.status].map((status) => status === 'completed');
  const type =
    completed[0] === completed[1] ? 'task.changed' : completed[1] ? 'task.completed' : 'task.reopened';
  return { ...record, type, changes, deltas: deltasOf(change) };
};
