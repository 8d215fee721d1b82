import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { priorityLabels, taskOrderLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { membersQuery } from '../team/public.ts';
import type { TaskFilters } from './task-filters.ts';
import styles from './task-toolbar.module.css';

const statusOptions = { all: 'All Status', ...taskStatusLabels };
const priorityOptions = { all: 'All Priority', ...priorityLabels };

interface TaskToolbarProps {
  typed: string;
  onType: (text: string) => void;
  /** What chooses columns. */
  display: ReactNode;
  filters: TaskFilters;
  onFilter: (
    change: Partial<
      Record<'status' | 'priority' | 'filter' | 'sort' | 'createdBy' | 'open', string | undefined>
    >,
  ) => void;
}

/** Says whose tasks are shown, where a figure of a member's page led here. */
const MadeByFilter = ({ filters, onRemove }: { filters: TaskFilters; onRemove: () => void }) => {
  const members = useQuery(membersQuery);
  const { createdBy, open } = filters;
  const name = members.data?.items.find(({ userId }) => userId === createdBy)?.name;
  const what = `${open ? 'Open tasks' : 'Tasks'}${createdBy ? ` of ${name ?? 'one member'}` : ''}`;
  return (
    <Button icon={X} className={styles.due} aria-label={`Remove filter: ${what}`} onClick={onRemove}>
      <bdi>{what}</bdi>
    </Button>
  );
};

/** Search, filters and order of the task list. */
export const TaskToolbar = ({ typed, onType, display, filters, onFilter }: TaskToolbarProps) => (
  <search className={styles.frame}>
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchField label="Search tasks" value={typed} longest={200} onChange={onType} />
      </div>
      <div className={styles.status}>
        <Field label="Filter by status" labelHidden>
          {(control) => (
            <Select
              {...control}
              options={statusOptions}
              value={filters.status ?? 'all'}
              onChange={(status) => onFilter({ status: status === 'all' ? '' : status })}
            />
          )}
        </Field>
      </div>
      <Field label="Filter by priority" labelHidden>
        {(control) => (
          <Select
            {...control}
            options={priorityOptions}
            value={filters.priority ?? 'all'}
            onChange={(priority) => onFilter({ priority: priority === 'all' ? '' : priority })}
          />
        )}
      </Field>
      <Field label="Sort by" labelHidden>
        {(control) => (
          <Select
            {...control}
            options={taskOrderLabels}
            value={filters.sort ?? 'newest'}
            onChange={(sort) => onFilter({ sort: sort === 'newest' ? undefined : sort })}
          />
        )}
      </Field>
      <div className={styles.display}>{display}</div>
      {filters.dueBy && (
        <Button
          icon={X}
          className={styles.due}
          aria-label="Remove filter: due by today"
          onClick={() => onFilter({ filter: undefined })}
        >
          Due by today
        </Button>
      )}
      {(filters.createdBy || (filters.open && !filters.dueBy)) && (
        <MadeByFilter
          filters={filters}
          onRemove={() => onFilter({ createdBy: undefined, open: undefined })}
        />
      )}
    </div>
  </search>
);
