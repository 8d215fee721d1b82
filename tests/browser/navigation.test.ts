import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { invitationKey } from '../../services/team/team-keys.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { type Organization, organization, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  cards,
  choose,
  dialog,
  fill,
  openNewTask,
  openTask,
  save,
  taskPage,
  titles,
} from '../support/tasks-screen.ts';
import { entries, entry, stat } from '../support/team-screen.ts';

let group: Organization;
beforeAll(async () => {
  group = await organization();
  for (let n = 0; n < 12; n += 1) await aTask(group.owner, { title: `Paint sign ${n}` });
});

const destination = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

describe('going from screen to screen', () => {
  test('keeps the shell, marks where one is, and gives the focus to the heading', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    await page.locator('#sidebar').evaluate((sidebar) => {
      sidebar.dataset.mark = 'the same';
    });
    expect(await destination(page, 'Tasks & Projects').getAttribute('aria-current')).toBe('page');
    await destination(page, 'Settings').click();
    await heading(page, 'Settings').waitFor();
    expect(await page.locator('#sidebar').getAttribute('data-mark')).toBe('the same');
    expect(await destination(page, 'Settings').getAttribute('aria-current')).toBe('page');
    expect(await destination(page, 'Tasks & Projects').getAttribute('aria-current')).toBeNull();
    await expect
      .poll(() => heading(page, 'Settings').evaluate((h1) => h1 === document.activeElement))
      .toBe(true);
  });

  test('never shows less than the shell while a screen is loading', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\/assets\/settings-page-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/assets\/settings-page-[^/]*\.js$/);
    await destination(page, 'Settings').click();
    await asked;
    expect(await destination(page, 'Settings').isVisible()).toBe(true);
    arrive();
    await heading(page, 'Settings').waitFor();
  });

  test('begins a new page at its top; Back finds the place that was left', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { height: 500 });
    await card(page, 'Paint sign 0').waitFor();
    await page.evaluate(() => window.scrollTo(0, 300));
    await destination(page, 'Settings').click();
    await heading(page, 'Settings').waitFor();
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await heading(page, 'Tasks & Projects').waitFor();
    await expect.poll(() => scrolled(page)).toBe(300);
    await page.goForward();
    await heading(page, 'Settings').waitFor();
  });

  test('a link opens in another tab when that is asked for', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    const other = page.context().waitForEvent('page');
    await destination(page, 'Settings').click({ modifiers: ['ControlOrMeta'] });
    await heading(await other, 'Settings').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/tasks');
  });

  test('a link to where one is adds nothing to the history', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    const before = await page.evaluate(() => history.length);
    await destination(page, 'Tasks & Projects').click();
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
});

test('filters stand in the address without taking focus or scrolling, and survive Back', async ({
  browsing,
}) => {
  const page = await browsing.signedIn(group.owner);
  await page.getByRole('searchbox').pressSequentially('sign 7');
  await arrivesAt(page, (address) => address === '/dashboard/tasks?search=sign+7');
  expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true);
  await card(page, 'Paint sign 3').waitFor({ state: 'detached' });
  await destination(page, 'Settings').click();
  await heading(page, 'Settings').waitFor();
  await page.goBack();
  await card(page, 'Paint sign 7').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('sign 7');
  expect(await card(page, 'Paint sign 3').count()).toBe(0);
});

test('two filters that are taken away in one tick are both gone', async ({ browsing }) => {
  const page = await browsing.signedIn(group.owner, {
    at: `/dashboard/tasks?filter=today&createdBy=${group.owner.userId}&search=sign`,
  });
  const remove = page.getByRole('button', { name: /^Remove filter: / });
  await expect.poll(() => remove.count()).toBe(2);
  await remove.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await arrivesAt(page, (address) => address === '/dashboard/tasks?search=sign');
});

test('a redirect leads on at each arrival, though the page that it leads to is still loading', async ({
  browsing,
}) => {
  const page = await browsing.signedIn(group.owner, { at: '/account/delete' });
  await heading(page, 'Delete your account').waitFor();
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/dashboard-shell-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  for (const key of ['once', 'again']) {
    // As the browser does when somebody goes back or forward to the old address of the settings.
    await page.evaluate((key) => {
      history.pushState({ key }, '', '/settings?tab=currency');
      dispatchEvent(new PopStateEvent('popstate'));
    }, key);
    await arrivesAt(page, (address) => address === '/dashboard/settings?tab=currency');
  }
  arrive();
  await page.getByRole('tab', { name: 'Currency', selected: true }).waitFor();
});

describe('what the address says is what is open', () => {
  const entriesOfHistory = (page: Page) => page.evaluate(() => history.length);
  const search = (page: Page) => new URL(page.url()).search;

  test('the form, the status and the deletion of a task: Back closes, Forward opens, a reload shows the same', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/tasks?status=pending' });
    const { id } = (await group.owner.call(tasks.routes.list, { query: { search: 'Paint sign 5' } }))
      .items[0]!;
    await card(page, 'Paint sign 5').waitFor();
    for (const [action, title, address] of [
      ['Edit Task', 'Edit Task', `?status=pending&record=${id}&ask=edit`],
      ['Change Status', 'Change Task Status', `?status=pending&record=${id}&ask=status`],
      ['Delete Task', 'Delete Task', `?status=pending&record=${id}&ask=delete`],
    ] as const) {
      const shown = page
        .getByRole('dialog', { name: title, exact: true })
        .or(page.getByRole('alertdialog', { name: title, exact: true }));
      await choose(page, 'Paint sign 5', action);
      await shown.waitFor();
      expect(search(page)).toBe(address);
      await page.goBack();
      await shown.waitFor({ state: 'detached' });
      expect(search(page)).toBe('?status=pending');
      await page.goForward();
      await shown.waitFor();
      await page.reload();
      await shown.waitFor();
      expect(search(page)).toBe(address);
      const length = await entriesOfHistory(page);
      // As impatient people press it: the second must not leave the page.
      await page.evaluate(() => {
        const close = document.querySelector<HTMLElement>('dialog[open] button[aria-label=Close]');
        close?.click();
        close?.click();
      });
      await shown.waitFor({ state: 'detached' });
      expect(search(page)).toBe('?status=pending');
      expect(await entriesOfHistory(page)).toBe(length);
    }
  });

  test('opening, closing and saving leave no entries that Back would have to pass', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings' });
    await destination(page, 'Tasks & Projects').click();
    await card(page, 'Paint sign 1').waitFor();
    for (let n = 0; n < 3; n += 1) {
      await openTask(page, 'Paint sign 1');
      await page.keyboard.press('Escape');
      await dialog(page, 'Edit Task').waitFor({ state: 'detached' });
    }
    const form = await openNewTask(page);
    expect(search(page)).toBe('?record=new');
    await fill(form, { title: 'Made on the way', deadline: '2027-05-01' });
    await save(form);
    await card(page, 'Made on the way').waitFor();
    await form.waitFor({ state: 'detached' });
    await page.goBack();
    await heading(page, 'Settings').waitFor();
  });

  test('what is typed into a form survives Back, Forward and a reload; a search that was just typed, too', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner);
    await card(page, 'Paint sign 2').waitFor();
    await page.getByRole('searchbox').fill('sign 2');
    // At once, before the typing has paused.
    const form = await openTask(page, 'Paint sign 2');
    await fill(form, { description: 'With green, not red' });
    await page.goBack();
    await form.waitFor({ state: 'detached' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('sign 2');
    await expect.poll(() => titles(page)).toEqual(['Paint sign 2']);
    await page.goForward();
    await form.getByText('Draft restored.').waitFor();
    await page.reload();
    await form.getByText('Draft restored.').waitFor();
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('With green, not red');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await page.getByRole('searchbox').inputValue()).toBe('sign 2');
  });

  test('a save that ends after Back does not leave the page', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings' });
    await destination(page, 'Tasks & Projects').click();
    const form = await openTask(page, 'Paint sign 3');
    await fill(form, { deadline: '2027-05-09' });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/tasks/*', async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await save(form);
    await asked;
    await page.goBack();
    await form.waitFor({ state: 'detached' });
    answer();
    await answered;
    await card(page, 'Paint sign 3').getByText('9 May 2027').waitFor();
    await heading(page, 'Tasks & Projects').waitFor();
  });

  test('from the search of the header and from another page, closing leads back to what was there or to the list', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/tasks?priority=medium' });
    await card(page, 'Paint sign 4').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search tasks and people' }).fill('sign 4');
    await page.getByRole('option', { name: /Paint sign 4/ }).click();
    const task = taskPage(page, 'Paint sign 4');
    await task.waitFor();
    expect(page.url()).toMatch(/\/tasks\/[0-9A-Z]{26}$/);
    await page.keyboard.press('Escape');
    await task.waitFor({ state: 'detached' });
    expect(search(page)).toBe('?priority=medium');
    // From an address that was opened directly, what is open is taken out of it.
    await page.goto('/dashboard/tasks?record=new');
    await dialog(page, 'Create Task').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Create Task').waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/dashboard\/tasks$/);
  });

  test('the tabs of settings and team, and the page of a member', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/team' });
    const tab = (name: string) => page.getByRole('tab', { name, selected: true });
    await page.getByRole('tab', { name: 'Team Chat' }).click();
    await tab('Team Chat').waitFor();
    await page.getByRole('tab', { name: 'Team Chat' }).click();
    await page.goBack();
    await tab('Team Directory').waitFor();
    await entry(page, 'Ada Founder').getByRole('link').click();
    await heading(page, 'Ada Founder').waitFor();
    await page.goBack();
    await entry(page, 'Ada Founder').waitFor();
    await destination(page, 'Settings').click();
    await page.getByRole('tab', { name: 'Currency' }).click();
    await tab('Currency').waitFor();
    await page.getByRole('tab', { name: 'Appearance' }).click();
    await tab('Appearance').waitFor();
    await page.reload();
    await tab('Appearance').waitFor();
    await page.goBack();
    await tab('Currency').waitFor();
    await page.goBack();
    await tab('Account').waitFor();
    await page.goForward();
    await tab('Currency').waitFor();
  });
});

test('each figure of the team, and the open tasks of a member, lead to as many rows as they say', async ({
  browsing,
}) => {
  const own = await organization();
  const mia = await own.member();
  for (const email of ['one@example.com', 'two@example.com'])
    await own.owner.call(team.routes.invite, { body: { email } });
  const expired = await own.owner.call(team.routes.invite, { body: { email: 'late@example.com' } });
  await table().write({
    update: invitationKey(own.id, expired.id),
    expression: { text: 'SET expiresAt = :past', values: { ':past': '2026-01-01T00:00:00.000Z' } },
  });
  for (let n = 0; n < 12; n += 1) await aTask(mia, { title: `Open ${n}` });
  await aTask(mia, { title: 'Done', status: 'completed' });
  await aTask(own.owner, { title: 'Not hers' });
  const page = await browsing.signedIn(own.owner, { at: '/dashboard/team' });
  for (const [label, count] of [
    ['Active Members', 2],
    ['Pending Invitations', 2],
    ['Total Members', 4],
  ] as const) {
    await expect.poll(() => stat(page, label).textContent()).toBe(String(count));
    await page.getByRole('link', { name: label }).click();
    await expect.poll(() => entries(page).count()).toBe(count);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Members');
  }
  await page.getByRole('tab', { name: 'Expired (1)' }).click();
  await entry(page, 'late@example.com').waitFor();
  expect(await entries(page).count()).toBe(1);

  await page.goto(`/dashboard/team/${mia.userId}`);
  await page.getByRole('link', { name: 'View all' }).click();
  await page.getByRole('button', { name: 'Remove filter: Open tasks of Mia Member' }).waitFor();
  await expect.poll(() => cards(page).count()).toBe(12);
  expect(await titles(page)).not.toContain('Done');
  await page.getByRole('button', { name: 'Remove filter: Open tasks of Mia Member' }).click();
  await expect.poll(() => cards(page).count()).toBe(14);
});
