import { describe, expect } from 'vitest';
import { arrivesAt, test } from '../support/browser.ts';
import { endTrial, organization } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

const atStripe = (url: URL) => /\/(checkout|portal)\//.test(url.pathname);

describe('the way to a plan', () => {
  test('found, try, pay, cancel, and stay in until the end', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await page.getByRole('link', { name: 'Upgrade Now' }).click();
    await arrivesAt(page, (address) => address === '/payment');
    await page.getByText('You have 3 days left in your trial').waitFor();
    await page.getByText('Save $40 compared to monthly').waitFor();
    const monthly = page.getByRole('region', { name: 'Monthly plan' });
    expect(await monthly.getByRole('listitem').allTextContents()).toEqual([
      '3-day free trial included',
      'Up to 25 team members',
      'All features unlocked',
      'Cancel anytime',
    ]);

    // The whole card chooses.
    await page.getByRole('region', { name: 'Yearly plan' }).click({ position: { x: 30, y: 60 } });
    await page.waitForURL(atStripe);
    await page.getByText('$200.00 per year').waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    await notification(page, 'Your plan is confirmed').waitFor();

    await page.goto('/dashboard/settings?tab=billing');
    await page.getByText('Yearly ($200/year)').waitFor();
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.waitForURL(atStripe);
    await page.getByRole('button', { name: 'The period ends, and is paid' }).click();
    await page.getByRole('button', { name: 'Cancel plan' }).click();
    await page.getByRole('button', { name: /cancel/ }).waitFor();
    await page.getByRole('link', { name: 'Back to Guildhall' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/settings?tab=billing');
    // Stripe's event may arrive a moment after the person.
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByText('Yearly ($200/year)').waitFor();
        return page.getByText('Cancels on').count();
      })
      .toBe(1);
    await page.goto('/dashboard/tasks');
    await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
    // A subscription is no trial that runs out.
    expect(await page.getByRole('link', { name: 'Upgrade Now' }).count()).toBe(0);
    await page.goto('/payment');
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
  });

  test('is blocked for the account holder when the trial is over, not for the members; a declined card changes nothing', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const member = await group.member();
    await endTrial(group.id);
    const page = await browsing.signedIn(group.owner);
    await arrivesAt(page, (address) => address === '/payment');
    await page.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
    // No trial is promised to those who had it.
    expect(await page.getByText('3-day free trial included').count()).toBe(0);
    await page.getByText(/the other members can keep working\.$/).waitFor();

    await page.getByRole('button', { name: 'Choose Monthly' }).click();
    await page.waitForURL(atStripe);
    await page.getByRole('button', { name: 'Pay with a declined card' }).click();
    await page
      .getByText(/declined/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await arrivesAt(page, (address) => address.startsWith('/payment'));
    await page.getByText('The checkout was cancelled. You were charged nothing.').waitFor();
    await page.goto('/dashboard/tasks');
    await arrivesAt(page, (address) => address.startsWith('/payment'));

    const colleague = await browsing.signedIn(member);
    await colleague.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();

    await page.getByRole('button', { name: 'Choose Monthly' }).click();
    await page.waitForURL(atStripe);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
  });

  test('speaks of no other members to somebody who is alone', async ({ browsing }) => {
    const group = await organization();
    await endTrial(group.id);
    const page = await browsing.signedIn(group.owner);
    await page.getByText('Everything that you have entered is safe.').waitFor();
    expect(await page.getByText(/other members/).count()).toBe(0);
  });

  test('begins at sign-up for whoever is signed out', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/payment');
    await arrivesAt(page, (address) => address.startsWith('/signup'));
  });
});
