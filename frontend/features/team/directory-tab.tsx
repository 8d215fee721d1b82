import { Mail, UserRoundCheck, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t, writtenNumber } from '../../../shared/core/translate.ts';
import type { Invitation, Member } from '../../../shared/team/contract.ts';
import { largestGroup } from '../../../shared/team/rules.ts';
import { explain } from '../../core/failure.ts';
import { membersPath } from '../../core/paths.ts';
import { useOnline } from '../../core/presence.ts';
import { useMember } from '../../core/session.ts';
import { useTypedSearch } from '../../core/typed-search.ts';
import { keyOf, useUrlQuery } from '../../core/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CodesCard } from './codes-card.tsx';
import {
  type DirectoryFilters,
  type EntryStatus,
  entriesOf,
  fits,
  roleFilters,
  statusLabels,
  statusOf,
} from './directory.ts';
import type { EntryActions } from './directory-entry.tsx';
import { DirectoryFilter } from './directory-filter.tsx';
import { DirectoryList } from './directory-list.tsx';
import styles from './directory-tab.module.css';
import { RemoveInvitationDialog, RemoveMemberDialog } from './removal-dialogs.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type Stat, StatCards } from './stat-cards.tsx';
import type { Team } from './team.ts';

type View = EntryStatus | 'all';

type OpenDialog =
  | { kind: 'role' | 'member'; member: Member }
  | { kind: 'invitation'; invitation: Invitation };

const expiredNote = (count: number): string | undefined =>
  count === 0 ? undefined : t('{count, number} expired, no longer counted', { count });

const useStats = ({ members, invitations, pending, seatsUsed }: Team): Stat[] => {
  const online = useOnline();
  const there = members?.filter(({ userId }) => online.has(userId)).length ?? 0;
  return [
    {
      label: t('Total Members'),
      icon: UsersRound,
      to: membersPath(),
      value: seatsUsed,
      note:
        seatsUsed === undefined
          ? undefined
          : t('{used, number} of {all, number} seats used', { used: seatsUsed, all: largestGroup }),
    },
    {
      label: t('Active Members'),
      icon: UserRoundCheck,
      to: membersPath('active'),
      value: members?.length,
      note: there > 0 ? t('{count, number} online now', { count: there }) : undefined,
    },
    {
      label: t('Pending Invitations'),
      icon: Mail,
      to: membersPath('pending'),
      value: pending,
      note: expiredNote((invitations?.length ?? 0) - (pending ?? 0)),
    },
  ];
};

const DirectorySkeleton = () => (
  <div role="status" className={styles.loading}>
    <span className="visually-hidden">{t('Loading team members...')}</span>
    {['52%', '64%', '46%'].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);

const EmptyDirectory = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => (
  <EmptyState
    picture={filtered ? 'search' : 'people'}
    title={t('No team members found')}
    level={3}
    text={filtered && t('Try another search or filter.')}
    action={filtered && <Button onClick={onClear}>{t('Show all members')}</Button>}
  />
);

/** Who is in the group, who is invited, and what they did lately. */
export const DirectoryTab = ({ team }: { team: Team }) => {
  const { accountHolder } = useMember().membership;
  const [query, changeQuery] = useUrlQuery();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const closeDialog = (): void => setDialog(null);
  const { typed, setTyped } = useTypedSearch((query.get('search') ?? '').trim(), (search) =>
    changeQuery({ search }),
  );
  const filters: DirectoryFilters = {
    search: typed.trim(),
    role: keyOf(roleFilters, query.get('role')),
    status: keyOf(statusLabels, query.get('status')),
  };
  const view: View = filters.status ?? 'all';
  const rows = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(0);
  const actions: EntryActions = {
    changeRole: (member) => setDialog({ kind: 'role', member }),
    removeMember: (member) => setDialog({ kind: 'member', member }),
    removeInvitation: (invitation) => setDialog({ kind: 'invitation', invitation }),
  };

  const { members, invitations } = team;
  const entries =
    members && invitations && entriesOf(members, invitations).filter((entry) => fits(entry, filters));
  const of = (...wanted: EntryStatus[]) => entries?.filter((entry) => wanted.includes(statusOf(entry)));
  // What is counted as the group's: an expired invitation holds no seat.
  const views = {
    all: of('active', 'pending'),
    active: of('active'),
    pending: of('pending'),
    expired: of('expired'),
  };
  const shown = views[view];
  const hasExpired = view === 'expired' || invitations?.some(({ status }) => status === 'expired');
  const statuses: EntryStatus[] = ['active', 'pending', ...(hasExpired ? (['expired'] as const) : [])];
  const clear = (): void => {
    setTyped('');
    changeQuery({ search: undefined, role: undefined, status: undefined });
  };

  const stats = useStats(team);
  // A figure of above was opened: its rows may lie below the window.
  useEffect(() => {
    if (opened === 0) return;
    rows.current?.scrollIntoView({ block: 'start' });
    rows.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [opened]);

  return (
    <div className={styles.tab}>
      <StatCards stats={stats} onOpen={() => setOpened(opened + 1)} />
      {accountHolder && <CodesCard />}
      <div ref={rows}>
        <Card title={t('Members')}>
          <search className={styles.toolbar}>
            <SearchField label={t('Search members')} value={typed} longest={255} onChange={setTyped} />
            <DirectoryFilter filters={filters} statuses={statuses} onFilter={changeQuery} />
          </search>
          {team.error && (
            <Notice
              kind="error"
              actions={
                <Button busy={team.loading} onClick={team.reload}>
                  {t('Try again')}
                </Button>
              }
            >
              {t('Failed to load team data.')} {explain(team.error)}
            </Notice>
          )}
          {!entries && !team.error && <DirectorySkeleton />}
          {entries && (
            <Tabs
              label={t('Status')}
              look="pills"
              tabs={(['all', ...statuses] as const).map((key) => ({
                key,
                label: `${key === 'all' ? t('All') : statusLabels[key]} (${writtenNumber(views[key]?.length ?? 0)})`,
              }))}
              current={view}
              onOpen={(status: View) => changeQuery({ status: status === 'all' ? undefined : status })}
            >
              <p role="status" className="visually-hidden">
                {shown &&
                  t('{count, plural, one {# person} other {# people}} shown', { count: shown.length })}
              </p>
              {shown && shown.length > 0 ? (
                <DirectoryList entries={shown} actions={accountHolder ? actions : undefined} />
              ) : (
                <EmptyDirectory
                  filtered={Boolean(filters.search || filters.role || filters.status)}
                  onClear={clear}
                />
              )}
            </Tabs>
          )}
        </Card>
      </div>
      <ActivityCard />

      {dialog?.kind === 'role' && <RoleDialog member={dialog.member} onClose={closeDialog} />}
      {dialog?.kind === 'member' && (
        <RemoveMemberDialog
          member={dialog.member}
          onClose={closeDialog}
          onChangeRole={() => setDialog({ kind: 'role', member: dialog.member })}
        />
      )}
      {dialog?.kind === 'invitation' && (
        <RemoveInvitationDialog invitation={dialog.invitation} onClose={closeDialog} />
      )}
    </div>
  );
};
