import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { explain } from '../../core/failure.ts';
import { holdsTokens } from '../../core/kept-tokens.ts';
import { ownPath, paths } from '../../core/paths.ts';
import { Redirect } from '../../core/redirect.tsx';
import { accessToken, startSignIn } from '../../core/sign-in.ts';
import { takeFarewell } from '../../core/sign-out.ts';
import { useSubmission } from '../../core/submission.ts';
import { Notice } from '../../ui/notice.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import {
  type Arrival,
  arrivalWith,
  failureTexts,
  forgetArrival,
  reasons,
  rememberArrival,
} from './arrival.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './sign-in-panel.module.css';

/** Why nobody leaves yet is said where it is to be mended. */
export class NotYet extends Error {}

interface SignInPanelProps {
  from: Arrival['from'];
  busyText: string;
  /** The invitation that the person comes with. */
  invitation?: { link: string; email?: string | undefined };
  /** What is asked before the button. */
  children?: ReactNode;
  /** Looked at before leaving: the code to take along, or null. Throws {@link NotYet} to stay. */
  beforeLeaving?: () => Promise<string | null>;
}

/** The one button of /login and /signup, and what there is to say about the last attempt. */
export const SignInPanel = ({ from, busyText, invitation, children, beforeLeaving }: SignInPanelProps) => {
  const [search] = useSearchParams();
  const next = ownPath(search.get('next'));
  const [farewell] = useState(takeFarewell);
  const leaving = useSubmission({
    send: async () => {
      const code = beforeLeaving ? await beforeLeaving() : null;
      rememberArrival({ from, next, code, invitation: invitation?.link ?? null });
      await startSignIn(invitation?.email);
    },
  });
  const signedIn = useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => holdsTokens() && (await accessToken()) !== null,
    gcTime: 0,
  });

  // "Back" from the provider's page can show this page again as it was left: busy.
  const onShow = useEffectEvent((event: PageTransitionEvent) => event.persisted && leaving.reset());
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onShow(event);
    window.addEventListener('pageshow', listener);
    return () => window.removeEventListener('pageshow', listener);
  }, []);

  // A flow that was given up, or never finished, takes its code with it.
  useEffect(forgetArrival, []);

  // Whoever is signed in already goes on with the invitation where they would come back to.
  if (signedIn.data)
    return <Redirect to={invitation ? arrivalWith(invitation.link) : (next ?? paths.dashboard)} />;

  const failure = leaving.error instanceof NotYet ? null : leaving.error;
  const reason = search.get('reason') ?? farewell ?? '';
  const why = explain(failure);
  const failed = failure !== null || reason === 'failed';
  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        leaving.submit();
      }}
    >
      {failed ? (
        <Notice kind="error" intoView>
          {why ? t('{failure}. {why}', { failure: failureTexts[from], why }) : failureTexts[from]}
        </Notice>
      ) : (
        reasons.has(reason) && <Notice kind="info">{reasons.get(reason)?.()}</Notice>
      )}
      {children}
      <PlainButton large type="submit" busy={leaving.busy} busyText={busyText} className={styles.google}>
        <span className={styles.label}>
          <GoogleMark />
          {t('Continue with Google')}
        </span>
      </PlainButton>
    </form>
  );
};
