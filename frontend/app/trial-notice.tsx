import type { Membership } from '../../shared/access/contract.ts';
import { Link } from '../core/navigation.tsx';
import { paths } from '../core/paths.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './trial-notice.module.css';

const urgentDays = 3;

/** How long the trial lasts; only the account holder, who pays, sees it (S1 §2). */
export const TrialNotice = ({ membership: { accountHolder, plan } }: { membership: Membership }) => {
  if (!accountHolder || plan.status !== 'trial') return null;
  const days = plan.trialDaysLeft;
  return (
    <p className={classNames(styles.notice, days <= urgentDays && styles.urgent)}>
      {days === 1 ? 'Trial expires tomorrow' : `${days} days left in trial`}
      {plan.type === 'trial' && (
        <Link to={paths.payment} className={styles.upgrade}>
          Upgrade Now
        </Link>
      )}
    </p>
  );
};
