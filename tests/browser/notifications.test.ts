import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { organizationKey } from '../../services/core/organization.ts';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { chatPath, refuseNextMessage, say } from '../support/chat-screen.ts';
import { stripe } from '../support/controls.ts';
import { endTrial, organization, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { notification } from '../support/tasks-screen.ts';

/** Whether a press in the middle of a control reaches it. */
const isUncovered = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test.for([
  { width: widths.desk, height: 720 },
  { width: widths.phone, height: 667 },
  { width: widths.smallPhone, height: 800 },
])(
  'at $width × $height, a short message covers nothing that is pressed next',
  async (window, { browsing }) => {
    browsing.tolerate(/^503 POST/);
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner, window);
    await page.getByRole('checkbox', { name: 'Completed: Paint the sign' }).click();
    await notification(page, 'Task completed').waitFor();
    const bell = page.getByRole('button', { name: /^Notifications/ });
    const sidebar = page.getByRole('button', { name: /Toggle sidebar/ });
    const newTask = page.getByRole('button', { name: 'New Task' });
    const upgrade = page.getByRole('link', { name: 'Upgrade Now' });
    for (const control of [newTask, bell, sidebar, upgrade]) expect(await isUncovered(control)).toBe(true);

    await page.goto(chatPath);
    await refuseNextMessage(page);
    await say(page, 'Hello');
    const failed = notification(page, 'Failed to send message');
    await failed.waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Again');
    for (const name of ['Send', 'Retry', 'Discard'])
      expect(await isUncovered(page.getByRole('button', { name, exact: true }))).toBe(true);
    await page.getByRole('tab', { name: 'Team Directory' }).click();
    expect(await isUncovered(page.getByRole('button', { name: 'Invite Member' }))).toBe(true);
    // It was there all the time.
    expect(await failed.isVisible()).toBe(true);
  },
);

test('the bell tells the account holder once that the trial ends, and is read and cleared', async ({
  browsing,
}) => {
  const { id, owner } = await organization();
  await table().write({
    update: organizationKey(id),
    expression: {
      text: 'SET trialEndsAt = :tomorrow',
      values: { ':tomorrow': new Date(Date.now() + 20 * 3_600_000).toISOString() },
    },
  });
  const page = await browsing.signedIn(owner, { width: widths.smallPhone });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByText(/^Your trial (expires tomorrow|ends today at \d)/).waitFor();
  await list.getByText('Just now').waitFor();
  expect(await violations(page)).toEqual([]);
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await page.keyboard.press('Escape');
  expect(await bell.getAttribute('aria-label')).toBe('Notifications');
  await page.reload();
  await bell.click();
  expect(await list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('button', { name: 'Clear all' }).click();
  await list.getByText(/No notifications yet/).waitFor();
  // Below the bell, and the page stays in reach: a press beside it closes it, Esc gives the bell the focus.
  await page.mouse.click(5, 790);
  await list.waitFor({ state: 'detached' });
  await bell.click();
  await list.waitFor();
  await page.keyboard.press('Escape');
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the bell tells the account holder that a payment failed; it is read by itself, and 50 are kept at most', async ({
  browsing,
}) => {
  const { id, owner } = await organization();
  await endTrial(id);
  const { url } = await owner.call(billing.routes.startCheckout, { body: { plan: 'monthly' } });
  const { subscription } = await stripe.pay(url);
  const statusBecomes = (wanted: string) =>
    expect
      .poll(async () => (await owner.call(access.routes.getSession, {})).membership?.plan.status)
      .toBe(wanted);
  await statusBecomes('active');
  await stripe.renew(subscription.id, false);
  await statusBecomes('past_due');
  const page = await browsing.signedIn(owner);
  await arrivesAt(page, (address) => address === '/payment');
  await page.getByRole('heading', { name: 'Your last payment failed' }).waitFor();
  await page.evaluate((userId) => {
    const key = `gh-person:${userId}:notifications`;
    const older = Array.from({ length: 49 }, (_, n) => ({
      id: `${n}`,
      title: `Older ${n}`,
      read: true,
      createdAt: n,
    }));
    localStorage.setItem(key, JSON.stringify([...JSON.parse(localStorage.getItem(key) ?? '[]'), ...older]));
  }, owner.userId);

  await stripe.renew(subscription.id, true);
  await statusBecomes('active');
  await page.goto('/dashboard/tasks');
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const failed = 'Your last payment failed. Check your card to continue.';
  await list.getByText(failed).waitFor();
  expect(await list.getByRole('listitem').count()).toBe(50);
  expect(await list.getByText('Older 48', { exact: true }).count()).toBe(0);
  await list.getByRole('button', { name: `Mark “${failed}” as read` }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
});
