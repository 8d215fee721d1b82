import { ListFilter } from 'lucide-react';
import { t } from '../../../shared/core/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { type DirectoryFilters, type EntryStatus, roleFilters, statusLabels } from './directory.ts';
import styles from './directory-filter.module.css';

interface DirectoryFilterProps {
  filters: DirectoryFilters;
  /** Those that there are to choose from. */
  statuses: readonly EntryStatus[];
  onFilter: (change: { role?: string | undefined; status?: string | undefined }) => void;
}

/** Role and status, behind a button that says when one of them is set (S2 §2.5). */
export const DirectoryFilter = ({ filters: { role, status }, statuses, onFilter }: DirectoryFilterProps) => {
  const statusOptions: Record<string, string> = {
    all: t('All'),
    ...Object.fromEntries(statuses.map((key) => [key, statusLabels[key]])),
  };
  const roleOptions: Record<string, string> = { all: t('All roles'), ...roleFilters };
  const applied = role !== undefined || status !== undefined;
  return (
    <Popover
      label={t('Filter members')}
      button={(opening) => (
        <Button {...opening} icon={ListFilter}>
          {t('Filter')} {applied && <span className={styles.applied}>{t('Applied')}</span>}
        </Button>
      )}
    >
      {() => (
        <>
          <Field label={t('Role')}>
            {(control) => (
              <Select<string>
                {...control}
                options={roleOptions}
                value={role ?? 'all'}
                onChange={(wanted) => onFilter({ role: wanted === 'all' ? undefined : wanted })}
              />
            )}
          </Field>
          <Field label={t('Status')}>
            {(control) => (
              <Select<string>
                {...control}
                options={statusOptions}
                value={status ?? 'all'}
                onChange={(wanted) => onFilter({ status: wanted === 'all' ? undefined : wanted })}
              />
            )}
          </Field>
          <Button
            look="quiet"
            className={styles.clear}
            disabled={!applied}
            onClick={() => onFilter({ role: undefined, status: undefined })}
          >
            {t('Clear')}
          </Button>
        </>
      )}
    </Popover>
  );
};
