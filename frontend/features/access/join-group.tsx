import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { roleLabels } from '../../../shared/core/access.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { explain, Failure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { useSubmission } from '../../core/submission.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './front-page.module.css';
import { codeAsTyped } from './joining.ts';

const problemIn = (error: unknown): string | undefined => {
  if (!error) return undefined;
  const field = error instanceof Failure ? error.errors[0]?.message : undefined;
  return field ?? explain(error) ?? t('Something went wrong. Please try again.');
};

const receivedQuery = queryOptions({
  queryKey: ['received-invitations'],
  queryFn: ({ signal }) => api(routeTable.team.listReceivedInvitations, { signal }),
});

/** Whether somebody is invited; undefined while it is not known. Who could not be told is not kept waiting. */
export const useIsInvited = (): boolean | undefined => {
  const { data, error } = useQuery(receivedQuery);
  return error ? false : data && data.items.length > 0;
};

/** The pending e-mail invitations of a person without a group, of which they choose one. */
export const ReceivedInvitations = ({ onJoined }: { onJoined: (session: Session) => void }) => {
  const received = useQuery(receivedQuery);
  const joining = useSubmission({
    send: (invitationId: string) => api(routeTable.team.joinByInvitation, { body: { invitationId } }),
    onSuccess: onJoined,
    onError: () => void received.refetch(),
  });
  if (received.error)
    return (
      <div className={styles.block}>
        <LoadFailure query={received}>
          {t('We could not check whether you are invited to a group.')}
        </LoadFailure>
      </div>
    );
  const items = received.data?.items ?? [];
  const problem = problemIn(joining.error);
  if (items.length === 0 && !problem) return null;
  return (
    <section className={styles.block} aria-labelledby="invitations-heading">
      <h2 id="invitations-heading">
        {items.length > 1 ? t('You are invited. Which group do you want to join?') : t('You are invited')}
      </h2>
      {problem && <Notice kind="error">{problem}</Notice>}
      <ul className={styles.invitations}>
        {items.map(({ id, organizationName, role }) => (
          <li key={id}>
            <span>
              <strong>{organizationName}</strong>
              {t('as {role}', { role: roleLabels[role] })}
            </span>
            <PlainButton
              look="primary"
              aria-label={t('button|Join {organization}', { organization: organizationName })}
              busy={joining.busy && joining.given === id}
              busyText={t('Joining...')}
              onClick={() => joining.submit(id)}
            >
              {t('button|Join')}
            </PlainButton>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The way into a group for whoever has a code, and another try for whom the first code refused. */
export const JoinByCode = ({ onJoined }: { onJoined: (session: Session) => void }) => {
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const joining = useSubmission({
    send: () => api(routeTable.team.joinByCode, { body: { code } }),
    onSuccess: onJoined,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = code.trim() === '';
    setMissing(isMissing);
    if (!isMissing) joining.submit();
  };
  return (
    <form className={styles.codeRow} onSubmit={submit} noValidate>
      <TextField
        label={t('Invitation Code')}
        error={missing ? t('Enter your invitation code') : problemIn(joining.error)}
        value={code}
        longest={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(text) => {
          setCode(codeAsTyped(text));
          setMissing(false);
          if (joining.error) joining.reset();
        }}
      />
      <PlainButton large type="submit" busy={joining.busy} busyText={t('Joining...')}>
        {t('Join group')}
      </PlainButton>
    </form>
  );
};
