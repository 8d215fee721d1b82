import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { roleLabels } from '../../../shared/core/access.ts';
import { planFacts } from '../../../shared/core/plan-facts.ts';
import { isFailure } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { Field } from '../../ui/field.tsx';
import { LineInput } from '../../ui/line-input.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { withNext } from './arrival.ts';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';
import { codeAsTyped, openedInvitation, problemWithCode } from './joining.ts';
import { NotYet, SignInPanel } from './sign-in-panel.tsx';

/** Signing up by the link of an invitation: to which group, by whom, and with which address. */
const InvitedSignUp = ({ link }: { link: string }) => {
  const opened = useQuery(openedInvitation(link));
  const over = isFailure(opened.error, 'invitation.over');
  return (
    <>
      <PageHeading
        subtitle={over ? 'You can also sign up without an invitation.' : 'You are invited to a group.'}
        documentTitle="Sign up"
      >
        Create your account
      </PageHeading>
      {opened.isPending && (
        <div className={styles.block}>
          <SkeletonBar width="100%" />
          <SkeletonBar width="70%" />
        </div>
      )}
      {opened.error && (
        <div className={styles.block}>
          {over ? (
            <Notice kind="warning">{opened.error.message}</Notice>
          ) : (
            <LoadFailure query={opened}>We could not look up your invitation.</LoadFailure>
          )}
        </div>
      )}
      {opened.data && (
        <section className={styles.card} aria-labelledby="invitation-heading">
          <h2 id="invitation-heading" dir="auto">
            Join {opened.data.organizationName}
          </h2>
          <p>
            {opened.data.invitedBy && (
              <>
                <bdi>{opened.data.invitedBy}</bdi> invites you
              </>
            )}
            {!opened.data.invitedBy && 'You are invited'} as {roleLabels[opened.data.role]}. To join, sign in
            with the Google account of <strong className={styles.address}>{opened.data.email}</strong>.
          </p>
        </section>
      )}
      {(opened.data || over) && (
        <SignInPanel
          from="signup"
          busyText="Creating account..."
          {...(opened.data && { invitation: { link, email: opened.data.email } })}
        />
      )}
    </>
  );
};

/** Signing up without one: with a code, or to start a group. */
const OrdinarySignUp = () => {
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
    <>
      <PageHeading
        subtitle={`Try everything free for ${planFacts.trialDays} days. You need no card and no password.`}
        documentTitle="Sign up"
      >
        Create your account
      </PageHeading>
      <SignInPanel from="signup" busyText="Creating account..." beforeLeaving={checkCode}>
        <Field
          label="Invitation Code (optional)"
          hint="If you have a code, you join that group instead of starting your own."
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
    </>
  );
};

const SignupPage = () => {
  const [search] = useSearchParams();
  const link = search.get('invitation');
  return (
    <FrontLayout>
      <div className={styles.narrow}>
        {link ? <InvitedSignUp link={link} /> : <OrdinarySignUp />}
        <p className={styles.agreement}>
          By continuing you agree to our <a href={paths.terms}>Terms</a> and{' '}
          <a href={paths.privacy}>Privacy Policy</a>.
        </p>
        {/* Whoever is invited signs in with the same button, whether they have an account or not. */}
        {!link && (
          <p className={styles.other}>
            Already have an account? <Link to={withNext(paths.login, search.get('next'))}>Sign in</Link>
          </p>
        )}
        <p className={styles.home}>
          <a href={paths.home}>Back to Home</a>
        </p>
      </div>
    </FrontLayout>
  );
};

export default SignupPage;
