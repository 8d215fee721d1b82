import { priorityLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import type { TaskFilters } from './task-filters.ts';
import styles from './task-toolbar.module.css';

const statusOptions = { all: 'All Status', ...taskStatusLabels };
const priorityOptions = { all: 'All Priority', ...priorityLabels };

interface TaskToolbarProps {
  typed: string;
  onType: (text: string) => void;
  filters: TaskFilters;
  onFilter: (change: { status?: string; priority?: string; filter?: undefined; sort?: undefined }) => void;
}

/** Search and filters of the task list. */
export const TaskToolbar = ({ typed, onType, filters, onFilter }: TaskToolbarProps) => (
  <search className={styles.toolbar}>
    <div className={styles.search}>
      <SearchField label="Search tasks" value={typed} longest={200} onChange={onType} />
    </div>
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
    <Field label="Filter by priority" labelHidden>
      {(control) => (
        <Select
          {...control}
          options={priorityOptions}
          value={filters.priority ?? 'all'}
          // What was preset by the address ends with the first choice of the person's own.
          onChange={(priority) => onFilter({ priority: priority === 'all' ? '' : priority, sort: undefined })}
        />
      )}
    </Field>
    {filters.dueBy && (
      <Button
        icon="close"
        className={styles.due}
        aria-label="Remove filter: due by today"
        onClick={() =>
          onFilter({
            filter: undefined,
            sort: undefined,
            ...(filters.priority && { priority: filters.priority }),
          })
        }
      >
        Due by today
      </Button>
    )}
  </search>
);
