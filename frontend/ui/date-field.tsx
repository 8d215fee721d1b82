import { useEffect, useRef, useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { Field, type FieldProps } from './field.tsx';

interface DateFieldProps extends Omit<FieldProps, 'children'> {
  /** `2027-03-31`; empty where no date is given. */
  value: string;
  onChange: (date: string) => void;
  /** The first and the last day that can be given; those that the server takes (shared/core/calendar.ts), if not others. */
  min?: string;
  max?: string;
}

/**
 * A single date: the browser's own field, which every keyboard, phone and screen reader knows, in the order of the reader's
 * language. What is typed in part, or is no day of the calendar, has no value; the form is not sent without it, as if nothing stood there.
 */
export const DateField = ({
  value,
  onChange,
  min = '1970-01-01',
  max = '2100-12-31',
  error,
  ...field
}: DateFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [isPart, setIsPart] = useState(false);

  useEffect(() => {
    const element = input.current!;
    const { form } = element;
    const onSubmit = (event: Event): void => {
      if (!element.validity.badInput) return;
      event.preventDefault();
      event.stopPropagation();
      setIsPart(true);
      element.focus();
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, []);

  return (
    <Field
      {...field}
      error={isPart ? t('This is not a whole date. Type its day, month and year, or pick it.') : error}
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          type="date"
          min={min}
          max={max}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            if (!target.validity.badInput) setIsPart(false);
          }}
          onBlur={({ target }) => setIsPart(target.validity.badInput)}
        />
      )}
    </Field>
  );
};
