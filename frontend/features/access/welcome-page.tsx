import { useQueryClient } from '@tanstack/react-query';
import { Banknote, Handshake, ListTodo, type LucideIcon, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { EndedGroup, Session } from '../../../shared/access/contract.ts';
import { type Text, t } from '../../../shared/core/translate.ts';
import { placeOf, sessionQuery } from '../../core/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AccountLine } from './account-line.tsx';
import { ChooseRole } from './choose-role.tsx';
import { FoundGroup } from './found-group.tsx';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';
import { JoinByCode, ReceivedInvitations, useIsInvited } from './join-group.tsx';

const founderGreeting: Text = () => t('Welcome to Guildhall!');
const invitedGreeting: Text = () => t('Welcome to Your Team!');

/** The four cards of S1 §2. */
const features: readonly { icon: LucideIcon; title: Text; text: Text }[] = [
  { icon: ListTodo, title: () => t('Tasks & Projects'), text: () => t('See what is next and what is late.') },
  {
    icon: UsersRound,
    title: () => t('Team Management'),
    text: () => t('One place for everybody you work with.'),
  },
  {
    icon: Handshake,
    title: () => t('Client Management'),
    text: () => t('Every client and deal at a glance.'),
  },
  {
    icon: Banknote,
    title: () => t('Financial Tracking'),
    text: () => t('See what comes in and what goes out.'),
  },
];

const Features = () => (
  <ul className={styles.features}>
    {features.map(({ icon, title, text }) => (
      <li key={title()} className={styles.feature}>
        <span className={styles.featureIcon}>
          <Icon of={icon} />
        </span>
        <h2>{title()}</h2>
        <p>{text()}</p>
      </li>
    ))}
  </ul>
);

const firstNameOf = ({ name, email }: Session['user']): string =>
  name.trim().split(/\s+/)[0] || email.split('@')[0] || '';

/** What /signing-in has to say about an invitation that did not work. */
const problemIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'problem' in state && typeof state.problem === 'string'
    ? state.problem
    : null;

/** What became of the group that a person was in. */
const farewellOf = ({ name, closedBy }: EndedGroup): string => {
  if (!closedBy) return t('You are no longer a member of {organization}', { organization: name });
  return closedBy.isYou
    ? t('You closed {organization}', { organization: name })
    : t('{organization} was closed by {person}', { organization: name, person: closedBy.name });
};

/** Starting a group waits until it is known whether there is one to join, and stands back behind it: the trial is used up once. */
const OwnGroup = ({ children }: { children: ReactNode }) => {
  const isInvited = useIsInvited();
  if (isInvited === undefined)
    return (
      <div className={styles.block}>
        <SkeletonBar width="100%" />
        <SkeletonBar width="60%" />
      </div>
    );
  if (!isInvited) return children;
  return (
    <details className={styles.haveCode}>
      <summary>{t('Start a group of my own instead')}</summary>
      {children}
    </details>
  );
};

/** Where a person joins or founds their group, and chooses their role in it (S1 §2, §4). */
const WelcomePage = ({ session }: { session: Session }) => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const problem = problemIn(useLocation().state);
  const { user, membership, endedGroup } = session;

  const enter = (opened: Session): void => {
    queryClient.setQueryData(sessionQuery.queryKey, opened);
    navigate(placeOf(opened, null), { replace: true });
  };
  /** Onboarding is complete: S1 §4 says with which words. */
  const welcome = (greeting: Text, opened: Session): void => {
    const next =
      opened.membership?.mayEnter === false ? t("Let's set up your subscription") : t("Let's get started");
    toast({ kind: 'success', title: `${greeting()} ${next}` });
    enter(opened);
  };

  const content = () => {
    if (membership)
      return (
        <>
          <PageHeading
            documentTitle={t('Welcome')}
            subtitle={t('Good to have you here, {name}. You have joined {organization}.', {
              name: firstNameOf(user),
              organization: membership.organization.name,
            })}
          >
            {invitedGreeting()}
          </PageHeading>
          <ChooseRole membership={membership} onChosen={(opened) => welcome(invitedGreeting, opened)} />
          <Features />
        </>
      );
    const suggestedName = t("{name}'s group", { name: firstNameOf(user) });
    const founding = (
      <FoundGroup
        suggestedName={suggestedName}
        onFounded={(opened) => welcome(founderGreeting, opened)}
        onMember={enter}
      />
    );
    if (endedGroup !== null)
      return (
        <>
          <PageHeading
            documentTitle={endedGroup.closedBy ? t('Your group was closed') : t('Removed from your group')}
            subtitle={
              endedGroup.closedBy
                ? t('It is no longer available. You can join another group or start your own.')
                : t(
                    'You no longer have access. What you made there stays with the group. You can join another group or start your own.',
                  )
            }
          >
            {farewellOf(endedGroup)}
          </PageHeading>
          {problem && (
            <div className={styles.block}>
              <Notice kind="error">{problem}</Notice>
            </div>
          )}
          <ReceivedInvitations onJoined={enter} />
          <section className={styles.card} aria-labelledby="code-heading">
            <h2 id="code-heading">{t('Join with a code')}</h2>
            <JoinByCode onJoined={enter} />
          </section>
          <OwnGroup>
            <section className={styles.card} aria-labelledby="found-heading">
              <h2 id="found-heading">{t('Start a new group')}</h2>
              {founding}
            </section>
          </OwnGroup>
        </>
      );
    return (
      <>
        <PageHeading
          documentTitle={t('Welcome')}
          subtitle={t('Good to have you here, {name}. Name your group to get started.', {
            name: firstNameOf(user),
          })}
        >
          {founderGreeting()}
        </PageHeading>
        {problem && (
          <div className={styles.block}>
            <Notice kind="error">
              {problem} {t('You are signed in all the same. Enter a code, or start a group of your own.')}
            </Notice>
          </div>
        )}
        <ReceivedInvitations onJoined={enter} />
        {problem && (
          <section className={styles.card} aria-labelledby="code-heading">
            <h2 id="code-heading">{t('Join with a code')}</h2>
            <JoinByCode onJoined={enter} />
          </section>
        )}
        <OwnGroup>{founding}</OwnGroup>
        {!problem && (
          <details className={styles.haveCode}>
            <summary>{t('I have an invitation code')}</summary>
            <JoinByCode onJoined={enter} />
          </details>
        )}
        {!problem && <Features />}
      </>
    );
  };

  return (
    <FrontLayout account={<AccountLine user={user} />}>
      {/* Joined on this page, it is another screen, whose heading takes the focus. */}
      <div key={membership ? 'joined' : 'new'} className={styles.wide}>
        {content()}
      </div>
    </FrontLayout>
  );
};

export default WelcomePage;
