import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { test } from '../support/browser.ts';
import { aMessage } from '../support/chat-screen.ts';
import { stripe } from '../support/controls.ts';
import { faultsAt } from '../support/layout.ts';
import { endTrial, join, type Organization, organization, type Person, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, taskPage } from '../support/tasks-screen.ts';

describe('a language', () => {
  test('that somebody chooses is spoken at once, after a reload, by what the server says, and in their other browsers', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const appearance = '/dashboard/settings?tab=appearance';
    const page = await browsing.signedIn(owner, { at: appearance });
    const html = () =>
      page.evaluate(() => [document.documentElement.lang, document.documentElement.dir].join(' '));
    expect(await html()).toBe('en-GB ltr');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
    const chosen = page.getByRole('combobox', { name: 'Sprache' });
    await chosen.waitFor();
    // "de" as it is written where this browser is.
    expect(await html()).toBe('de-GB ltr');
    // Shown anew, the page keeps the place of whoever uses the keyboard.
    await expect.poll(() => chosen.evaluate((select) => select === document.activeElement)).toBe(true);
    await expect.poll(async () => (await owner.call(access.routes.getSession, {})).user.language).toBe('de');

    const asked = page.waitForRequest(/\/api\/session/);
    await page.reload();
    expect(await (await asked).headerValue('accept-language')).toBe('de-GB, de');
    await chosen.waitFor();

    const other = await browsing.signedIn(owner, { at: appearance });
    await other.getByRole('combobox', { name: 'Sprache' }).waitFor();
  });

  test('for tests can be looked at, and is not offered to anybody', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await card(page, 'Paint the sign').waitFor();
    for (const [language, dir] of [
      ['en-XA', 'ltr'],
      ['ar-XB', 'rtl'],
    ] as const) {
      await page.evaluate((wanted) => localStorage.setItem('gh-language', wanted), language);
      await page.goto('/dashboard/settings?tab=appearance');
      const options = page.getByRole('combobox').locator('option');
      await expect.poll(() => options.allTextContents()).toEqual(['English', 'Deutsch']);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(dir);
      expect(await page.getByRole('combobox', { name: 'Language', exact: true }).count()).toBe(0);
    }
  });
});

/** Texts of a screen that are in no message: of a test language, each one that is has its signs. What people have named stays. */
const saidInEnglish = async (page: Page, place: string): Promise<string[]> => {
  const texts = await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('bdi, [dir=auto], strong')) found.push(node.nodeValue ?? '');
    return found;
  });
  return texts
    .filter((text) => /[a-z]{3}/i.test(text) && !/[^\x20-\x7e“”’…]/.test(text))
    .map((text) => `${place}: “${text}” is in English`);
};

describe('in every language the screens hold what is said', () => {
  const widths = [320, 390, 834, 1280];
  let group: Organization;
  let colleague: Person;
  let taskId: string;
  beforeAll(async () => {
    group = await organization('Signs & Daughters');
    colleague = await join(await stranger('Maximiliane Bergerdorff'), group.id, 'admin');
    await join(await stranger('Bartholomew Featherstonehaugh'), group.id, 'member');
    const { url } = await group.owner.call(billing.routes.startCheckout, { body: { plan: 'yearly' } });
    await stripe.pay(url);
    await group.owner.call(team.routes.invite, { body: { email: 'alexandra@example.com' } });
    await group.owner.call(team.routes.createCode, { body: { description: 'Of the summer' } });
    taskId = (
      await aTask(colleague, {
        title: 'Paint the sign',
        description: 'Green',
        deadline: '2026-01-02',
        tags: ['site'],
        subtasks: [{ title: 'Ask', completed: true }],
      })
    ).id;
    await aMessage(colleague, 'Who has the ladder?');
    await aMessage(group.owner, 'At the neighbours.');
  });

  const screens: Record<string, (page: Page) => Locator> = {
    '/dashboard/tasks': (page) => page.getByRole('link', { name: 'Paint the sign' }),
    '/dashboard/tasks/deleted': (page) => page.getByRole('heading', { level: 1 }),
    '/dashboard/team': (page) => page.getByText('Paint the sign').first(),
    '/dashboard/team?tab=chat': (page) => page.getByText('At the neighbours.'),
    '/dashboard/settings?tab=account': (page) => page.locator('input[type=email]'),
    '/dashboard/settings?tab=group': (page) => page.getByText('Of the summer'),
    '/dashboard/settings?tab=currency': (page) => page.getByRole('radio').last(),
    '/dashboard/settings?tab=appearance': (page) => page.getByRole('main').getByRole('combobox'),
    '/dashboard/settings?tab=billing': (page) => page.locator('tbody tr').first(),
    '/dashboard/nowhere': (page) => page.getByText('/dashboard/nowhere'),
  };

  /** By which button a tab of the settings asks something, in any language. */
  const asking: Record<string, (page: Page) => Locator> = {
    account: (page) => page.getByRole('main').getByRole('button').last(),
    group: (page) => page.getByRole('listitem').filter({ hasText: colleague.email }).getByRole('button'),
  };

  for (const language of ['de', 'en-XA', 'ar-XB'])
    test(`${language}: in front of the dashboard nothing is cut, broken or covered, and nothing is left in English`, async ({
      browsing,
    }) => {
      const closed = await organization('Signs & Nieces');
      await endTrial(closed.id);
      const invited = await stranger('Theodora Winterbottom');
      await group.owner.call(team.routes.invite, { body: { email: invited.email } });
      const found: string[] = [];
      const look = async (page: Page, addresses: readonly string[], person?: Person): Promise<void> => {
        if (language === 'de') await person?.call(access.routes.changeProfile, { body: { language } });
        await page.evaluate((wanted) => localStorage.setItem('gh-language', wanted), language);
        for (const address of addresses) {
          await page.goto(address);
          await page.locator('main h1').waitFor();
          await page.locator('main').getByRole('button').or(page.locator('main a')).first().waitFor();
          for (const summary of await page.locator('summary').all()) await summary.click();
          expect(await page.evaluate(() => document.documentElement.lang)).toMatch(
            language === 'de' ? 'de-GB' : language,
          );
          found.push(...(await faultsAt(page, address, widths)));
          if (language !== 'de') found.push(...(await saidInEnglish(page, address)));
        }
      };
      const visitor = await browsing.visitor();
      await visitor.goto('/login');
      await look(visitor, ['/login', '/login?reason=cancelled', '/signup', '/signup?reason=failed']);
      for (const [person, addresses] of [
        [invited, ['/welcome', '/account/delete']],
        [await group.newcomer('admin'), ['/welcome']],
        [closed.owner, ['/payment', '/account/delete']],
      ] as const)
        await look(await browsing.signedIn(person, { at: addresses[0] }), addresses, person);
      expect(found).toEqual([]);
    });

  for (const language of ['de', 'en-XA', 'ar-XB'])
    test(`${language}: nothing is cut, broken or covered`, async ({ browsing }) => {
      browsing.tolerate(/404: there is no page/);
      const page = await browsing.signedIn(group.owner);
      await card(page, 'Paint the sign').waitFor();
      if (language === 'de') await group.owner.call(access.routes.changeProfile, { body: { language } });
      else await page.evaluate((wanted) => localStorage.setItem('gh-language', wanted), language);
      const found: string[] = [];
      for (const [address, there] of Object.entries({
        ...screens,
        [`/dashboard/team/${colleague.userId}`]: (page: Page) => page.getByText('Paint the sign').first(),
        [`/dashboard/tasks/${taskId}`]: (page: Page) => taskPage(page, 'Paint the sign').getByText('Green'),
        [`/dashboard/tasks?record=${taskId}&ask=edit`]: (page: Page) => page.locator('dialog[open] form'),
        [`/dashboard/tasks?record=${taskId}&ask=status`]: (page: Page) =>
          page.locator('dialog[open] li').first(),
      })) {
        await page.goto(address);
        await there(page).waitFor();
        expect(await page.evaluate(() => document.documentElement.lang)).toMatch(
          language === 'de' ? 'de-GB' : language,
        );
        found.push(...(await faultsAt(page, address, widths)));
      }
      for (const [tab, button] of Object.entries(asking)) {
        await page.goto(`/dashboard/settings?tab=${tab}`);
        await button(page).click();
        await page.locator('dialog[open] h2').waitFor();
        found.push(...(await faultsAt(page, `what ${tab} asks`, widths)));
        await page.keyboard.press('Escape');
      }
      await page.goto('/dashboard/team');
      await page.getByText('Paint the sign').first().waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      found.push(...(await faultsAt(page, 'search', widths)));
      await group.owner.call(access.routes.changeProfile, { body: { language: 'en' } });
      expect(found).toEqual([]);
    });
});
