import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { Plan } from '../../../shared/access/contract.ts';
import { plans } from '../../../shared/core/plan-facts.ts';
import { dateFormat, labels, t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { explain } from '../../core/failure.ts';
import { paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { goToPortal } from '../billing/public.ts';
import { Invoices, NextPayment, type PortalOpening, paymentsQuery } from './payments.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const dateOf = (moment: string): string => dateFormat({ dateStyle: 'long' }).format(new Date(moment));

const typeNames = labels<Plan['type']>({
  trial: () => t('Trial'),
  monthly: () => t('Monthly ({price}/month)', { price: plans.monthly.price }),
  yearly: () => t('Yearly ({price}/year)', { price: plans.yearly.price }),
  none: () => t('No plan'),
});
const statusNames = labels<Plan['status']>({
  trial: () => t('Trial'),
  active: () => t('Active'),
  past_due: () => t('Payment failed'),
  ended: () => t('Ended'),
  none: () => t('Not started'),
});

/** The date that matters now, with its label. */
const periodOf = (plan: Plan): [label: string, value: string] | null => {
  const { status, trialEndsAt, currentPeriodEnd, canceledAt } = plan;
  if (status === 'ended') return currentPeriodEnd ? [t('Ended on'), dateOf(currentPeriodEnd)] : null;
  const end = status === 'trial' ? (trialEndsAt ?? currentPeriodEnd) : currentPeriodEnd;
  if (!end) return null;
  if (canceledAt) return [t('Cancels on'), dateOf(end)];
  return [t(status === 'trial' ? 'Trial ends on' : 'Renews on'), dateOf(end)];
};

const PlanDetails = ({ plan, manage }: { plan: Plan; manage: PortalOpening }) => {
  const navigate = useNavigate();
  const period = periodOf(plan);
  const hasNoPlan = plan.type === 'trial' || plan.type === 'none' || plan.status === 'ended';
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('Plan')}</dt>
          <dd>{typeNames[plan.type]}</dd>
        </div>
        <div>
          <dt>{t('Status')}</dt>
          <dd>{statusNames[plan.status]}</dd>
        </div>
        {period && (
          <div>
            <dt>{period[0]}</dt>
            <dd>{period[1]}</dd>
          </div>
        )}
      </dl>
      {plan.status === 'past_due' && (
        <Notice kind="warning">
          {t('The last payment failed. Choose “Manage billing” to check your card.')}
        </Notice>
      )}
      <div className={styles.row}>
        {hasNoPlan && (
          <Button look="primary" onClick={() => navigate(paths.payment)}>
            {t('Choose Plan')}
          </Button>
        )}
        {plan.hasCustomer && (
          <Button busy={manage.busy} busyText={t('Opening...')} onClick={() => manage.submit()}>
            {t('Manage billing')}
          </Button>
        )}
      </div>
    </>
  );
};

const AccountHolderBilling = () => {
  const plan = useQuery({
    queryKey: ['plan'],
    queryFn: ({ signal }) => api(routeTable.billing.getPlan, { signal }),
  });
  const payments = useQuery(paymentsQuery);
  const manage = useSubmission({
    send: goToPortal,
    onError: (error) =>
      toast({ kind: 'error', title: t('Failed to open the billing portal'), detail: explain(error) }),
  });
  return (
    <>
      <SettingsSection
        title={t('Subscription')}
        text={t("On Stripe's secure pages you can change your card or plan, and cancel or resume.")}
        look="framed"
      >
        {plan.data ? (
          <PlanDetails plan={plan.data} manage={manage} />
        ) : plan.error ? (
          <LoadFailure query={plan}>{t('Failed to load your subscription.')}</LoadFailure>
        ) : (
          <SkeletonBar width="60%" />
        )}
      </SettingsSection>
      <SettingsSection
        title={t('Next payment')}
        text={t('Your card is kept by Stripe. We never see its number.')}
        look="framed"
      >
        {payments.data ? (
          <NextPayment payments={payments.data} manage={manage} />
        ) : payments.error ? (
          <LoadFailure query={payments}>{t('Failed to load your next payment.')}</LoadFailure>
        ) : (
          <SkeletonBar width="60%" />
        )}
      </SettingsSection>
      <SettingsSection title={t('Invoices')} look="framed">
        {payments.data ? (
          <Invoices payments={payments.data} />
        ) : payments.error ? (
          <p className={styles.soft}>{t('Your invoices come from Stripe, which did not answer.')}</p>
        ) : (
          <SkeletonBar width="60%" />
        )}
      </SettingsSection>
    </>
  );
};

const BillingTab = () => {
  const { accountHolder, organization } = useMember().membership;
  if (accountHolder) return <AccountHolderBilling />;
  return (
    <SettingsSection title={t('Subscription')}>
      <p className={styles.soft}>
        {t('The account holder of {organization} takes care of the subscription. You pay nothing.', {
          organization: organization.name,
        })}
      </p>
    </SettingsSection>
  );
};

export default BillingTab;
