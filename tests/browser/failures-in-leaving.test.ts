import { describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { answerNext, failNext, loseNextAnswer } from '../support/failing.ts';
import { organization } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

const account = '/dashboard/settings?tab=account';
const group = '/dashboard/settings?tab=group';

describe('a step that ends a membership', () => {
  test('leaving: refused, it says so and what was typed stays; done though the answer was lost, it is done', async ({
    browsing,
  }) => {
    const member = await (await organization('Haddad & Daughters')).member();
    browsing.tolerate(/403/);
    const page = await browsing.signedIn(member, { at: account });
    await page.getByRole('button', { name: 'Leave group…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Leave Haddad & Daughters?' });
    const typed = dialog.getByRole('textbox');
    await typed.fill('Haddad & Daughters');
    const leave = dialog.getByRole('button', { name: 'Leave group' });
    await failNext(page, 'POST /api/memberships/leave');
    await leave.click();
    await dialog.getByRole('alert').getByText('Failed to leave the group.').waitFor();
    expect(await typed.inputValue()).toBe('Haddad & Daughters');
    await loseNextAnswer(page, 'POST /api/memberships/leave');
    await leave.click();
    // The news of it ends the page's connection, and it asks who it belongs to.
    await arrivesAt(page, (address) => address === '/welcome');
    expect((await member.call(access.routes.getSession, {})).membership).toBeNull();
  });

  test('closing: refused, it says so and the group stays; once more, it is closed', async ({ browsing }) => {
    const { owner } = await organization('Haddad & Daughters');
    const page = await browsing.signedIn(owner, { at: account });
    await page.getByRole('button', { name: 'Close account…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Close Haddad & Daughters?' });
    await dialog.getByRole('textbox').fill('Haddad & Daughters');
    const close = dialog.getByRole('button', { name: 'Close account' });
    await failNext(page, 'POST /api/organization/close');
    await close.click();
    await dialog.getByRole('alert').getByText('Failed to close the account.').waitFor();
    expect((await owner.call(access.routes.getSession, {})).membership).not.toBeNull();
    await close.click();
    await arrivesAt(page, (address) => address === '/welcome');
  });
});

describe('what fails in the settings of a group', () => {
  test('a transfer that was carried out though its answer was lost', async ({ browsing }) => {
    const one = await organization();
    const member = await one.member();
    browsing.tolerate(/403/);
    const page = await browsing.signedIn(one.owner, { at: group });
    await page.getByRole('button', { name: 'Transfer the account to Mia Member' }).click();
    const dialog = page.getByRole('alertdialog');
    const transfer = dialog.getByRole('button', { name: 'Transfer' });
    await transfer.click();
    await dialog.getByText('This is not the name of your group.').waitFor();
    await dialog.getByRole('textbox').fill('Signs & Sons');
    await dialog.getByRole('combobox', { name: 'Your role afterwards' }).selectOption('Team Member');
    await failNext(page, 'POST /api/organization/transfer');
    await transfer.click();
    await dialog.getByText(/^Failed to transfer the account\./).waitFor();
    await loseNextAnswer(page, 'POST /api/organization/transfer');
    await transfer.click();
    // The news of it takes the tab away, and what is there to be pressed with it.
    await page.getByRole('tab', { name: 'Account', selected: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await member.call(access.routes.getSession, {})).membership?.accountHolder).toBe(true);
    expect((await one.owner.call(access.routes.getSession, {})).membership?.role).toBe('member');
  });

  test('goals, a code that is not revoked, and a browser that does not let us copy', async ({ browsing }) => {
    const { owner } = await organization();
    const { code, id } = await owner.call(team.routes.createCode, { body: { description: 'Workshop' } });
    const page = await browsing.signedIn(owner, { at: group });
    const revenue = page.getByRole('textbox', { name: /Revenue/ });
    await revenue.fill('12500');
    await failNext(page, 'PATCH /api/organization');
    await page.getByRole('button', { name: 'Save goals' }).click();
    await notification(page, 'Failed to update the goals. Please try again.').waitFor();
    expect(await revenue.inputValue()).toBe('12,500.00');
    await page.getByRole('button', { name: 'Save goals' }).click();
    await notification(page, 'Monthly goals updated').waitFor();

    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
    });
    await page.getByRole('button', { name: 'Copy Workshop' }).click();
    await notification(page, 'This browser does not let us copy. Copy it by hand.').waitFor();
    await page.getByText(code, { exact: true }).waitFor();

    const revoke = page.getByRole('button', { name: 'Revoke Workshop' });
    await failNext(page, `POST /api/invitation-codes/${id}/revoke`);
    await revoke.click();
    await notification(page, 'Failed to revoke code').waitFor();
    await revoke.click();
    await notification(page, 'Invitation code revoked').waitFor();
  });

  test('the portal of an account holder who has paid', async ({ browsing }) => {
    const { owner } = await organization();
    browsing.tolerate(/503/);
    const page = await browsing.signedIn(owner, { at: '/dashboard' });
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Choose Monthly' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    await page.goto('/dashboard/settings?tab=billing');
    await answerNext(page, 'POST /api/billing/portal', {
      status: 503,
      json: { code: 'unavailable', title: 'Stripe does not answer. Please try again in a moment.' },
    });
    const manage = page.getByRole('button', { name: 'Manage billing' });
    await manage.click();
    await notification(page, 'Failed to open the billing portal')
      .getByText('Stripe does not answer. Please try again in a moment.')
      .waitFor();
    await manage.click();
    await page.waitForURL((url) => /\/portal\//.test(url.pathname));
  });
});
