import { describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

const organizationOf = async (owner: Awaited<ReturnType<typeof organization>>['owner']) =>
  (await owner.call(access.routes.getSession, {})).membership?.organization;

describe('the group', () => {
  test('changes its name, time zone and goals one after the other, and shows them after a reload', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group' });
    await page.getByRole('textbox', { name: /^Name/ }).fill('Haddad & Daughters');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Group name updated').waitFor();
    await page.getByRole('button', { name: 'Change time zone' }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.getByRole('searchbox', { name: 'Search time zones' }).fill('new york');
    await page.getByRole('radio', { name: /^New York \(GMT-[45]\) United States · Eastern Time$/ }).check();
    await page.getByRole('button', { name: 'Save time zone' }).click();
    await notification(page, 'Time zone updated').waitFor();
    await page.getByRole('textbox', { name: /Revenue/ }).fill('12500,50');
    await page.getByRole('textbox', { name: 'Finished projects' }).fill('4');
    await page.getByRole('button', { name: 'Save goals' }).click();
    await notification(page, 'Monthly goals updated').waitFor();
    expect(await organizationOf(owner)).toMatchObject({
      name: 'Haddad & Daughters',
      timeZone: 'America/New_York',
      goals: { revenue: { amount: 1_250_050, currency: 'USD' }, projects: 4 },
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Monthly goals' }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Haddad & Daughters');
    expect(await page.getByRole('group', { name: 'Time zone' }).textContent()).toMatch(
      /New York \(GMT-[45]\) Eastern Time/,
    );
    expect(await page.getByRole('textbox', { name: /Revenue/ }).inputValue()).toBe('12,500.50');
    expect(await page.getByRole('textbox', { name: 'Finished projects' }).inputValue()).toBe('4');
  });

  test('keeps what was typed when it cannot be saved, and when another tab was faster', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    browsing.tolerate(/500/);
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group' });
    const name = page.getByRole('textbox', { name: /^Name/ });
    const save = page.getByRole('button', { name: 'Save name' });
    await name.fill('Typed here');
    await page.route('**/api/organization', (route) => route.fulfill({ status: 500, body: '' }));
    await save.click();
    await notification(page, 'Failed to update group name. Please try again.').waitFor();
    expect(await name.inputValue()).toBe('Typed here');
    await page.unroute('**/api/organization');

    await owner.call(access.routes.changeOrganization, { body: { name: 'Typed there', version: 1 } });
    await save.click();
    await page.getByText('Somebody has changed this in the meantime. It is now “Typed there”.').waitFor();
    expect(await name.inputValue()).toBe('Typed here');
    await save.click();
    await notification(page, 'Group name updated').waitFor();
    expect((await organizationOf(owner))?.name).toBe('Typed here');
  });
});

test('handing the account over takes the Group tab away, and leaves the focus on the tab that is shown then', async ({
  browsing,
}) => {
  const group = await organization();
  const heir = await browsing.signedIn(await group.member());
  const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings?tab=group' });
  await page.getByRole('button', { name: 'Transfer the account to Mia Member' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill('Signs & Sons');
  await dialog.getByRole('combobox', { name: 'Your role afterwards' }).selectOption('Team Member');
  expect(await violations(page)).toEqual([]);
  // It goes after a while, like every message.
  const toasted = notification(heir, 'You are now the account holder')
    .getByText('Ada Founder transferred the account to you.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Transfer' }).click();
  await toasted;
  await notification(page, 'Mia Member is now the account holder').waitFor();
  const account = page.getByRole('tab', { name: 'Account', selected: true });
  await account.waitFor();
  await expect.poll(() => account.evaluate((tab) => tab === document.activeElement)).toBe(true);
  expect(await page.getByRole('tab', { name: 'Group' }).count()).toBe(0);

  // Both find it in the bell, too.
  for (const [one, words] of [
    [page, 'Mia Member is now the account holder'],
    [heir, 'You are now the account holder. Ada Founder transferred the account to you.'],
  ] as const) {
    await one.getByRole('button', { name: /^Notifications, \d unread/ }).click();
    await one.getByRole('dialog', { name: 'Notifications' }).getByText(words).waitFor();
  }
});

test('a code and an address stay whole on a phone, with their buttons below', async ({ browsing }) => {
  const { owner } = await organization();
  const { code } = await owner.call(team.routes.createCode, { body: { description: 'For the workshop' } });
  for (const width of [widths.smallPhone, widths.phone]) {
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group', width });
    await page.getByRole('button', { name: 'Reveal For the workshop' }).click();
    const lines = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    expect([width, await lines(code)]).toEqual([width, 1]);
    expect([width, await lines('For the workshop · Used 0 / ∞')]).toEqual([width, 1]);
  }
});

describe('closing the account', () => {
  test('asks for the name of the group, can be given up, and ends the access of everybody', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const member = await group.member();
    browsing.tolerate(/403/);
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings?tab=account' });
    const open = page.getByRole('button', { name: 'Close account…' });
    await open.click();
    const dialog = page.getByRole('alertdialog', { name: 'Close Haddad & Daughters?' });
    const typed = dialog.getByRole('textbox', { name: 'Type “Haddad & Daughters” to confirm' });
    await expect.poll(() => typed.evaluate((box) => box === document.activeElement)).toBe(true);
    await typed.fill('Haddad');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await dialog.getByRole('alert').getByText('This is not the name of your group.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await organizationOf(group.owner))?.name).toBe('Haddad & Daughters');

    const colleague = await browsing.signedIn(member);
    await open.click();
    await typed.fill('Haddad & Daughters');
    await dialog.getByRole('button', { name: 'Close account' }).click();
    await notification(page, 'Haddad & Daughters is closed').waitFor();
    await arrivesAt(page, (address) => address === '/welcome');
    await colleague.reload();
    await arrivesAt(colleague, (address) => address === '/welcome');
  });
});
