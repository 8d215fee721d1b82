import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Session } from '../../../shared/access/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import type { OpenedInvitation } from '../../../shared/team/contract.ts';
import { api } from '../../core/api.ts';
import { forgetOthers } from '../../core/device-store.ts';
import { explain, isFailure } from '../../core/failure.ts';
import { dropOtherTokens, ownerOf } from '../../core/kept-tokens.ts';
import { paths } from '../../core/paths.ts';
import { Redirect } from '../../core/redirect.tsx';
import { rich } from '../../core/rich.ts';
import { routeTable } from '../../core/route-table.ts';
import { openSession, placeOf, sessionQuery } from '../../core/session.ts';
import { accessToken, endSignIn } from '../../core/sign-in.ts';
import { leave } from '../../core/sign-out.ts';
import { useSubmission } from '../../core/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { backBecause, failureTexts, forgetArrival, recallArrival } from './arrival.ts';
import { FrontLayout } from './front-layout.tsx';
import frontStyles from './front-page.module.css';
import { joinGroup } from './joining.ts';
import styles from './signing-in-page.module.css';

/** Where to, and what /welcome is told about an invitation that did not work. */
interface Destination {
  to: string;
  problem: string | null;
}

/** They came by an invitation to another address than the one they have signed in with. */
interface Mismatch {
  invitation: OpenedInvitation;
  link: string;
  session: Session;
}

const plainly = (to: string): Destination => ({ to, problem: null });

/** The invitation that somebody came by, or why its link leads nowhere. */
interface CameBy {
  invitation: OpenedInvitation | null;
  over: string | null;
}

const nothing: CameBy = { invitation: null, over: null };

const lookUp = async (link: string | null): Promise<CameBy> => {
  if (link === null) return nothing;
  try {
    return {
      invitation: await api(routeTable.team.openInvitation, { body: { link } }),
      over: null,
    };
  } catch (error) {
    if (!isFailure(error, 'invitation.over')) throw error;
    return { invitation: null, over: error.message };
  }
};

/**
 * Takes somebody who is signed in into their group, and tells where they belong.
 * @throws Failure when the server could not be asked
 */
const settle = async (
  queryClient: QueryClient,
  before: Session,
  { invitation, over }: CameBy,
): Promise<Destination> => {
  const { next, redemption } = recallArrival();
  const { session, problem: refused } = await joinGroup(before, redemption);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  forgetArrival();
  const elsewhere =
    invitation && before.membership
      ? t('You already belong to {own}. To join {other}, leave it first.', {
          own: before.membership.organization.name,
          other: invitation.organizationName,
        })
      : null;
  // Whoever is a member has most likely used the link before.
  const problem = refused ?? elsewhere ?? (session.membership ? null : over);
  if (problem && session.membership) toast({ kind: 'warning', title: problem });
  return { to: placeOf(session, next), problem };
};

/** Both ways on for somebody who is signed in with another address than the one that was invited. */
const OtherAddress = ({
  mismatch: { invitation, link, session },
  onGoOn,
}: {
  mismatch: Mismatch;
  onGoOn: (destination: Destination) => void;
}) => {
  const queryClient = useQueryClient();
  const { email, id } = session.user;
  const switching = useSubmission({ send: () => leave(id, { invitation: link }) });
  const goingOn = useSubmission({ send: () => settle(queryClient, session, nothing), onSuccess: onGoOn });
  const failure = switching.error ?? goingOn.error;
  return (
    <div className={frontStyles.narrow}>
      <PageHeading documentTitle={t('Another address')}>
        {t('This invitation is for another address')}
      </PageHeading>
      <div className={styles.failure}>
        <p>
          {rich(
            'You were invited to join <group>{organization}</group> with the address <address>{invited}</address>, but you are signed in as <address>{email}</address>.',
            {
              organization: invitation.organizationName,
              invited: invitation.email,
              email,
              group: (inside) => <strong dir="auto">{inside}</strong>,
              address: (inside) => <strong className={frontStyles.address}>{inside}</strong>,
            },
          )}
        </p>
        {failure && (
          <Notice kind="error">{explain(failure) ?? t('Something went wrong. Please try again.')}</Notice>
        )}
        <PlainButton look="primary" large busy={switching.busy} onClick={() => switching.submit()}>
          {t('Use {email}', { email: invitation.email })}
        </PlainButton>
        <PlainButton large busy={goingOn.busy} onClick={() => goingOn.submit()}>
          {t('Continue as {email}', { email })}
        </PlainButton>
        <p className={frontStyles.hint}>
          {t('If you continue, the invitation stays open. You can also ask for one to {email}.', { email })}
        </p>
      </div>
    </div>
  );
};

/** Where the provider sends people back to: finishes signing in and moves on to where they belong. */
const SigningInPage = () => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Destination>();
  const arrival = useQuery({
    queryKey: ['arrival'],
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Destination | Mismatch> => {
      const answer = new URLSearchParams(location.search);
      // Waits until the code is exchanged, or the failed attempt is cleared away.
      const token = await accessToken();
      if (answer.has('error')) {
        const cancelled = /denied|cancel/i.test(`${answer.get('error')} ${answer.get('error_description')}`);
        // The page that it leads to forgets the arrival.
        return plainly(backBecause(cancelled ? 'cancelled' : 'failed'));
      }
      if (token === null) return plainly(answer.has('code') ? backBecause('failed') : paths.login);
      dropOtherTokens();
      const owner = ownerOf(token);
      if (owner) forgetOthers(owner);
      const arrived = recallArrival();
      const link = arrived.redemption ? null : (arrived.invitation ?? answer.get('invitation'));
      const session = await openSession();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      const { invitation, over } = await lookUp(link);
      if (link !== null && invitation && invitation.email !== session.user.email)
        return { invitation, link, session };
      return settle(queryClient, session, { invitation, over });
    },
  });

  const destination = chosen ?? (arrival.data && 'to' in arrival.data ? arrival.data : undefined);
  if (destination) return <Redirect to={destination.to} state={destination} />;
  if (arrival.data && 'link' in arrival.data)
    return (
      <FrontLayout>
        <OtherAddress mismatch={arrival.data} onGoOn={setChosen} />
      </FrontLayout>
    );
  if (arrival.error) {
    const unverified = isFailure(arrival.error, 'session.email_unverified');
    return (
      <FrontLayout>
        <div className={frontStyles.narrow}>
          <PageHeading>{failureTexts[recallArrival().from]}</PageHeading>
          <div className={styles.failure}>
            <Notice kind="error">
              {explain(arrival.error) ?? t('Something went wrong. Please try again.')}{' '}
              {unverified && t('Verify it there, or use another account.')}
            </Notice>
            {unverified ? (
              <PlainButton look="primary" large onClick={() => void endSignIn()}>
                {t('Use another account')}
              </PlainButton>
            ) : (
              <>
                <PlainButton
                  look="primary"
                  large
                  busy={arrival.isFetching}
                  onClick={() => void arrival.refetch()}
                >
                  {t('Try again')}
                </PlainButton>
                <Link to={paths.login}>{t('Back to sign in')}</Link>
              </>
            )}
          </div>
        </div>
      </FrontLayout>
    );
  }
  return (
    <FrontLayout>
      <div className={frontStyles.narrow}>
        <PageHeading>{t('Signing you in…')}</PageHeading>
        <div className={styles.waiting}>
          <SkeletonBar width="100%" />
          <SkeletonBar width="82%" />
          <SkeletonBar width="55%" />
        </div>
      </div>
    </FrontLayout>
  );
};

export default SigningInPage;
