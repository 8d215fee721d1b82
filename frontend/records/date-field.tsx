import { addDays } from '../../shared/core/calendar.ts';
import { Field } from '../ui/field.tsx';
import styles from './date-field.module.css';

const quickDates = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In a week', 7],
] as const;

/** First and last day that a record's date may be. */
export const dateLimits = { min: '1970-01-01', max: '2100-12-31' } as const;

interface DateFieldProps {
  label: string;
  required?: boolean;
  error: string | undefined;
  /** `2027-05-01`, or empty. */
  value: string;
  /** The calendar date of today in the group's time zone. */
  today: string;
  onChange: (date: string) => void;
}

/** A calendar date: the browser's own control, and the days that are meant most often. */
export const DateField = ({ label, required = false, error, value, today, onChange }: DateFieldProps) => (
  <Field
    label={label}
    required={required}
    error={error}
    hint={
      <span className={styles.quickDates}>
        {quickDates.map(([name, days]) => (
          <button key={name} type="button" onClick={() => onChange(addDays(today, days))}>
            {name}
          </button>
        ))}
      </span>
    }
  >
    {(control) => (
      <input
        {...control}
        {...dateLimits}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
