import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

const at = (tab: string) => `/dashboard/settings?tab=${tab}`;

let found: string[] = [];
const look = async (page: Page, state: string) => {
  for (const violation of await violations(page)) found.push(`${state}, ${violation}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) found.push(`${state}: ${overflow}px too wide`);
};
afterEach(() => {
  const all = found;
  found = [];
  expect(all).toEqual([]);
});

describe.for([widths.desk, widths.phone, widths.smallPhone])('settings %i px wide', (width) => {
  test('bar nobody, on any tab', async ({ browsing }) => {
    const { owner, member } = await organization();
    await member();
    await owner.call(team.routes.createCode, { body: { description: 'For the painters', maxUses: 5 } });
    const page = await browsing.signedIn(owner, { at: '/settings?tab=account', width });
    expect(new URL(page.url()).pathname).toBe('/dashboard/settings');
    for (const tab of ['Account', 'Currency', 'Appearance', 'Billing', 'Group']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).getByRole('heading', { level: 2 }).first().waitFor();
      if (tab === 'Billing') await page.getByText('Trial ends on').waitFor();
      if (tab === 'Group') await page.getByText('For the painters').waitFor();
      await look(page, tab);
    }
    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
  });
});

describe('Account', () => {
  test('saves the name; the e-mail is fixed', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('account') });
    expect(await page.getByRole('textbox', { name: 'Email' }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Display name' }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await notification(page, 'Settings saved').waitFor();
    expect((await owner.call(access.routes.getSession, {})).user.name).toBe('Ada Lovelace');
  });

  test('gives all that is kept as one file, and ends every session', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('account') });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^guildhall-\d{4}-\d\d-\d\d\.json$/);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect((await owner.send(access.routes.getSession)).status).toBe(401);
  });

  test('a member leaves the group after typing its name', async ({ browsing }) => {
    const { member } = await organization('Signs & Sons');
    const page = await browsing.signedIn(await member(), { at: at('account') });
    expect(await page.getByRole('tab', { name: 'Group' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Leave group…' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Leave group' }).click();
    await dialog.getByText('This is not the name of your group.').waitFor();
    await look(page, 'leaving');
    await dialog.getByRole('textbox').fill('Signs & Sons');
    await dialog.getByRole('button', { name: 'Leave group' }).click();
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
  });
});

describe('Appearance', () => {
  test('changes at once, survives signing out, and follows the person to another browser', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('appearance') });
    const lookOf = (where: Page) => where.evaluate(() => ({ ...document.documentElement.dataset }));
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await page.getByRole('radio', { name: 'Purple' }).check({ force: true });
    expect(await lookOf(page)).toMatchObject({ theme: 'dark', accent: 'purple' });
    await expect
      .poll(async () => (await owner.call(access.routes.getSession, {})).user)
      .toMatchObject({ theme: 'dark', accent: 'purple' });
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await lookOf(page)).toMatchObject({ theme: 'dark', accent: 'purple' });
    const elsewhere = await browsing.signedIn(owner, { at: at('appearance') });
    expect(await lookOf(elsewhere)).toMatchObject({ theme: 'dark', accent: 'purple' });
  });

  test('that could not be saved stays, and is saved with the next visit', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('appearance') });
    await page.route('**/api/profile', (route) => route.abort());
    await page.getByRole('radio', { name: 'Pink' }).check({ force: true });
    await notification(page, 'Kept in this browser only for now').waitFor();
    await page.unroute('**/api/profile');
    await page.reload();
    await page.getByRole('radio', { name: 'Pink' }).waitFor();
    await expect.poll(async () => (await owner.call(access.routes.getSession, {})).user.accent).toBe('pink');
  });
});

describe('Currency', () => {
  test('is found by its name, saved, and said', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('currency') });
    expect(await page.getByRole('radio').count()).toBe(25);
    await page.getByRole('searchbox', { name: 'Search currencies' }).fill('yen');
    await page.getByRole('radio', { name: /Japanese Yen/ }).check({ force: true });
    await page.getByText('Currency changed to Japanese Yen (¥)').waitFor();
    expect((await owner.call(access.routes.getSession, {})).user.currency).toBe('JPY');
    await page.route('**/api/profile', (route) => route.abort());
    await page.getByRole('searchbox', { name: 'Search currencies' }).fill('');
    await page.getByRole('radio', { name: /Euro/ }).check({ force: true });
    await page.getByText(/Currency preference saved locally but not synced to server\./).waitFor();
    await page.reload();
    await expect.poll(() => page.getByRole('radio', { name: /Euro/ }).isChecked()).toBe(true);
  });
});

describe('Group', () => {
  test('codes are masked, revealed, copied, revoked and deleted', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: at('group') });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('No invitation codes yet.').waitFor();
    await page.getByRole('textbox', { name: /Description/ }).fill('Painters');
    await page.getByRole('button', { name: 'Create code' }).click();
    await notification(page, 'Invitation code created!').waitFor();
    const row = page.getByRole('list', { name: 'Invitation codes' }).getByRole('listitem');
    await row.getByText('Used 0 / ∞').waitFor();
    const code = (await owner.call(team.routes.listCodes, {})).items[0]?.code as string;
    expect(await row.getByText(code).count()).toBe(0);
    await row.getByRole('button', { name: 'Reveal Painters' }).click();
    await row.getByText(code).waitFor();
    await row.getByRole('button', { name: 'Copy Painters' }).click();
    await notification(page, 'Code copied to clipboard!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await row.getByRole('button', { name: 'Revoke Painters' }).click();
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button', { name: 'Copy Painters' }).isDisabled()).toBe(true);
    await row.getByRole('button', { name: 'Delete Painters' }).click();
    const question = page.getByRole('alertdialog');
    await question
      .getByText(
        'This action cannot be undone. Members who already used this code will remain in your group.',
      )
      .waitFor();
    await look(page, 'question before deleting');
    await question.getByRole('button', { name: 'Delete' }).click();
    await notification(page, 'Invitation code deleted').waitFor();
    await page.getByText('No invitation codes yet.').waitFor();
  });

  test('the name that somebody else changed is not lost', async ({ browsing }) => {
    const { owner, session } = await organization('Signs & Sons');
    const page = await browsing.signedIn(owner, { at: at('group') });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Signs & Daughters');
    await owner.call(access.routes.changeOrganization, {
      body: { version: session.membership?.organization.version as number, name: 'Signs & Cousins' },
    });
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText(/now it is “Signs & Cousins”/).waitFor();
    await look(page, 'conflict');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Group name updated').waitFor();
    await page.getByRole('banner').getByText('Signs & Daughters').waitFor();
  });

  test('is handed over to a member, and the tab goes with it', async ({ browsing }) => {
    const { owner, member } = await organization();
    await member();
    const page = await browsing.signedIn(owner, { at: at('group') });
    await page.getByRole('button', { name: 'Transfer the account to Mia Member' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer' }).click();
    await notification(page, 'Mia Member is the account holder now').waitFor();
    await expect.poll(() => page.getByRole('tab', { name: 'Group' }).count()).toBe(0);
  });
});
