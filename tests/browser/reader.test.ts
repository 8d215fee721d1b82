import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { organizationKey } from '../../services/core/organization.ts';
import { access } from '../../shared/access/contract.ts';
import { addDays, dateIn } from '../../shared/core/calendar.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { aMessage, chatPath, input, row, say } from '../support/chat-screen.ts';
import { type Organization, organization, stranger, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, cards, notification, openNewTask, titles } from '../support/tasks-screen.ts';

/** Milliseconds after which the day of such a zone is over in any case. */
const untilNextDay = 3_780_000;
/** A zone in which the last hour of a day has begun, or begins within two minutes. */
const zoneBeforeMidnight = (): string => {
  const hours = 23 - new Date(Date.now() + 120_000).getUTCHours();
  return hours > 11 ? `Etc/GMT+${24 - hours}` : hours === 0 ? 'UTC' : `Etc/GMT-${hours}`;
};
const setZone = (group: Organization, zone: string): Promise<unknown> =>
  table().write({
    update: organizationKey(group.id),
    expression: { text: 'SET #zone = :zone', names: { '#zone': 'timeZone' }, values: { ':zone': zone } },
  });
const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+v');
};

describe('a number', () => {
  test('is understood in other notations too, shown as its reader writes it, and refused where it could be two', async ({
    browsing,
  }) => {
    const group = await organization();
    await group.owner.call(access.routes.changeProfile, { body: { currency: 'EUR' } });
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings?tab=group' });
    const revenue = page.getByRole('textbox', { name: /Revenue \(EUR/ });
    const save = page.getByRole('button', { name: 'Save goals' });
    const goal = async () =>
      (await group.owner.call(access.routes.getSession, {})).membership?.organization.goals.revenue;

    await revenue.fill('1.500');
    // What is above has come.
    await page.getByText(group.owner.email).waitFor();
    const distance = async () =>
      save.evaluate(
        (button, field) => button.getBoundingClientRect().y - (field as Element).getBoundingClientRect().y,
        await revenue.elementHandle(),
      );
    const before = await distance();
    await revenue.blur();
    expect(await revenue.inputValue()).toBe('1.500');
    await revenue.fill('1500,50');
    await revenue.blur();
    expect(await revenue.inputValue()).toBe('1,500.50');
    // Whoever is about to press it presses what they aimed at.
    expect(await distance()).toBe(before);
    await save.click();
    await notification(page, 'Monthly goals updated').waitFor();
    expect(await goal()).toEqual({ amount: 150_050, currency: 'EUR' });

    await revenue.fill('1.500');
    await save.click();
    await page.getByRole('alert').getByText('Enter an amount such as 12,500.00').waitFor();
    await revenue.fill('€ ١٬٦٠٠');
    await revenue.press('Enter');
    await expect.poll(goal).toEqual({ amount: 160_000, currency: 'EUR' });
    expect(await revenue.inputValue()).toBe('1,600.00');
  });
});

describe('a page that is open over midnight', () => {
  test('of the group turns: what is due, what the filter shows, and what the days of the chat are called', async ({
    browsing,
  }) => {
    const group = await organization();
    const zone = zoneBeforeMidnight();
    await setZone(group, zone);
    const today = dateIn(zone, new Date());
    await aTask(group.owner, { title: 'For today', deadline: today });
    await aTask(group.owner, { title: 'For tomorrow', deadline: addDays(today, 1) });
    await aMessage(group.owner, 'Late one');
    const page = await browsing.signedIn(group.owner);
    await page.clock.install();
    await page.goto('/dashboard/tasks?filter=today');
    await card(page, 'For today').getByText('Due today').waitFor();
    expect(await titles(page)).toEqual(['For today']);

    await page.clock.fastForward(untilNextDay);
    await card(page, 'For tomorrow').getByText('Due today').waitFor();
    await card(page, 'For today').getByText('Overdue').waitFor();
    await page.goto(chatPath);
    await row(page, 'Late one').waitFor();
    await page.getByText('Yesterday', { exact: true }).waitFor();

    // A laptop that slept for a day: no timer has run, and it is looked at.
    await page.clock.setSystemTime(Date.now() + untilNextDay + 86_400_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => page.getByText('Yesterday', { exact: true }).count()).toBe(0);
  });
});

describe('a time zone', () => {
  test('that the browser does not know takes no page away', async ({ browsing }) => {
    const group = await organization();
    await setZone(group, 'Mars/Olympus_Mons');
    await aTask(group.owner, { title: 'Paint the sign' });
    await aMessage(group.owner, 'Hello');
    const page = await browsing.signedIn(group.owner);
    await card(page, 'Paint the sign').waitFor();
    await page.goto(chatPath);
    await row(page, 'Hello').waitFor();
    await page.goto('/dashboard/settings?tab=group');
    await page.getByRole('group', { name: 'Time zone' }).getByText('Olympus Mons').waitFor();
  });

  test('that the browser cannot tell is asked for when a group is founded', async ({ browsing }) => {
    const person = await stranger();
    const page = await browsing.signedIn(person, { at: '/welcome', width: widths.phone });
    await page.addInitScript(() => {
      const told = Intl.DateTimeFormat.prototype.resolvedOptions;
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        return { ...told.call(this), timeZone: 'Etc/Unknown' };
      };
    });
    await page.reload();
    const zones = page.getByRole('group', { name: 'Your time zone' });
    await zones.waitFor();
    await page.getByRole('textbox', { name: 'Group name' }).fill('Signs & Sons');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await zones.getByRole('alert').getByText('Choose your time zone').waitFor();
    expect(await violations(page)).toEqual([]);
    await zones.getByRole('searchbox').fill('sao paulo');
    await zones.getByRole('searchbox').press('Enter');
    await zones.getByRole('radio').check();
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address.startsWith('/dashboard'));
    const { membership } = await person.call(access.routes.getSession, {});
    expect(membership?.organization.timeZone).toBe('America/Sao_Paulo');
  });
});

describe('a line that is pasted', () => {
  test('keeps apart what tabs and line breaks parted, and says what did not fit', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = await openNewTask(page);
    const title = form.getByRole('textbox', { name: 'Title', exact: true });
    await title.focus();
    await paste(page, 'Paint\tthe sign\r\nand the door\n');
    expect(await title.inputValue()).toBe('Paint the sign and the door');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await title.inputValue()).toBe('');

    // Characters as people count them: each painter is one.
    const painter = '👩🏽‍🎨';
    await paste(page, `${painter.repeat(30)}${'é'.repeat(171)}`);
    await notification(page, 'Cut to 200 characters').waitFor();
    expect(await title.inputValue()).toBe(`${painter.repeat(30)}${'é'.repeat(170)}`);

    // What is typed where there is no room does not push out the end, and the caret stays.
    await title.evaluate((field: HTMLInputElement, at) => field.setSelectionRange(at, at), painter.length);
    await page.keyboard.type('x');
    expect(await title.inputValue()).toBe(`${painter.repeat(30)}${'é'.repeat(170)}`);
    expect(await title.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(painter.length);

    await form.getByLabel('Deadline').fill('2026-12-24');
    await form.getByRole('button', { name: 'Create Task' }).click();
    await expect.poll(() => cards(page).count()).toBe(1);
    const { items } = await group.owner.call(tasks.routes.list, {});
    expect(items[0]?.title).toBe(`${painter.repeat(30)}${'é'.repeat(170)}`);
  });

  test('is counted in the chat as the server counts it', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { at: chatPath });
    await input(page).fill('👍🏽'.repeat(2_001));
    await page.getByText('2001/2000').waitFor();
    await page.getByText('Message must be at most 2,000 characters.').waitFor();
    await say(page, '👍🏽'.repeat(1_001));
    await row(page, '👍🏽'.repeat(1_001)).waitFor();
    await page.getByRole('button', { name: /^Delete message/ }).waitFor({ state: 'attached' });
    expect(await page.getByText('Not sent').count()).toBe(0);
  });
});
