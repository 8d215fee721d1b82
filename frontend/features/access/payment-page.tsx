import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { Membership, Plan, Session } from '../../../shared/access/contract.ts';
import { keepsTrial } from '../../../shared/billing/trial.ts';
import { type PaidPlan, planFacts, planPoints, plans } from '../../../shared/core/plan-facts.ts';
import { dateFormat, t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { useMinute } from '../../core/clock.ts';
import { explain } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { sessionQuery } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import {
  checkoutProblem,
  goToCheckout,
  goToPortal,
  trialWords,
  usePlanNotifications,
} from '../billing/public.ts';
import { AccountLine } from './account-line.tsx';
import { FrontLayout } from './front-layout.tsx';
import frontStyles from './front-page.module.css';
import styles from './payment-page.module.css';

const longDate = (moment: string): string => dateFormat({ dateStyle: 'long' }).format(new Date(moment));

/** What the page is headed with, in each state of the plan. */
const headingOf = (
  { plan, organization: { name: group, timeZone } }: Membership,
  now: number,
): { heading: string; text: string } => {
  const trial =
    plan.status === 'trial' && plan.trialEndsAt ? trialWords(plan.trialEndsAt, now, timeZone) : null;
  if (trial)
    return { heading: t('Complete Your Subscription'), text: t('{sentence}.', { sentence: trial.page }) };
  if (plan.status === 'past_due')
    return {
      heading: t('Your last payment failed'),
      text: t('Nothing in {group} is lost. Check your card to continue.', { group }),
    };
  if (plan.type !== 'none' && plan.type !== 'trial' && plan.currentPeriodEnd)
    return {
      heading: t('Your subscription has ended'),
      text: t('The subscription of {group} has ended. Choose a plan to continue where you left off.', {
        group,
      }),
    };
  if (plan.trialEndsAt)
    return {
      heading: t('Your trial has ended'),
      text: t('The trial of {group} ended on {date}. Choose a plan to continue.', {
        group,
        date: longDate(plan.trialEndsAt),
      }),
    };
  return {
    heading: t('Complete Your Subscription'),
    text: t(
      'You are one step from unlocking all features. You have had your {days, number}-day free trial before.',
      { days: planFacts.trialDays },
    ),
  };
};

/** What becomes of a plan that was chosen during the trial. */
const afterTrial = ({ type, canceledAt, trialEndsAt }: Plan): string => {
  const given = {
    type,
    known: trialEndsAt !== null,
    date: trialEndsAt === null ? '' : longDate(trialEndsAt),
  };
  return canceledAt
    ? t(
        'Your {type, select, yearly {yearly} other {monthly}} plan is cancelled and ends with the trial{known, select, true {, on {date}} other {}}. You will not be charged. To keep your plan, choose “Manage billing” and resume it.',
        given,
      )
    : t(
        'Your {type, select, yearly {yearly} other {monthly}} plan begins when the trial ends{known, select, true {, on {date}} other {}}. You do not need to do anything.',
        given,
      );
};

/** Whether Stripe has told that there is a subscription. */
const isConfirmed = (plan: Plan): boolean =>
  plan.status === 'active' || (plan.status === 'trial' && plan.type !== 'trial');

/** Milliseconds after which a person should hear that this takes longer than usual. */
const patience = 20_000;

/** After Stripe's page: waits until the server has heard from Stripe. */
const Confirming = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [late, setLate] = useState(false);
  const plan = useQuery({
    queryKey: ['plan', 'after-checkout'],
    queryFn: ({ signal }) => api(routeTable.billing.getPlan, { signal }),
    gcTime: 0,
    staleTime: 0,
    // Each time a little later, at most every ten seconds.
    refetchInterval: ({ state }) => Math.min(10_000, 1_000 * 1.5 ** state.dataUpdateCount),
  });
  const confirmed = plan.data !== undefined && isConfirmed(plan.data);

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!confirmed) return;
    const enter = async (): Promise<void> => {
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      toast({
        kind: 'success',
        title: t('Your plan is confirmed'),
        detail: t('Thank you. All features are unlocked.'),
      });
      navigate(paths.dashboard, { replace: true });
    };
    void enter();
  }, [confirmed, queryClient, navigate]);

  return (
    <>
      <PageHeading documentTitle={t('Subscription')} subtitle={t('This usually takes a few seconds.')}>
        {t('Confirming your payment…')}
      </PageHeading>
      <div className={frontStyles.block}>
        <SkeletonBar width="100%" />
        <SkeletonBar width="70%" />
        {plan.error && (
          <Notice kind="warning">
            {t('We could not check your plan.')} {explain(plan.error)} {t('We keep trying.')}
          </Notice>
        )}
        {late && (
          <Notice
            kind="info"
            actions={<PlainButton onClick={() => void plan.refetch()}>{t('Check again')}</PlainButton>}
          >
            {t(
              'This is taking longer than usual. If you have paid, your plan starts as soon as Stripe tells us, and you are not charged twice. You can close this page and come back later.',
            )}{' '}
            <Link to={paths.payment}>{t('Back to the plans')}</Link>
          </Notice>
        )}
      </div>
    </>
  );
};

interface PlanCardProps {
  plan: PaidPlan;
  /** Whether what is left of the trial stays free. */
  withTrial: boolean;
  busy: boolean;
  onChoose: () => void;
}

/** A plan; the whole card chooses it (S1 §2), as its button does for keyboards and screen readers. */
const PlanCard = ({ plan, withTrial, busy, onChoose }: PlanCardProps) => {
  const { name, price, per, badge, note } = plans[plan];
  return (
    <section
      className={classNames(styles.plan, plan === 'monthly' && styles.popular)}
      aria-label={t('{name} plan', { name })}
    >
      <div className={styles.top}>
        <h2>{name}</h2>
        <span className={styles.badge}>{badge}</span>
      </div>
      <p className={styles.price}>
        <strong>{price}</strong>/{per}
      </p>
      <p className={styles.note}>{note}</p>
      <ul className={styles.points}>
        {planPoints(withTrial).map((point) => (
          <li key={point}>
            <Icon of={Check} size={16} />
            {point}
          </li>
        ))}
      </ul>
      <PlainButton
        look={plan === 'monthly' ? 'primary' : 'secondary'}
        large
        className={styles.choose}
        aria-label={busy ? undefined : t('Choose {name}', { name })}
        busy={busy}
        busyText={t('Creating checkout session...')}
        onClick={onChoose}
      >
        {t('Choose {name}', { name })}
      </PlainButton>
    </section>
  );
};

const Plans = ({ membership, cancelled }: { membership: Membership; cancelled: boolean }) => {
  const { plan, memberCount } = membership;
  const now = useMinute();
  const withTrial = plan.status === 'trial' && keepsTrial(plan.trialEndsAt, new Date(now));
  // Left for Stripe's page: busy until that is there. "Back" loads this one anew (session-gate.tsx).
  const checkout = useSubmission({ send: goToCheckout });
  const portal = useSubmission({ send: goToPortal });
  const { heading, text } = headingOf(membership, now);
  const hasSubscription = plan.status === 'past_due' || (plan.status === 'trial' && plan.type !== 'trial');
  return (
    <>
      <PageHeading documentTitle={t('Subscription')} subtitle={text}>
        {heading}
      </PageHeading>
      <div className={styles.notices}>
        {cancelled && !checkout.error && (
          <Notice kind="info">{t('The checkout was cancelled. You were charged nothing.')}</Notice>
        )}
        {checkout.error && (
          <Notice kind="error" intoView>
            {checkoutProblem(checkout.error)}
          </Notice>
        )}
        {portal.error && (
          <Notice kind="error">
            {t('Failed to open the billing portal.')} {explain(portal.error)}
          </Notice>
        )}
      </div>
      {hasSubscription ? (
        <div className={frontStyles.block}>
          {plan.status === 'trial' && <p>{afterTrial(plan)}</p>}
          <div className={styles.row}>
            <PlainButton
              look="primary"
              large
              busy={portal.busy}
              busyText={t('Opening...')}
              onClick={() => portal.submit()}
            >
              {t('Manage billing')}
            </PlainButton>
          </div>
        </div>
      ) : (
        <>
          <div className={styles.plans}>
            {(['monthly', 'yearly'] as const).map((one) => (
              <PlanCard
                key={one}
                plan={one}
                withTrial={withTrial}
                busy={checkout.busy && checkout.given === one}
                onChoose={() => checkout.submit(one)}
              />
            ))}
          </div>
          <p className={styles.secure}>
            {plan.status === 'trial' &&
              (withTrial
                ? t('You pay nothing until your trial ends.')
                : t('Your plan starts as soon as you have paid.'))}{' '}
            {t("You will be redirected to Stripe's secure checkout.")}
          </p>
        </>
      )}
      {plan.status === 'trial' ? (
        <p className={frontStyles.other}>
          <Link to={paths.dashboard}>{t('Back to Dashboard')}</Link>
        </p>
      ) : (
        <p className={frontStyles.other}>
          {memberCount > 1
            ? t('Everything that your group has entered is safe, and the other members can keep working.')
            : t('Everything that you have entered is safe.')}
        </p>
      )}
    </>
  );
};

/** Subscription and plan choice (S1 §2), for the account holder. */
const PaymentPage = ({ session }: { session: Session }) => {
  const checkout = useSearchParams()[0].get('checkout');
  const { user, membership } = session;
  // Whoever may not enter the dashboard finds in its bell, later, why.
  usePlanNotifications(session);
  if (!membership) return null;
  return (
    <FrontLayout account={<AccountLine user={user} />}>
      <div className={frontStyles.wide}>
        {checkout === 'done' ? (
          <Confirming />
        ) : (
          <Plans membership={membership} cancelled={checkout === 'cancelled'} />
        )}
      </div>
    </FrontLayout>
  );
};

export default PaymentPage;
