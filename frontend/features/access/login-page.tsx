import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { t } from '../../../shared/core/translate.ts';
import { invitationPath, paths } from '../../core/paths.ts';
import { Redirect } from '../../core/redirect.tsx';
import { rich } from '../../core/rich.ts';
import { takeInvitation } from '../../core/sign-out.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { withNext } from './arrival.ts';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

const LoginPage = () => {
  const [search] = useSearchParams();
  const [invitation] = useState(takeInvitation);
  if (invitation) return <Redirect to={invitationPath(invitation)} />;
  return (
    <FrontLayout>
      <div className={styles.narrow}>
        <PageHeading subtitle={t('Sign in to pick up where you left off.')} documentTitle={t('Log in')}>
          {t('Welcome back')}
        </PageHeading>
        <SignInPanel from="login" busyText={t('Signing in...')} />
        <p className={styles.other}>
          {rich('New to Guildhall? <signup>Create an account</signup>', {
            signup: (inside) => <Link to={withNext(paths.signup, search.get('next'))}>{inside}</Link>,
          })}
        </p>
        <p className={styles.home}>
          <a href={paths.home}>{t('Back to Home')}</a>
        </p>
      </div>
    </FrontLayout>
  );
};

export default LoginPage;
