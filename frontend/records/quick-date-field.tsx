import { addDays } from '../../shared/core/calendar.ts';
import { t } from '../../shared/core/translate.ts';
import { DateField } from '../ui/date-field.tsx';
import styles from './quick-date-field.module.css';

const quickDates = [
  [() => t('Today'), 0],
  [() => t('Tomorrow'), 1],
  [() => t('In a week'), 7],
] as const;

interface QuickDateFieldProps {
  label: string;
  required?: boolean;
  error?: string | undefined;
  /** `2027-05-01`, or empty. */
  value: string;
  /** The calendar date of today in the group's time zone. */
  today: string;
  onChange: (date: string) => void;
  /** A day was picked by its name: `onChange`, if nothing else is said. */
  onPick?: (date: string) => void;
}

/** A date, with the days that are meant most often. */
export const QuickDateField = ({ today, onChange, onPick = onChange, ...field }: QuickDateFieldProps) => (
  <DateField
    {...field}
    onChange={onChange}
    hint={
      <span className={styles.quickDates}>
        {quickDates.map(([name, days]) => (
          <button key={days} type="button" onClick={() => onPick(addDays(today, days))}>
            {name()}
          </button>
        ))}
      </span>
    }
  />
);
