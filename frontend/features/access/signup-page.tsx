import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { roleLabels } from '../../../shared/core/access.ts';
import { planFacts } from '../../../shared/core/plan-facts.ts';
import { t } from '../../../shared/core/translate.ts';
import { isFailure } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { rich } from '../../core/rich.ts';
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
        subtitle={over ? t('You can also sign up without an invitation.') : t('You are invited to a group.')}
        documentTitle={t('Sign up')}
      >
        {t('Create your account')}
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
            <LoadFailure query={opened}>{t('We could not look up your invitation.')}</LoadFailure>
          )}
        </div>
      )}
      {opened.data && (
        <section className={styles.card} aria-labelledby="invitation-heading">
          <h2 id="invitation-heading" dir="auto">
            {t('Join {organization}', { organization: opened.data.organizationName })}
          </h2>
          <p>
            {rich(
              '{who, select, unnamed {You are invited} other {<inviter>{name}</inviter> invites you}} as {role}. To join, sign in with the Google account of <address>{email}</address>.',
              {
                who: opened.data.invitedBy ? 'named' : 'unnamed',
                name: opened.data.invitedBy ?? '',
                role: roleLabels[opened.data.role],
                email: opened.data.email,
                inviter: (inside) => <bdi>{inside}</bdi>,
                address: (inside) => <strong className={styles.address}>{inside}</strong>,
              },
            )}
          </p>
        </section>
      )}
      {(opened.data || over) && (
        <SignInPanel
          from="signup"
          busyText={t('Creating account...')}
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
        subtitle={t(
          'Try everything free for {days, plural, one {# day} other {# days}}. You need no card and no password.',
          { days: planFacts.trialDays },
        )}
        documentTitle={t('Sign up')}
      >
        {t('Create your account')}
      </PageHeading>
      <SignInPanel from="signup" busyText={t('Creating account...')} beforeLeaving={checkCode}>
        <Field
          label={t('Invitation Code (optional)')}
          hint={t('If you have a code, you join that group instead of starting your own.')}
          error={problem ?? undefined}
        >
          {(control) => (
            <LineInput
              {...control}
              value={code}
              longest={40}
              placeholder={t('Enter code to join a group')}
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
          {rich(
            'By continuing you agree to our <terms>Terms</terms> and <privacy>Privacy Policy</privacy>.',
            {
              terms: (inside) => <a href={paths.terms}>{inside}</a>,
              privacy: (inside) => <a href={paths.privacy}>{inside}</a>,
            },
          )}
        </p>
        {/* Whoever is invited signs in with the same button, whether they have an account or not. */}
        {!link && (
          <p className={styles.other}>
            {rich('Already have an account? <login>Sign in</login>', {
              login: (inside) => <Link to={withNext(paths.login, search.get('next'))}>{inside}</Link>,
            })}
          </p>
        )}
        <p className={styles.home}>
          <a href={paths.home}>{t('Back to Home')}</a>
        </p>
      </div>
    </FrontLayout>
  );
};

export default SignupPage;
