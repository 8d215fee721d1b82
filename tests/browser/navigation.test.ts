import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { arrivesAt, test } from '../support/browser.ts';
import { type Organization, organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card } from '../support/tasks-screen.ts';

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
