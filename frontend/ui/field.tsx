import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** What a control must carry so that its label, hint and error belong to it. */
export interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Puts the label out of sight; it is still read aloud. */
  labelHidden?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/**
 * Takes whoever has pressed a form's button to the first field that is wrong: on a phone it may be off the screen, and
 * a screen reader reads its error. Some browsers leave the focus nowhere after a press.
 */
const useFocusOnError = (id: string, error: string | undefined): void =>
  useEffect(() => {
    if (!error) return;
    const control = document.getElementById(id);
    const form = control?.closest('form');
    if (form?.querySelector('[aria-invalid]') !== control) return;
    const active = document.activeElement;
    const pressed = active === document.body || (active?.matches('[type=submit]') && form?.contains(active));
    if (pressed) control?.focus();
  }, [id, error]);

/** A labelled control with its hint and its error, which is read aloud as soon as it appears. */
export const Field = ({
  label,
  required = false,
  hint,
  error,
  labelHidden = false,
  children,
}: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  useFocusOnError(id, error);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
        {required && (
          <span aria-hidden="true" className={styles.star}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        className: classNames(styles.control, error && styles.wrong),
        'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          <Icon of={TriangleAlert} size={15} />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};
