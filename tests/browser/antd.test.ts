import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { test } from '../support/browser.ts';
import { type Organization, organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { openNewTask } from '../support/tasks-screen.ts';

let group: Organization;
beforeAll(async () => {
  group = await organization();
  await aTask(group.owner, { title: 'Paint the sign' });
});

/** Every screen of the dashboard. */
const screens = [
  '/dashboard/tasks',
  '/dashboard/tasks/deleted',
  '/dashboard/team',
  '/dashboard/team?tab=chat',
  ...['account', 'currency', 'appearance', 'billing', 'group', 'trash'].map(
    (tab) => `/dashboard/settings?tab=${tab}`,
  ),
];

const styleElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll('style')].map(({ textContent }) => textContent));

const colourOf = (page: Page, variable: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, variable);

describe('antd under the content security policy', () => {
  test('no screen of the dashboard has a <style>, or anything that the policy refuses', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner);
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(globalThis, { refused });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        refused.push(`${violatedDirective} ${blockedURI}`);
      });
    });
    const found: string[] = [];
    const look = async (state: string): Promise<void> => {
      const refused = await page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
      for (const problem of [...refused, ...(await styleElements(page))]) found.push(`${state}: ${problem}`);
    };
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(screen);
    }
    await page.goto('/dashboard/tasks');
    await page.getByRole('button', { name: 'Actions for Paint the sign' }).click();
    await page.getByRole('menu').waitFor();
    await look('menu');
    await page.keyboard.press('Escape');
    await openNewTask(page);
    await look('form');
    await page.getByRole('button', { name: 'Close' }).hover();
    await page.getByRole('tooltip', { name: 'Close' }).waitFor();
    await look('tooltip');
    expect(found).toEqual([]);
  });

  test('its colours are those of the theme and the accent, which change without a new page', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=account' });
    const button = page.getByRole('button', { name: 'Save changes' });
    const backgroundOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await button.waitFor();
    const seen = new Set<string>();
    for (const theme of ['light', 'dark'])
      for (const accent of ['green', 'blue', 'orange', 'pink', 'purple', 'yellow']) {
        await page.evaluate(
          ([theme, accent]) => Object.assign(document.documentElement.dataset, { theme, accent }),
          [theme, accent],
        );
        const background = await backgroundOf();
        expect(background).toBe(await colourOf(page, '--gh-accent-fill'));
        seen.add(background);
      }
    expect(seen.size).toBe(12);
  });
});

describe('the choice of a theme', () => {
  test('is one group of radios with a name, for the keyboard, and seen in forced colours', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=appearance' });
    const themes = page.getByRole('radiogroup', { name: 'Theme' });
    const themeOfPage = () => page.evaluate(() => document.documentElement.dataset.theme);
    const icon = themes.locator('svg').first();
    const middleOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const range = document.createRange();
        range.selectNode(element.firstChild instanceof Text ? element.firstChild : element);
        const { top, bottom } = range.getBoundingClientRect();
        return (top + bottom) / 2;
      });
    expect(Math.abs((await middleOf(icon)) - (await middleOf(themes.getByText('Light'))))).toBeLessThan(1.1);
    await themes.getByText('Light').click();
    await page.keyboard.press('ArrowRight');
    await expect.poll(themeOfPage).toBe('dark');
    expect(await themes.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);

    await page.emulateMedia({ forcedColors: 'active' });
    const edgeOf = (name: string) =>
      page
        .locator('label', { has: page.getByRole('radio', { name, exact: true }) })
        .evaluate((label) => getComputedStyle(label).outlineStyle);
    expect([await edgeOf('Dark'), await edgeOf('Light')]).toEqual(['solid', 'none']);
    expect([await edgeOf('Green'), await edgeOf('Blue')]).toEqual(['solid', 'none']);
  });
});

describe('the tooltip of a button that is only an icon', () => {
  test('is shown on hover and to the keyboard, can be pointed at, and goes with Escape', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner);
    const tooltip = page.getByRole('tooltip');
    await page.getByRole('button', { name: /^Toggle sidebar/ }).click();
    await page.getByRole('link', { name: 'Team' }).hover();
    await tooltip.filter({ hasText: 'Team' }).waitFor();
    await tooltip.hover();
    expect(await tooltip.textContent()).toBe('Team');
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Notifications' }).hover();
    await tooltip.filter({ hasText: 'Notifications' }).waitFor();
    await page.mouse.move(600, 700);
    await tooltip.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Tasks & Projects' }).focus();
    await page.keyboard.press('Tab');
    await tooltip.filter({ hasText: 'Team' }).waitFor();
    await page.keyboard.press('Tab');
    await tooltip.filter({ hasText: 'Settings' }).waitFor();
    expect(await tooltip.count()).toBe(1);
  });

  test('is not shown where the words are in the page already', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    await page.getByRole('link', { name: 'Team' }).hover();
    // The next thing pointed at has one: had the link had one too, it would have come before.
    await page.getByRole('button', { name: 'Notifications' }).hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toMatch(/^Notifications/);
    expect(await page.getByRole('link', { name: 'Team' }).getAttribute('data-tooltip')).toBeNull();
  });
});
