import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { roleLabels } from '../../../shared/core/access.ts';
import { dateIn, writtenDate } from '../../../shared/core/calendar.ts';
import { t } from '../../../shared/core/translate.ts';
import { sentenceOf, textOf } from '../../../shared/sentences.ts';
import type { Member } from '../../../shared/team/contract.ts';
import { isFailure } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { useOnline } from '../../core/presence.ts';
import { useMember } from '../../core/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { latestActivityQuery, TimeAgo } from '../history/public.ts';
import { ActivityCard } from './activity-card.tsx';
import { titleOf } from './directory.ts';
import styles from './member-page.module.css';
import { MemberTasks } from './member-tasks.tsx';
import { memberQuery } from './team-queries.ts';

const BackToTeam = () => (
  <Link to={paths.team} className={styles.back}>
    <Icon of={ArrowLeft} />
    {t('Back to Team')}
  </Link>
);

const Profile = ({ member }: { member: Member }) => {
  const { user, membership } = useMember();
  const { id: organizationId, timeZone } = membership.organization;
  const online = useOnline().has(member.userId);
  const latest = useQuery(latestActivityQuery(organizationId));
  const last = latest.data?.items.find(({ by }) => by === member.userId);
  return (
    <div className={styles.profile}>
      <Avatar person={{ ...member, id: member.userId }} size="large" online={online} />
      <div className={styles.words}>
        <PageHeading>{titleOf(member)}</PageHeading>
        <p className={styles.email}>
          <a href={`mailto:${member.email}`}>{member.email}</a>
          {member.userId === user.id && ` ${t('(you)')}`}
        </p>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{t('Role')}</dt>
          <dd>
            {roleLabels[member.role]}
            {member.accountHolder && <span className={styles.holder}> · {t('Account holder')}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('Joined on')}</dt>
          <dd>{writtenDate(dateIn(timeZone, new Date(member.joinedAt)))}</dd>
        </div>
        <div>
          <dt>{t('Last activity')}</dt>
          <dd>
            {online && t('Online now')}
            {!online && latest.isPending && <SkeletonBar width="80px" />}
            {!online && latest.error && t('Could not be loaded')}
            {!online && latest.data && !last && t('None so far')}
            {!online && last && <TimeAgo at={last.at} />}
            {last && <span className={styles.deed}>{textOf(sentenceOf(last))}</span>}
          </dd>
        </div>
      </dl>
    </div>
  );
};

/** One member of the group: who they are, what they have to do, and what they did. */
const MemberPage = () => {
  const { userId = '' } = useParams();
  const found = useQuery(memberQuery(userId));
  if (isFailure(found.error, 'not_found'))
    return (
      <div className={styles.missing}>
        <PageHeading subtitle={t('They may have left or been removed, or the link may be incomplete.')}>
          {t('This person is not in your group')}
        </PageHeading>
        <BackToTeam />
      </div>
    );
  return (
    <>
      <BackToTeam />
      {found.data && (
        <>
          <Profile member={found.data} />
          <div className={styles.columns}>
            <MemberTasks member={found.data} />
            <ActivityCard by={found.data.userId} />
          </div>
        </>
      )}
      {!found.data && found.error && (
        <>
          <PageHeading>{t('Team member')}</PageHeading>
          <LoadFailure query={found}>{t('Failed to load team data.')}</LoadFailure>
        </>
      )}
      {found.isPending && (
        <div role="status" className={styles.loading}>
          <span className="visually-hidden">{t('Loading team member...')}</span>
          <SkeletonBar width="40%" />
          <SkeletonBar width="24%" />
          <SkeletonBar width="64%" />
        </div>
      )}
    </>
  );
};

export default MemberPage;
