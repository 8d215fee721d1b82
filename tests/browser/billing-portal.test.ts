import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { arrivesAt, test } from '../support/browser.ts';
import { answerNext } from '../support/failing.ts';
import { organization } from '../support/people.ts';

const atStripe = (url: URL) => /\/(checkout|portal)\//.test(url.pathname);
const billingTab = '/dashboard/settings?tab=billing';

const toPortal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.waitForURL(atStripe);
};

/** Back from Stripe's pages, whose event may arrive a moment after the person. */
const backTo = async (page: Page, shown: string): Promise<void> => {
  await page.getByRole('link', { name: 'Back to Guildhall' }).click();
  await arrivesAt(page, (address) => address === billingTab);
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText('Status', { exact: true }).waitFor();
      return page.getByText(shown, { exact: true }).count();
    })
    .toBe(1);
};

describe('billing details', () => {
  test('say that a plan is cancelled also while its trial lasts, and that nothing will be charged', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard' });
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Choose Yearly' }).click();
    await page.waitForURL(atStripe);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    await page.goto('/payment');
    await page.getByText('You do not need to do anything.').waitFor();
    await page.goto(billingTab);
    await toPortal(page);
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await backTo(page, 'Cancels on');
    expect(await page.getByText('Trial ends on').count()).toBe(0);
    await page.goto('/payment');
    await page
      .getByText(/Your yearly plan is cancelled and ends with the trial, on .* You will not be charged\./)
      .waitFor();
  });

  test('show the plan where Stripe does not answer, and ask again on request', async ({ browsing }) => {
    const { owner } = await organization();
    browsing.tolerate(/503/);
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks' });
    const refused = {
      status: 503,
      json: { code: 'billing.payments_unavailable', title: 'Stripe cannot be reached at the moment.' },
    };
    // The page itself tries again twice.
    for (let n = 0; n < 3; n += 1) await answerNext(page, 'GET /api/billing/payments', refused);
    await page.goto(billingTab);
    await page
      .getByText('Failed to load your next payment. Stripe cannot be reached at the moment.')
      .waitFor();
    await page.getByText('Trial ends on').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No card yet. You enter it when you choose a plan.').waitFor();
    await page.getByText('Your invoices will be here once you have chosen a plan.').waitFor();
  });

  test('are changed in the portal: cancel, resume, a failed payment, another card', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard' });
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Choose Monthly' }).click();
    await page.waitForURL(atStripe);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    await page.goto(billingTab);
    await page.getByText('Monthly ($20/month)').waitFor();
    await page.getByText('Trial ends on').waitFor();

    // What comes, with what, and what was: of a trial nothing but the card and an invoice of nothing.
    await page.getByText(/^Due on /).waitFor();
    await page.getByText('Visa ending in 4242').waitFor();
    const invoices = page.getByRole('region', { name: 'Invoices' });
    const amounts = () =>
      invoices.getByRole('row').getByRole('cell').filter({ hasText: '$' }).allTextContents();
    expect(await amounts()).toEqual([expect.stringMatching(/\$0\.00$/)]);

    await toPortal(page);
    await page.getByRole('button', { name: 'The period ends, and is paid' }).click();
    await backTo(page, 'Renews on');
    await invoices.getByRole('row').nth(2).waitFor();
    expect(await amounts()).toEqual([expect.stringMatching(/\$20\.00$/), expect.stringMatching(/\$0\.00$/)]);
    const opened = page.waitForEvent('popup');
    await invoices
      .getByRole('link', { name: /^Open the invoice of .* at Stripe, in a new tab$/ })
      .first()
      .click();
    await (await opened).getByText('$20.00').waitFor();
    await toPortal(page);
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await backTo(page, 'Cancels on');
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByText('Nothing will be charged.').waitFor();
    await toPortal(page);
    await page.getByRole('button', { name: /cancel/ }).click();
    await backTo(page, 'Renews on');

    await toPortal(page);
    await page.getByRole('button', { name: 'The period ends, and the payment fails' }).click();
    await page.goto('/payment');
    // Until Stripe's event is there, the page still belongs to somebody who has paid.
    await expect
      .poll(async () => {
        await page.goto('/payment');
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page.getByRole('heading', { level: 1 }).textContent();
      })
      .toBe('Your last payment failed');
    await toPortal(page);
    await page.getByRole('button', { name: 'Update card and pay' }).click();
    await page.getByText('Your card is updated.').waitFor();
    await page.getByRole('link', { name: 'Back to Guildhall' }).click();
    await expect
      .poll(async () => {
        await page.goto(billingTab);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page.getByText('Active', { exact: true }).count();
      })
      .toBe(1);
    await page.getByText('Mastercard ending in 4444').waitFor();
  });
});
