import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Session } from '../../../shared/access/contract.ts';
import { api } from '../../core/api.ts';
import { explain, Failure, isFailure } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { placeOf, sessionQuery } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AccountLine } from './account-line.tsx';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';

const greeting = 'Welcome to Guildhall!';

/** The four cards of S1 §2. */
const features: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'tasks', title: 'Tasks & Projects', text: 'Know what is next, and what is late.' },
  { icon: 'team', title: 'Team Management', text: 'One place for everybody you work with.' },
  { icon: 'clients', title: 'Client Management', text: 'Every client and deal at a glance.' },
  { icon: 'money', title: 'Financial Tracking', text: 'What comes in, what goes out.' },
];

const firstNameOf = ({ name, email }: Session['user']): string =>
  name.trim().split(/\s+/)[0] || email.split('@')[0] || '';

const errorAt = (error: unknown, field: string): string | undefined =>
  error instanceof Failure ? error.errors.find((one) => one.field === field)?.message : undefined;

/** A new person founds their group here; the trial starts with it. */
const WelcomePage = ({ session }: { session: Session }) => {
  const firstName = firstNameOf(session.user);
  const [name, setName] = useState(`${firstName}'s group`);
  const [nameMissing, setNameMissing] = useState(false);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const enter = (opened: Session): void => {
    queryClient.setQueryData(sessionQuery.queryKey, opened);
    navigate(placeOf(opened, null), { replace: true });
  };
  const founding = useSubmission({
    send: () => api(routeTable.access.foundOrganization, { body: { name, timeZone } }),
    onSuccess: (opened) => {
      const next = placeOf(opened, null) === paths.payment ? 'set up your subscription' : 'get started';
      toast({ kind: 'success', title: `${greeting} Let's ${next}` });
      enter(opened);
    },
    onError: async (error) => {
      // Another tab was faster: the group is there.
      if (isFailure(error, 'organization.already_member'))
        enter(await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }));
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
    <FrontLayout account={<AccountLine user={session.user} />}>
      <div className={styles.wide}>
        <PageHeading
          documentTitle="Welcome"
          subtitle={`Good to have you here, ${firstName}. Name your group, and you are in.`}
        >
          {greeting}
        </PageHeading>
        <ul className={styles.features}>
          {features.map(({ icon, title, text }) => (
            <li key={title} className={styles.feature}>
              <span className={styles.featureIcon}>
                <Icon name={icon} />
              </span>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <form className={styles.form} onSubmit={submit} noValidate>
          <Field
            label="Group name"
            required
            error={nameError}
            hint={`The name of your business or team. Days begin and end in your time zone, ${timeZone}.`}
          >
            {(control) => (
              <input
                {...control}
                dir="auto"
                value={name}
                maxLength={100}
                autoComplete="organization"
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {founding.error && !nameError && (
            <Notice kind="error">
              Something went wrong. Please try again. {zoneError ?? explain(founding.error)}
            </Notice>
          )}
          <Button look="primary" large type="submit" busy={founding.busy} busyText="Setting up...">
            Get Started
          </Button>
        </form>
      </div>
    </FrontLayout>
  );
};

export default WelcomePage;
