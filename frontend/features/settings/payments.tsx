import { queryOptions } from '@tanstack/react-query';
import { CreditCard, ExternalLink, Landmark } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Invoice, Payments, StripeAmount } from '../../../shared/billing/contract.ts';
import { dateFormat, formatLocale, labels, type Text, t } from '../../../shared/core/translate.ts';
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

/** An amount of Stripe's, which may be in a currency that we do not sell in. */
const money = ({ amount, currency }: StripeAmount): string => {
  const format = new Intl.NumberFormat(formatLocale(), { style: 'currency', currency });
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
const otherWays: Readonly<Record<string, string>> = labels({
  link: () => 'Link',
  paypal: () => 'PayPal',
  sepa_debit: () => t('SEPA Direct Debit'),
  us_bank_account: () => t('Bank account'),
});

type Card = NonNullable<NonNullable<Payments['paymentMethod']>['card']>;

/** The first moment at which a card is no longer valid: it is good until the end of its month. */
const expiresAt = ({ expiryMonth, expiryYear }: Card): number => Date.UTC(expiryYear, expiryMonth);

const expiryOf = ({ expiryMonth, expiryYear }: Card): string =>
  dateFormat({ month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(expiryYear, expiryMonth - 1),
  );

const nameOf = ({ brand, last4 }: Card): string =>
  brands[brand]
    ? t('{brand} ending in {last4}', { brand: brands[brand], last4 })
    : t('Card ending in {last4}', { last4 });

const Method = ({ payments: { paymentMethod, nextCharge } }: { payments: Payments }) => {
  if (!paymentMethod)
    return <p className={styles.soft}>{t('No card yet. You enter it when you choose a plan.')}</p>;
  const { type, card } = paymentMethod;
  const due = nextCharge ? Date.parse(nextCharge.dueAt) : Date.now();
  return (
    <div className={styles.method}>
      <span className={styles.mark}>
        <Icon of={card ? CreditCard : Landmark} />
      </span>
      {card ? (
        <p className={styles.words}>
          <strong>{nameOf(card)}</strong>
          <span className={expiresAt(card) <= due ? styles.warning : styles.soft}>
            {expiresAt(card) <= Date.now()
              ? t('Expired {month}', { month: expiryOf(card) })
              : expiresAt(card) <= due
                ? t('Expires {month}, before the next payment', { month: expiryOf(card) })
                : t('Expires {month}', { month: expiryOf(card) })}
          </span>
        </p>
      ) : (
        <p className={styles.words}>
          <strong>{otherWays[type] ?? t('Another way of paying, kept by Stripe')}</strong>
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
            <span className={styles.soft}>
              {t('Due on {date}', {
                date: dateFormat({ dateStyle: 'long' }).format(new Date(nextCharge.dueAt)),
              })}
            </span>
          </>
        ) : (
          <span className={styles.soft}>{t('Nothing will be charged.')}</span>
        )}
      </p>
      <div className={styles.with}>
        <Method payments={payments} />
        {paymentMethod && (
          <Button busy={manage.busy} busyText={t('Opening...')} onClick={() => manage.submit()}>
            {t('Change card')}
          </Button>
        )}
      </div>
    </>
  );
};

/** Stripe's words for what became of an invoice, in ours. */
const statuses: Record<string, { text: Text; mark: StateMarkName }> = {
  paid: { text: () => t('Paid'), mark: 'done' },
  open: { text: () => t('Not paid yet'), mark: 'waiting' },
  uncollectible: { text: () => t('Written off'), mark: 'stopped' },
  void: { text: () => t('invoice|Cancelled'), mark: 'stopped' },
};

const Row = ({ invoice: { number, createdAt, total, status, url } }: { invoice: Invoice }) => {
  const date = dateFormat({ dateStyle: 'medium' }).format(new Date(createdAt));
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
          {statuses[status]?.text() ?? status}
        </span>
      </td>
      <td className={styles.link}>
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('Open the invoice of {date} at Stripe, in a new tab', { date })}
          >
            <span className={styles.word}>{t('verb|Open')}</span>
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
      title={t('No invoices yet')}
      text={t('Your invoices will be here once you have chosen a plan.')}
      action={<Link to={paths.payment}>{t('See the plans')}</Link>}
    />
  ) : (
    <>
      <table className={styles.invoices}>
        <thead>
          <tr>
            <th scope="col">{t('Date')}</th>
            <th scope="col" className={styles.sum}>
              {t('Amount')}
            </th>
            <th scope="col">{t('Payment')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('Invoice')}</span>
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
        <p className={styles.soft}>{t("Older invoices are in Stripe's portal: choose “Manage billing”.")}</p>
      )}
    </>
  );
