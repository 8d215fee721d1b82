import type { Session } from '../../../shared/access/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AccountLine } from './account-line.tsx';
import { FrontLayout } from './front-layout.tsx';
import styles from './front-page.module.css';

/** What an account holder without a trial or plan sees. */
const PaymentPage = ({ session }: { session: Session }) => {
  const endedAt = session.membership?.plan.trialEndsAt;
  const ended =
    endedAt && new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(endedAt));
  return (
    <FrontLayout account={<AccountLine user={session.user} />}>
      <div className={styles.wide}>
        <PageHeading
          documentTitle="Subscription"
          subtitle={
            ended
              ? `The trial of ${session.membership?.organization.name} ended on ${ended}.`
              : 'The one trial of your account was used before.'
          }
        >
          {ended ? 'Your trial has ended' : 'No trial is left'}
        </PageHeading>
        <ul className={styles.facts}>
          <li>
            <Icon name="check" />
            <span>Everything that your group entered is safe and stays as it is.</span>
          </li>
          <li>
            <Icon name="check" />
            <span>Other members of your group can keep working.</span>
          </li>
          <li>
            <Icon name="check" />
            <span>You were charged nothing: no card was ever asked for.</span>
          </li>
        </ul>
      </div>
    </FrontLayout>
  );
};

export default PaymentPage;
