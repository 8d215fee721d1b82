import { queryOptions } from '@tanstack/react-query';
import { CreditCard, ExternalLink, Landmark } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Invoice, Payments, StripeAmount } from '../../../shared/billing/contract.ts';
import { api } from '../../core/api.ts';
import { paths } from '../../core/paths.ts';
import { routeTable } from '../../core/route-table.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StateMark, type StateMarkName } from '../../ui/state-mark.tsx';
import styles from './payments.module.css';

/** What Stripe says of payments now. Nothing of it is kept beyond this page: it is read anew each time. */
export const paymentsQuery = queryOptions({
  queryKey: ['payments'],
  queryFn: ({ signal }) => api(routeTable.billing.getPayments, { signal }),
});

/** The way to Stripe's portal, which several buttons open. */
export interface PortalOpening {
  busy: boolean;
  submit: () => void;
}

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const medium = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const expiry = new Intl.DateTimeFormat(undefined, { month: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** An amount of Stripe's, which may be in a currency that we do not sell in. */
const money = ({ amount, currency }: StripeAmount): string => {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** Stripe's words for brands of cards, as they write themselves. */
const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Stripe's words for other ways of paying. */
const otherWays: Record<string, string> = {
  link: 'Link',
  paypal: 'PayPal',
  sepa_debit: 'SEPA Direct Debit',
  us_bank_account: 'Bank account',
};

type Card = NonNullable<NonNullable<Payments['paymentMethod']>['card']>;

/** The first moment at which a card is no longer valid: it is good until the end of its month. */
const expiresAt = ({ expiryMonth, expiryYear }: Card): number => Date.UTC(expiryYear, expiryMonth);

const Method = ({ payments: { paymentMethod, nextCharge } }: { payments: Payments }) => {
  if (!paymentMethod) return <p className={styles.soft}>No card yet. You enter it when you choose a plan.</p>;
  const { type, card } = paymentMethod;
  const due = nextCharge ? Date.parse(nextCharge.dueAt) : Date.now();
  return (
    <div className={styles.method}>
      <span className={styles.mark}>
        <Icon of={card ? CreditCard : Landmark} />
      </span>
      {card ? (
        <p className={styles.words}>
          <strong>{`${brands[card.brand] ?? 'Card'} ending in ${card.last4}`}</strong>
          <span className={expiresAt(card) <= due ? styles.warning : styles.soft}>
            {expiresAt(card) <= Date.now()
              ? `Expired ${expiry.format(Date.UTC(card.expiryYear, card.expiryMonth - 1))}`
              : expiresAt(card) <= due
                ? `Expires ${expiry.format(Date.UTC(card.expiryYear, card.expiryMonth - 1))}, before the next payment`
                : `Expires ${expiry.format(Date.UTC(card.expiryYear, card.expiryMonth - 1))}`}
          </span>
        </p>
      ) : (
        <p className={styles.words}>
          <strong>{otherWays[type] ?? 'Another way of paying, kept by Stripe'}</strong>
        </p>
      )}
    </div>
  );
};

/** What will be charged next and when, and with what. */
export const NextPayment = ({ payments, manage }: { payments: Payments; manage: PortalOpening }) => {
  const { nextCharge, paymentMethod } = payments;
  return (
    <>
      <p className={styles.charge}>
        {nextCharge ? (
          <>
            <strong className={styles.amount}>{money(nextCharge)}</strong>
            <span className={styles.soft}>{`Due on ${long.format(new Date(nextCharge.dueAt))}`}</span>
          </>
        ) : (
          <span className={styles.soft}>Nothing will be charged.</span>
        )}
      </p>
      <div className={styles.with}>
        <Method payments={payments} />
        {paymentMethod && (
          <Button busy={manage.busy} busyText="Opening..." onClick={() => manage.submit()}>
            Change card
          </Button>
        )}
      </div>
    </>
  );
};

/** Stripe's words for what became of an invoice, in ours. */
const statuses: Record<string, { text: string; mark: StateMarkName }> = {
  paid: { text: 'Paid', mark: 'done' },
  open: { text: 'Not paid yet', mark: 'waiting' },
  uncollectible: { text: 'Written off', mark: 'stopped' },
  void: { text: 'Cancelled', mark: 'stopped' },
};

const Row = ({ invoice: { number, createdAt, total, status, url } }: { invoice: Invoice }) => {
  const date = medium.format(new Date(createdAt));
  return (
    <tr>
      <th scope="row">
        <time dateTime={createdAt}>{date}</time>
        {number && <span className={styles.number}>{number}</span>}
      </th>
      <td className={styles.sum}>{money(total)}</td>
      <td>
        <span className={classNames(styles.status, styles[status])}>
          {statuses[status] && <StateMark of={statuses[status].mark} />}
          {statuses[status]?.text ?? status}
        </span>
      </td>
      <td className={styles.link}>
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open the invoice of ${date} at Stripe, in a new tab`}
          >
            Open
            <Icon of={ExternalLink} />
          </a>
        )}
      </td>
    </tr>
  );
};

/** The latest invoices, each with the way to Stripe's page of it. */
export const Invoices = ({ payments: { invoices, hasOlderInvoices } }: { payments: Payments }) =>
  invoices.length === 0 ? (
    <EmptyState
      compact
      picture="invoices"
      title="No invoices yet"
      text="Your invoices will be here once you have chosen a plan."
      action={<Link to={paths.payment}>See the plans</Link>}
    />
  ) : (
    <>
      <table className={styles.invoices}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col" className={styles.sum}>
              Amount
            </th>
            <th scope="col">Payment</th>
            <th scope="col">
              <span className="visually-hidden">Invoice</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <Row key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      {hasOlderInvoices && (
        <p className={styles.soft}>Older invoices are in Stripe's portal: choose “Manage billing”.</p>
      )}
    </>
  );
