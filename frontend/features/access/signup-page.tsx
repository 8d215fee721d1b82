import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../core/paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { withNext } from './arrival.ts';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';
import { SignInPanel } from './sign-in-panel.tsx';

const SignupPage = () => {
  const [search] = useSearchParams();
  return (
    <FrontLayout>
      <div className={styles.narrow}>
        <PageHeading
          subtitle="Three days to try everything. No card, no password to remember."
          documentTitle="Sign up"
        >
          Create your account
        </PageHeading>
        <SignInPanel from="signup" busyText="Creating account..." />
        <p className={styles.other}>
          Already have an account? <Link to={withNext(paths.login, search.get('next'))}>Sign in</Link>
        </p>
      </div>
    </FrontLayout>
  );
};

export default SignupPage;
