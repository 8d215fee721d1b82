import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { invitationPath, paths } from '../../core/paths.ts';
import { Redirect } from '../../core/redirect.tsx';
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
        <PageHeading subtitle="Sign in to pick up where you left off." documentTitle="Log in">
          Welcome back
        </PageHeading>
        <SignInPanel from="login" busyText="Signing in..." />
        <p className={styles.other}>
          New to Guildhall? <Link to={withNext(paths.signup, search.get('next'))}>Create an account</Link>
        </p>
        <p className={styles.home}>
          <a href={paths.home}>Back to Home</a>
        </p>
      </div>
    </FrontLayout>
  );
};

export default LoginPage;
