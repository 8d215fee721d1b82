import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'antd';
import { type FormEvent, useState } from 'react';
import type { Organization, Session } from '../../../shared/access/contract.ts';
import { type Role, roleLabels } from '../../../shared/core/access.ts';
import { type CurrencyCode, currencies } from '../../../shared/core/currencies.ts';
import type { Money } from '../../../shared/core/money.ts';
import { readNumber, writeNumber } from '../../../shared/core/numbers.ts';
import { type Text, t } from '../../../shared/core/translate.ts';
import type { Member } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { explain, Failure, isFailure } from '../../core/failure.ts';
import { accountHolderNews } from '../../core/live-events.ts';
import { amountNotation, parseAmount, typedAmount } from '../../core/money.ts';
import { rich } from '../../core/rich.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery, useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { useUnsavedChanges } from '../../core/unsaved-changes.ts';
import { cityOf } from '../../core/zone-names.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ZoneField } from '../../ui/zone-field.tsx';
import { membersQuery } from '../team/public.ts';
import { ConfirmByNameDialog } from './confirm-by-name-dialog.tsx';
import { InvitationCodes } from './invitation-codes.tsx';
import { NameForm } from './name-form.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

type Change = Pick<Partial<Organization>, 'name' | 'timeZone' | 'goals'>;

/** Saves a change of the group. What a 409 tells is taken over, so that saving again is a decision, not an accident. */
const useGroupChange = (done: Text, failed: Text) => {
  const { organization } = useMember().membership;
  const queryClient = useQueryClient();
  const takeOver = (current: Organization): void => {
    queryClient.setQueryData<Session>(sessionQuery.queryKey, (session) =>
      session?.membership
        ? { ...session, membership: { ...session.membership, organization: current } }
        : session,
    );
  };
  return useSubmission({
    stays: true,
    send: (change: Change) =>
      api(routeTable.access.changeOrganization, { body: { ...change, version: organization.version } }),
    onSuccess: (changed) => {
      takeOver(changed);
      toast({ kind: 'success', title: done() });
    },
    onError: (error) => {
      if (isFailure(error, 'version.conflict')) takeOver(error.current as Organization);
      else toast({ kind: 'error', title: failed(), detail: explain(error) });
    },
  });
};

/** Says that somebody else saved in between, and what is there now. */
const Conflict = ({ error, now }: { error: unknown; now: string }) =>
  isFailure(error, 'version.conflict') && (
    <Notice kind="warning">
      {t('Somebody has changed this in the meantime. It is now {now}. Save again to replace it.', { now })}
    </Notice>
  );

const Name = () => {
  const { organization } = useMember().membership;
  const saving = useGroupChange(
    () => t('Group name updated'),
    () => t('Failed to update group name. Please try again.'),
  );
  return (
    <SettingsSection title={t('Group name')}>
      <NameForm
        label={t('Name')}
        name={organization.name}
        longest={100}
        required={t('Group name is required')}
        action={t('Save name')}
        submission={saving}
      >
        <Conflict error={saving.error} now={t('“{text}”', { text: organization.name })} />
      </NameForm>
    </SettingsSection>
  );
};

const TimeZone = () => {
  const { organization } = useMember().membership;
  const [zone, setZone] = useState(organization.timeZone);
  const saving = useGroupChange(
    () => t('Time zone updated'),
    () => t('Failed to update the time zone. Please try again.'),
  );
  useUnsavedChanges(!saving.busy && zone !== organization.timeZone);
  return (
    <SettingsSection
      title={t('Time zone')}
      text={t('Decides when a day begins, and with it what is due today and what counts for which month.')}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.submit({ timeZone: zone });
        }}
      >
        <ZoneField label={t('Time zone')} labelHidden zone={zone} onChange={setZone} />
        <Conflict error={saving.error} now={cityOf(organization.timeZone)} />
        <Button type="submit" busy={saving.busy} busyText={t('Saving...')}>
          {t('Save time zone')}
        </Button>
      </form>
    </SettingsSection>
  );
};

/** The contract's. */
const mostProjects = 10_000;
const whole = { decimals: 0 };

const MonthlyGoals = () => {
  const { user, membership } = useMember();
  const { goals } = membership.organization;
  const [currency] = useState<CurrencyCode>(goals.revenue?.currency ?? user.currency);
  const [revenue, setRevenue] = useState(goals.revenue ? typedAmount(goals.revenue) : '');
  const [projects, setProjects] = useState(goals.projects === null ? '' : writeNumber(goals.projects, whole));
  const [wrong, setWrong] = useState<{ revenue?: string; projects?: string }>({});
  const saving = useGroupChange(
    () => t('Monthly goals updated'),
    () => t('Failed to update the goals. Please try again.'),
  );
  const amount = revenue.trim() === '' ? null : parseAmount(revenue, currency);
  const count = projects.trim() === '' ? null : readNumber(projects, whole);
  const isTyped = (text: string, read: unknown, saved: unknown): boolean =>
    read === null ? text.trim() !== '' || saved !== null : read !== saved;
  useUnsavedChanges(
    !saving.busy &&
      (isTyped(revenue, amount, goals.revenue?.amount ?? null) ||
        isTyped(projects, count && Number(count), goals.projects)),
  );

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = {
      ...(amount === null &&
        revenue.trim() !== '' && {
          revenue: t('Enter an amount such as {amount}', {
            amount: typedAmount({ amount: 1_250_000, currency }),
          }),
        }),
      ...(projects.trim() !== '' &&
        (count === null || count > mostProjects) && {
          projects: t('Enter a whole number up to {most, number}', { most: mostProjects }),
        }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const money: Money | null = amount === null ? null : { amount, currency };
    saving.submit({ goals: { revenue: money, projects: count === null ? null : Number(count) } });
  };
  const refused = saving.error instanceof Failure ? saving.error.errors : [];
  return (
    <SettingsSection
      title={t('Monthly goals')}
      text={t('What you want to achieve each month. To set no goal, leave the field empty.')}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.pair}>
          <NumberField
            {...amountNotation(currency)}
            label={t('Revenue ({currency}, {symbol})', { currency, symbol: currencies[currency].symbol })}
            error={wrong.revenue ?? refused.find(({ field }) => field.startsWith('goals.revenue'))?.message}
            value={revenue}
            onChange={setRevenue}
          />
          <NumberField
            label={t('Finished projects')}
            error={wrong.projects}
            value={projects}
            onChange={setProjects}
          />
        </div>
        <Conflict error={saving.error} now={t('something else')} />
        <Button type="submit" busy={saving.busy} busyText={t('Saving...')}>
          {t('Save goals')}
        </Button>
      </form>
    </SettingsSection>
  );
};

type Candidate = Pick<Member, 'userId' | 'name'>;

/** Asks before the account is handed over, and what the caller is to be afterwards. */
const TransferDialog = ({
  newHolder: { userId, name },
  onClose,
}: {
  newHolder: Candidate;
  onClose: () => void;
}) => {
  const queryClient = useQueryClient();
  const [ownRole, setOwnRole] = useState<Role>('owner');
  const transferring = useSubmission({
    send: (groupName: string) =>
      api(routeTable.access.transferOwnership, { body: { userId, groupName, ownRole } }),
    onSuccess: (session) => {
      toast({
        kind: 'success',
        key: accountHolderNews,
        title: t('{name} is now the account holder', { name }),
      });
      queryClient.setQueryData(sessionQuery.queryKey, session);
      void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={t('Make {name} the account holder?', { name })}
      action={t('Transfer')}
      busyText={t('Transferring...')}
      failure={t('Failed to transfer the account.')}
      submission={transferring}
      onClose={onClose}
    >
      <p>
        {rich(
          '<person>{name}</person> will pay for the group and manage it, and you no longer will. Only they can transfer the account back. We tell both of you by e-mail.',
          { name, person: (inside) => <bdi>{inside}</bdi> },
        )}
      </p>
      <Field label={t('Your role afterwards')}>
        {(control) => <Select {...control} options={roleLabels} value={ownRole} onChange={setOwnRole} />}
      </Field>
    </ConfirmByNameDialog>
  );
};

const Members = () => {
  const { user } = useMember();
  const [newHolder, setNewHolder] = useState<Candidate | null>(null);
  const members = useQuery(membersQuery);
  return (
    <SettingsSection
      look="framed"
      title={t('Members')}
      text={t(
        'The account holder pays for the group and manages it, and can transfer the account to another member.',
      )}
    >
      {members.error && (
        <Notice
          kind="error"
          actions={<Button onClick={() => void members.refetch()}>{t('Try again')}</Button>}
        >
          {t('Failed to load members.')} {explain(members.error)}
        </Notice>
      )}
      {members.isPending && <SkeletonBar width="60%" />}
      {members.data && (
        <ul className={styles.list}>
          {members.data.items.map(({ userId, name, email, role, accountHolder }) => (
            <li key={userId}>
              <span className={styles.grow}>
                {name}
                {userId === user.id && ` ${t('(you)')}`}
                <br />
                <span className={styles.small}>{email}</span>
              </span>
              <Tag className={accountHolder ? styles.on : undefined}>
                {accountHolder ? t('Account holder') : roleLabels[role]}
              </Tag>
              {!accountHolder && (
                <Button
                  aria-label={t('Transfer the account to {name}', { name })}
                  onClick={() => setNewHolder({ userId, name })}
                >
                  {t('Transfer')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {newHolder && <TransferDialog newHolder={newHolder} onClose={() => setNewHolder(null)} />}
    </SettingsSection>
  );
};

const GroupTab = () => (
  <>
    <Name />
    <InvitationCodes />
    <Members />
    <MonthlyGoals />
    <TimeZone />
  </>
);

export default GroupTab;
