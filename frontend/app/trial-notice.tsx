import { Link } from 'react-router-dom';
import type { Membership } from '../../shared/access/contract.ts';
import { t } from '../../shared/core/translate.ts';
import { useMinute } from '../core/clock.ts';
import { paths } from '../core/paths.ts';
import { trialWords } from '../features/billing/public.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './trial-notice.module.css';

/** How long the trial lasts; only the account holder, who pays, sees it (S1 §2). */
export const TrialNotice = ({
  membership: { accountHolder, organization, plan },
}: {
  membership: Membership;
}) => {
  const now = useMinute();
  if (!accountHolder || plan.status !== 'trial' || plan.trialEndsAt === null) return null;
  const words = trialWords(plan.trialEndsAt, now, organization.timeZone);
  if (!words) return null;
  return (
    <p className={classNames(styles.notice, words.urgent && styles.urgent)}>
      {words.banner}
      {plan.type === 'trial' && (
        <Link to={paths.payment} className={styles.upgrade}>
          {t('Upgrade Now')}
        </Link>
      )}
    </p>
  );
};
