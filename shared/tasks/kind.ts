import type { CounterDelta } from '../core/change.ts';
import { choiceField, dateField, lineField, textField } from '../core/fields.ts';
import { recordKind } from '../core/kind.ts';
import { checklistField, tagsField } from '../core/list-fields.ts';
import { t, tParts } from '../core/translate.ts';
import { maxSubtasks, maxTags } from './limits.ts';
import { priorityLabels, taskStatusLabels } from './rules.ts';

export const taskFields = {
  title: lineField(() => t('Title'), { searched: 'everywhere' }),
  description: textField(
    () => t('Description'),
    () => t('No description'),
    { searched: 'in its list' },
  ),
  priority: choiceField(() => t('Priority'), priorityLabels, 'medium'),
  status: choiceField(() => t('Status'), taskStatusLabels, 'pending'),
  deadline: dateField(
    () => t('Deadline'),
    () => t('No deadline'),
  ),
  tags: tagsField(
    () => t('Tags'),
    () => t('No tags'),
    maxTags,
  ),
  subtasks: checklistField(
    () => t('Sub-tasks'),
    () => t('No sub-tasks'),
    maxSubtasks,
  ),
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
  sentences: {
    changedField: {
      title: () => t('changed field|title'),
      description: () => t('changed field|description'),
      priority: () => t('changed field|priority'),
      status: () => t('changed field|status'),
      deadline: () => t('changed field|deadline'),
      tags: () => t('changed field|tags'),
      subtasks: () => t('changed field|sub-tasks'),
    },
    created: (told) =>
      tParts(
        '{who, select, unnamed {Created} other {<person>{name}</person> created}} the task <record>“{title}”</record>',
        told,
      ),
    deleted: (told) =>
      tParts(
        '{who, select, unnamed {Deleted} other {<person>{name}</person> deleted}} the task <record>“{title}”</record>',
        told,
      ),
    restored: (told) =>
      tParts(
        '{who, select, unnamed {Restored} other {<person>{name}</person> restored}} the task <record>“{title}”</record>',
        told,
      ),
    renamed: (told) =>
      tParts(
        '{who, select, unnamed {Renamed} other {<person>{name}</person> renamed}} the task “{before}” to <record>“{title}”</record>',
        told,
      ),
    changed: (told) =>
      tParts(
        '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the {fields} of the task <record>“{title}”</record>{how, select, values { from {from} to {to}} items {: {items}} other {}}',
        told,
      ),
    own: {
      completed: (told) =>
        tParts(
          '{who, select, unnamed {Completed} other {<person>{name}</person> completed}} the task <record>“{title}”</record>',
          told,
        ),
      reopened: (told) =>
        tParts(
          '{who, select, unnamed {Reopened} other {<person>{name}</person> reopened}} the task <record>“{title}”</record>',
          told,
        ),
    },
  },
  fields: taskFields,
  title: 'title',
  detail: 'status',
  own: { completedAt: null as string | null },
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
  heading: () => t('Tasks'),
  icon: 'tasks',
  pathOf: (id) => `/dashboard/tasks/${id}`,
  shownBy: () => [['tasks']],
});
