import { useState } from 'react';
import { Link, useSearchParams } from '../../core/navigation.tsx';
import { paths } from '../../core/paths.ts';
import { Field } from '../../ui/field.tsx';
import { LineInput } from '../../ui/line-input.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { withNext } from './arrival.ts';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';
import { codeAsTyped, problemWithCode } from './joining.ts';
import { NotYet, SignInPanel } from './sign-in-panel.tsx';

const SignupPage = () => {
  const [search] = useSearchParams();
  const [code, setCode] = useState(codeAsTyped(search.get('code') ?? ''));
  const [problem, setProblem] = useState<string | null>(null);

  const checkCode = async (): Promise<string | null> => {
    const wanted = code.trim();
    if (wanted === '') return null;
    const found = await problemWithCode(wanted);
    setProblem(found);
    if (found !== null) throw new NotYet(found);
    return wanted;
  };

  return (
    <FrontLayout>
      <div className={styles.narrow}>
        <PageHeading
          subtitle="Three days to try everything. No card, no password to remember."
          documentTitle="Sign up"
        >
          Create your account
        </PageHeading>
        <SignInPanel from="signup" busyText="Creating account..." beforeLeaving={checkCode}>
          <Field
            label="Invitation Code (optional)"
            hint="Somebody gave you one? You join their group instead of founding your own."
            error={problem ?? undefined}
          >
            {(control) => (
              <LineInput
                {...control}
                value={code}
                longest={40}
                placeholder="Enter code to join a group"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(text) => {
                  setCode(codeAsTyped(text));
                  setProblem(null);
                }}
              />
            )}
          </Field>
        </SignInPanel>
        <p className={styles.agreement}>
          By continuing you agree to our <a href={paths.terms}>Terms</a> and{' '}
          <a href={paths.privacy}>Privacy Policy</a>.
        </p>
        <p className={styles.other}>
          Already have an account? <Link to={withNext(paths.login, search.get('next'))}>Sign in</Link>
        </p>
        <p className={styles.home}>
          <a href={paths.home}>Back to Home</a>
        </p>
      </div>
    </FrontLayout>
  );
};

export default SignupPage;
