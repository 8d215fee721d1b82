import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Session } from '../../shared/access/contract.ts';
import { t } from '../../shared/core/translate.ts';
import { keepForGroup } from '../core/device-store.ts';
import { explain, isFailure } from '../core/failure.ts';
import { showsGroup } from '../core/page-identity.ts';
import { paths } from '../core/paths.ts';
import { Redirect } from '../core/redirect.tsx';
import { placeOf, sessionQuery } from '../core/session.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import { FullPage } from './full-page.tsx';
import { Splash } from './splash.tsx';

interface SessionGateProps {
  /** The part of the website behind this gate. */
  place: typeof paths.dashboard | typeof paths.welcome | typeof paths.payment | typeof paths.deleteAccount;
  /** Who else may stay here, though they belong elsewhere. */
  admits?: (session: Session) => boolean;
  children: (session: Session) => ReactNode;
}

/** Lets in whoever belongs here (S1 §4); sends everybody else to where they belong. */
export const SessionGate = ({ place, admits, children }: SessionGateProps) => {
  const { pathname, search } = useLocation();
  const { data: session, error, isFetching, refetch } = useQuery(sessionQuery);

  const userId = session?.user.id;
  const organizationId = session?.membership?.organization.id;
  // Before anything that is kept is read for the screen.
  if (userId && organizationId) keepForGroup(userId, organizationId);
  // Before the screen that it shows can be pressed, and before its queries begin.
  useLayoutEffect(() => {
    if (userId) showsGroup(userId, organizationId);
  }, [userId, organizationId]);

  if (session) {
    const rightPlace = placeOf(session, place === paths.dashboard ? place : null);
    return rightPlace === place || admits?.(session) ? children(session) : <Redirect to={rightPlace} />;
  }
  if (isFailure(error, 'signed_out')) {
    // Whoever is to choose a plan has no account yet (S1 §4).
    if (place === paths.payment) return <Redirect to={paths.signup} />;
    const next = place === paths.dashboard ? `?${new URLSearchParams({ next: pathname + search })}` : '';
    return <Redirect to={paths.login + next} />;
  }
  if (error) {
    return (
      <FullPage
        heading={t('We could not open your workspace')}
        text={explain(error) ?? t('Something went wrong. Please try again.')}
      >
        <PlainButton look="primary" large busy={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </PlainButton>
      </FullPage>
    );
  }
  return <Splash />;
};
