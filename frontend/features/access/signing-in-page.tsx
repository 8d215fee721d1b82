import { useQuery, useQueryClient } from '@tanstack/react-query';
import { explain, isFailure } from '../../core/failure.ts';
import { dropOtherTokens } from '../../core/kept-tokens.ts';
import { Link, Navigate } from '../../core/navigation.tsx';
import { paths } from '../../core/paths.ts';
import { openSession, placeOf, sessionQuery } from '../../core/session.ts';
import { accessToken, endSignIn } from '../../core/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
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

const plainly = (to: string): Destination => ({ to, problem: null });

/** Where the provider sends people back to: finishes signing in and moves on to where they belong. */
const SigningInPage = () => {
  const queryClient = useQueryClient();
  const arrival = useQuery({
    queryKey: ['arrival'],
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Destination> => {
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
      const { next, redemption } = recallArrival();
      const { session, problem } = await joinGroup(await openSession(), redemption);
      queryClient.setQueryData(sessionQuery.queryKey, session);
      forgetArrival();
      if (problem && session.membership) toast({ kind: 'warning', title: problem });
      return { to: placeOf(session, next), problem };
    },
  });

  if (arrival.data)
    return <Navigate to={arrival.data.to} replace state={{ problem: arrival.data.problem }} />;
  if (arrival.error) {
    const unverified = isFailure(arrival.error, 'session.email_unverified');
    return (
      <FrontLayout>
        <div className={frontStyles.narrow}>
          <PageHeading>{failureTexts[recallArrival().from]}</PageHeading>
          <div className={styles.failure}>
            <Notice kind="error">
              {explain(arrival.error) ?? 'Something went wrong. Please try again.'}
              {unverified && ' Verify it there, or use another account.'}
            </Notice>
            {unverified ? (
              <Button look="primary" large onClick={() => void endSignIn()}>
                Use another account
              </Button>
            ) : (
              <>
                <Button look="primary" large busy={arrival.isFetching} onClick={() => void arrival.refetch()}>
                  Try again
                </Button>
                <Link to={paths.login}>Back to sign in</Link>
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
        <PageHeading>Signing you in…</PageHeading>
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
