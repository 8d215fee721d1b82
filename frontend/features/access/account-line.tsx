import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Session } from '../../../shared/access/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import { explain } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { leave } from '../../core/sign-out.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './front-page.module.css';

/** Who is signed in, and the way out, on screens that have no account menu. */
export const AccountLine = ({ user }: { user: Session['user'] }) => {
  const [busy, setBusy] = useState(false);
  const signOut = async (): Promise<void> => {
    setBusy(true);
    try {
      await leave(user.id);
    } catch (error) {
      setBusy(false);
      toast({ kind: 'error', title: t('Failed to sign out'), detail: explain(error) });
    }
  };
  return (
    <div className={styles.account}>
      <span>{user.email}</span>
      <Link to={paths.deleteAccount}>{t('Delete account')}</Link>
      <PlainButton look="quiet" busy={busy} onClick={signOut}>
        {t('Sign out')}
      </PlainButton>
    </div>
  );
};
