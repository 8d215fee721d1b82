import { type Html, html, htmlPage, Html as SafeHtml } from '../runner/html.ts';
import type {
  StripeCheckout,
  StripeCustomer,
  StripeInvoice,
  StripePrice,
  StripeSubscription,
} from './stripe-objects.ts';

const style = new SafeHtml(`
  :root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #f3f5f8; --card: #fff; --mark: #4b3fd6; --on-mark: #fff; --bad: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a8b1bb; --line: #3d444d; --page: #101215; --card: #191c20; --mark: #b9b3ff; --on-mark: #1c1470; --bad: #f2b8b5; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { width: min(30rem, 100%); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
  h2 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
  p { margin: 0 0 .75rem; }
  .hint, small { color: var(--soft); font-size: .875rem; }
  .bad { color: var(--bad); font-weight: 600; }
  .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1rem; }
  button, .button { padding: .5rem 1.25rem; border-radius: 2rem; border: 1px solid transparent; background: var(--mark); color: var(--on-mark); font: inherit; font-weight: 600; cursor: pointer; text-decoration: none; }
  .quiet { background: none; color: var(--mark); border-color: var(--line); }
  table { width: 100%; border-collapse: collapse; }
  td, th { padding: .375rem .5rem .375rem 0; text-align: left; border-top: 1px solid var(--line); }
  :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
`);

const page = (title: string, body: Html): string => htmlPage(title, style, body);

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const day = (seconds: number | null): string =>
  seconds === null
    ? ''
    : new Date(seconds * 1000).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
const perPeriod = ({ unit_amount, recurring }: StripePrice): string =>
  `${money(unit_amount)} per ${recurring.interval}`;

const standIn = html`<p class="hint">This page stands in for Stripe on your machine. No card is asked for, and nothing is charged.</p>`;

export function checkoutPage(
  checkout: StripeCheckout,
  order: { price: StripePrice; trialEnd: number | null; customer: StripeCustomer },
  problem?: string,
): string {
  if (checkout.status !== 'open') {
    return page(
      'This checkout is over',
      html`<h1>This checkout is over</h1><p>It was ${checkout.status === 'complete' ? 'paid' : 'closed'}.</p>
      <div class="actions"><a class="button" href="${checkout.status === 'complete' ? checkout.success_url : checkout.cancel_url}">Back to Guildhall</a></div>`,
    );
  }
  return page(
    'Pay (local stand-in for Stripe)',
    html`
<h1>Subscribe to Guildhall</h1>
${standIn}
<p><strong>${perPeriod(order.price)}</strong>${order.trialEnd !== null && html`, free until ${day(order.trialEnd)}`}</p>
<p><small>For ${order.customer.name ?? ''}, ${order.customer.email ?? ''}</small></p>
${problem && html`<p class="bad" role="alert">${problem}</p>`}
<form method="post" class="actions">
  <button name="action" value="pay">Pay</button>
  <button class="quiet" name="action" value="decline">Pay with a declined card</button>
  <button class="quiet" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

const subscriptionPart = (one: StripeSubscription, prices: readonly StripePrice[]): Html => {
  const [item] = one.items.data;
  const other = prices.find(({ id }) => id !== item?.price.id);
  const isOver = one.status === 'canceled';
  const button = (action: string, label: string, value = '') => html`
    <button class="quiet" name="action" value="${action}:${one.id}${value && `:${value}`}">${label}</button>`;
  return html`
<h2>${item ? perPeriod(item.price) : 'No price'} <small>${one.status}</small></h2>
<p>${isOver ? `Ended on ${day(one.ended_at)}` : one.cancel_at_period_end ? `Cancels on ${day(one.cancel_at)}` : `Renews on ${day(item?.current_period_end ?? null)}`}</p>
${
  !isOver &&
  html`<form method="post" class="actions">
  ${one.cancel_at_period_end ? button('resume', 'Don’t cancel') : button('cancel', 'Cancel plan')}
  ${other && button('switch', `Switch to ${perPeriod(other)}`, other.id)}
  ${button('card', one.status === 'past_due' ? 'Update card and pay' : 'Update card')}
</form>
<p class="hint">Only on this machine, time can be made to pass:</p>
<form method="post" class="actions">
  ${button('renew', 'The period ends, and is paid')}
  ${button('fail', 'The period ends, and the payment fails')}
  ${button('end', 'End at once')}
</form>`
}`;
};

export function portalPage(
  returnUrl: string,
  subscriptions: readonly StripeSubscription[],
  invoices: readonly StripeInvoice[],
  prices: readonly StripePrice[],
  done?: string,
): string {
  return page(
    'Billing (local stand-in for Stripe)',
    html`
<h1>Billing</h1>
${standIn}
${done && html`<p role="status"><strong>${done}</strong></p>`}
${subscriptions.length === 0 && html`<p>There is no subscription.</p>`}
${subscriptions.map((one) => subscriptionPart(one, prices))}
<h2>Invoices</h2>
${
  invoices.length === 0
    ? html`<p>None.</p>`
    : html`<table><thead><tr><th scope="col">Date</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead><tbody>${invoices.map(
        ({ created, amount_due, status }) =>
          html`<tr><td>${day(created)}</td><td>${money(amount_due)}</td><td>${status}</td></tr>`,
      )}</tbody></table>`
}
<div class="actions"><a class="button" href="${returnUrl}">Back to Guildhall</a></div>`,
  );
}

export const invoicePage = ({ number, created, total, status }: StripeInvoice): string =>
  page(
    'Invoice (local stand-in for Stripe)',
    html`
<h1>Invoice ${number ?? ''}</h1>
${standIn}
<p><strong>${money(total)}</strong>, ${day(created)}: ${status}</p>`,
  );

export const stripeProblemPage = (problem: string): string =>
  page('Stripe (local stand-in)', html`<h1>That is not possible</h1><p role="alert">${problem}</p>`);
