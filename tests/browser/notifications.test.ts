import { expect } from 'vitest';
import { organizationKey } from '../../services/core/membership.ts';
import { violations } from '../support/axe.ts';
import { test, widths } from '../support/browser.ts';
import { organization, table } from '../support/people.ts';

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
  await list.getByText('Your trial expires tomorrow').waitFor();
  await list.getByText('Just now').waitFor();
  expect(await violations(page)).toEqual([]);
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await page.keyboard.press('Escape');
  expect(await bell.getAttribute('aria-label')).toBe('Notifications');
  await page.reload();
  await bell.click();
  expect(await list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('button', { name: 'Clear all' }).click();
  await list.getByText(/Nothing yet/).waitFor();
});
