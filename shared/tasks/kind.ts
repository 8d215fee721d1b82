import type { CounterDelta } from '../core/change.ts';
import { choiceField, dateField, lineField, textField } from '../core/fields.ts';
import { recordKind } from '../core/kind.ts';
import { checklistField, tagsField } from '../core/list-fields.ts';
import { maxSubtasks, maxTags } from './limits.ts';
import { priorityLabels, taskStatusLabels } from './rules.ts';

export const taskFields = {
  title: lineField('Title', { searched: 'everywhere' }),
  description: textField('Description', { searched: 'in its list' }),
  priority: choiceField('Priority', priorityLabels, 'medium'),
  status: choiceField('Status', taskStatusLabels, 'pending'),
  deadline: dateField('Deadline'),
  tags: tagsField('Tags', maxTags),
  subtasks: checklistField('Sub-tasks', maxSubtasks),
};

const completed = ({ completedAt, deadline }: { completedAt: string | null; deadline: string | null }) =>
  completedAt === null
    ? []
    : [
        { counter: 'tasksCompleted', by: 1, at: completedAt },
        { counter: 'tasksCompletedOnTime', by: 1, at: completedAt, until: deadline ?? undefined },
      ];

export const taskKind = recordKind({
  entity: 'task',
  noun: 'task',
  fields: taskFields,
  title: 'title',
  detail: 'status',
  own: { completedAt: null as string | null },
  verbs: { completed: 'completed', reopened: 'reopened' },
  typeOf: (before, after) => {
    const [was, is] = [before.status === 'completed', after.status === 'completed'];
    return was === is ? undefined : is ? 'completed' : 'reopened';
  },
  counters: {
    created: ({ createdAt }) => [{ counter: 'tasksCreated', by: 1, at: createdAt }],
    standing: ({ status }): CounterDelta[] => [{ counter: `tasks.${status}`, by: 1 }],
    // On the day on which it was completed; one that is opened again is taken back from that day.
    reached: completed,
  },
  heading: 'Tasks',
  icon: 'tasks',
  pathOf: (id) => `/dashboard/tasks/${id}`,
  shownBy: () => [['tasks']],
});
