import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { explain } from '../../core/failure.ts';
import { ownPath, paths } from '../../core/paths.ts';
import { accessToken, mayBeSignedIn, startSignIn } from '../../core/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Arrival, failureTexts, forgetArrival, reasons, rememberArrival } from './arrival.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './sign-in-panel.module.css';

interface SignInPanelProps {
  from: Arrival['from'];
  busyText: string;
  /** What is asked before the button. */
  children?: ReactNode;
  /** Looked at before leaving: the code to take along, or null; `false` stops. */
  beforeLeaving?: () => Promise<string | null | false>;
}

/** The one button of /login and /signup, and what there is to say about the last attempt. */
export const SignInPanel = ({ from, busyText, children, beforeLeaving }: SignInPanelProps) => {
  const [search] = useSearchParams();
  const next = ownPath(search.get('next'));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const signedIn = useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => mayBeSignedIn() && (await accessToken()) !== null,
    gcTime: 0,
  });

  // "Back" from the provider's page can show this page again as it was left: busy.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  // A flow that was given up, or never finished, takes its code with it.
  useEffect(forgetArrival, []);

  if (signedIn.data) return <Navigate to={next ?? paths.dashboard} replace />;

  const start = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const code = beforeLeaving ? await beforeLeaving() : null;
      if (code === false) {
        setBusy(false);
        return;
      }
      rememberArrival({ from, next, code });
      await startSignIn();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  const reason = search.get('reason') ?? '';
  const failed = failure !== undefined || reason === 'failed';
  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void start();
      }}
    >
      {failed ? (
        <Notice kind="error" intoView>
          {failureTexts[from]}
          {explain(failure) && `. ${explain(failure)}`}
        </Notice>
      ) : (
        reasons.has(reason) && <Notice kind="info">{reasons.get(reason)}</Notice>
      )}
      {children}
      <Button large type="submit" busy={busy} busyText={busyText} className={styles.google}>
        <span className={styles.label}>
          <GoogleMark />
          Continue with Google
        </span>
      </Button>
    </form>
  );
};
