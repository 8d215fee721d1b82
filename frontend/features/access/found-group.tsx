import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { api } from '../../core/api.ts';
import { explain, Failure, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './front-page.module.css';

const errorAt = (error: unknown, field: string): string | undefined =>
  error instanceof Failure ? error.errors.find((one) => one.field === field)?.message : undefined;

interface FoundGroupProps {
  suggestedName: string;
  onFounded: (session: Session) => void;
  /** Another tab was faster: they belong to a group already. */
  onMember: (session: Session) => void;
}

/** Founds a group; the trial starts with it. */
export const FoundGroup = ({ suggestedName, onFounded, onMember }: FoundGroupProps) => {
  const [name, setName] = useState(suggestedName);
  const [nameMissing, setNameMissing] = useState(false);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const queryClient = useQueryClient();
  const founding = useSubmission({
    send: () => api(routeTable.access.foundOrganization, { body: { name, timeZone } }),
    onSuccess: onFounded,
    onError: async (error) => {
      if (isFailure(error, 'organization.already_member'))
        onMember(await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }));
    },
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = name.trim() === '';
    setNameMissing(missing);
    if (!missing) founding.submit();
  };

  const nameError = nameMissing ? 'Group name is required' : errorAt(founding.error, 'name');
  const zoneError = errorAt(founding.error, 'timeZone');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label="Group name"
        required
        error={nameError}
        hint={`The name of your business or team. Days begin and end in your time zone, ${timeZone}.`}
        dir="auto"
        value={name}
        maxLength={100}
        autoComplete="organization"
        onChange={setName}
      />
      {founding.error && !nameError && (
        <Notice kind="error">
          Something went wrong. Please try again. {zoneError ?? explain(founding.error)}
        </Notice>
      )}
      <Button look="primary" large type="submit" busy={founding.busy} busyText="Setting up...">
        Get Started
      </Button>
    </form>
  );
};
