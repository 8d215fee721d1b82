import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { priorityLabels, taskOrderLabels, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { membersQuery } from '../team/public.ts';
import type { TaskFilters } from './task-filters.ts';
import styles from './task-toolbar.module.css';

const statusOptions = () => ({ all: t('All Status'), ...taskStatusLabels });
const priorityOptions = () => ({ all: t('All Priority'), ...priorityLabels });

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
  const what = (): string => {
    if (!createdBy) return t('Open tasks');
    const of = { name: name ?? t('one member') };
    return open ? t('Open tasks of {name}', of) : t('Tasks of {name}', of);
  };
  return (
    <Button
      icon={X}
      className={styles.due}
      aria-label={t('Remove filter: {what}', { what: what() })}
      onClick={onRemove}
    >
      <bdi>{what()}</bdi>
    </Button>
  );
};

/** Search, filters and order of the task list. */
export const TaskToolbar = ({ typed, onType, display, filters, onFilter }: TaskToolbarProps) => (
  <search className={styles.frame}>
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchField label={t('Search tasks')} value={typed} longest={200} onChange={onType} />
      </div>
      <div>
        <Field label={t('Filter by status')} labelHidden>
          {(control) => (
            <Select
              {...control}
              options={statusOptions()}
              value={filters.status ?? 'all'}
              onChange={(status) => onFilter({ status: status === 'all' ? '' : status })}
            />
          )}
        </Field>
      </div>
      <Field label={t('Filter by priority')} labelHidden>
        {(control) => (
          <Select
            {...control}
            options={priorityOptions()}
            value={filters.priority ?? 'all'}
            onChange={(priority) => onFilter({ priority: priority === 'all' ? '' : priority })}
          />
        )}
      </Field>
      <Field label={t('Sort by')} labelHidden>
        {(control) => (
          <Select
            {...control}
            options={taskOrderLabels}
            value={filters.sort ?? 'newest'}
            onChange={(sort) => onFilter({ sort: sort === 'newest' ? undefined : sort })}
          />
        )}
      </Field>
      <div>{display}</div>
      {filters.dueBy && (
        <Button
          icon={X}
          className={styles.due}
          aria-label={t('Remove filter: due by today')}
          onClick={() => onFilter({ filter: undefined })}
        >
          {t('Due by today')}
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
