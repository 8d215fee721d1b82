import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../../shared/core/translate.ts';
import { Failure } from '../../core/failure.ts';
import { useUnsavedChanges } from '../../core/unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './settings.module.css';

interface NameFormProps {
  label: string;
  /** As it is saved. */
  name: string;
  longest: number;
  /** What is said where it is empty. */
  required: string;
  /** What the button says. */
  action: string;
  autoComplete?: string;
  /** What saves it (core/submission.ts). */
  submission: { submit: (change: { name: string }) => void; busy: boolean; error: Error | null };
  /** What stands between the name and the button. */
  children: ReactNode;
}

/** A name that must not be empty, with what the server says of it. */
export const NameForm = ({
  label,
  name,
  longest,
  required,
  action,
  autoComplete,
  submission: { submit, busy, error },
  children,
}: NameFormProps) => {
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  useUnsavedChanges(!busy && typed.trim() !== name);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = typed.trim();
    setTyped(wanted);
    setMissing(wanted === '');
    if (wanted !== '') submit({ name: wanted });
  };
  const refused = error instanceof Failure ? error.errors[0]?.message : undefined;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        label={label}
        required
        error={missing ? required : refused}
        value={typed}
        longest={longest}
        autoComplete={autoComplete}
        onChange={setTyped}
      />
      {children}
      <Button look="primary" type="submit" busy={busy} busyText={t('Saving...')}>
        {action}
      </Button>
    </form>
  );
};
