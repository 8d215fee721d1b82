import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Session } from '../../../shared/access/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { explain, Failure, isFailure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { browserZone, cityOf, namedZone } from '../../core/zone-names.ts';
import { LazyPanel } from '../../ui/lazy-panel.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './front-page.module.css';

/** Few are asked: most browsers know. */
const zoneField = lazyPart(async () => ({ default: (await import('../../ui/zone-field.tsx')).ZoneField }));

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
  const [zone, setZone] = useState(browserZone);
  // Where the browser can't tell it, or the server does not know what it tells.
  const [asksZone, setAsksZone] = useState(zone === null);
  const [zoneMissing, setZoneMissing] = useState(false);
  const queryClient = useQueryClient();
  const founding = useSubmission({
    send: () => api(routeTable.access.foundOrganization, { body: { name, timeZone: zone ?? '' } }),
    onSuccess: onFounded,
    onError: async (error) => {
      if (errorAt(error, 'timeZone')) setAsksZone(true);
      if (isFailure(error, 'organization.already_member'))
        onMember(await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }));
    },
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = name.trim() === '';
    setNameMissing(missing);
    setZoneMissing(zone === null);
    if (!missing && zone !== null) founding.submit();
  };

  const nameError = nameMissing ? t('Group name is required') : errorAt(founding.error, 'name');
  const zoneError = errorAt(founding.error, 'timeZone');
  const hints = [
    t('The name of your business or team.'),
    zone !== null &&
      !asksZone &&
      t('Days begin and end in your time zone, {city} ({offset}).', {
        city: cityOf(zone),
        offset: namedZone(zone, new Date()).offset,
      }),
  ];
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('Group name')}
        required
        error={nameError}
        hint={hints.filter(Boolean).join(' ')}
        dir="auto"
        value={name}
        longest={100}
        autoComplete="organization"
        onChange={setName}
      />
      {asksZone && (
        <LazyPanel
          part={zoneField}
          failure={t('The list of time zones could not be loaded. Check your connection and try again.')}
          given={{
            label: t('Your time zone'),
            zone,
            error: zoneMissing ? t('Choose your time zone') : zoneError,
            onChange: (chosen) => {
              setZone(chosen);
              setZoneMissing(false);
              if (zoneError) founding.reset();
            },
          }}
        />
      )}
      {founding.error && !nameError && !zoneError && (
        <Notice kind="error">
          {t('Something went wrong. Please try again.')} {explain(founding.error)}
        </Notice>
      )}
      <PlainButton look="primary" large type="submit" busy={founding.busy} busyText={t('Setting up...')}>
        {t('Get Started')}
      </PlainButton>
    </form>
  );
};
