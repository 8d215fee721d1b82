import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { coreErrors } from '../../shared/core/errors.ts';
import { team } from '../../shared/team/contract.ts';
import { test, widths } from '../support/browser.ts';
import { organization, stranger } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

const expectFocus = (control: Locator) =>
  expect.poll(() => control.evaluate((node) => node === document.activeElement)).toBe(true);

describe('a form with a mistake', () => {
  test('takes the person who pressed its button to the first wrong field, and reads the error aloud', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group' });
    await page.getByRole('textbox', { name: /Revenue/ }).fill('a lot');
    await page.getByRole('textbox', { name: 'Finished projects' }).fill('some');
    await page.getByRole('button', { name: 'Save goals' }).click();
    await page.getByRole('alert').getByText('Enter an amount such as 12,500.00').waitFor();
    await expectFocus(page.getByRole('textbox', { name: /Revenue/ }));
    expect(await page.getByRole('textbox', { name: 'Finished projects' }).inputValue()).toBe('some');
  });

  test('does so, too, when it is the server that found it', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/signup');
    const code = page.getByRole('textbox', { name: /Invitation Code/ });
    await code.fill('ZZZZ9999');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('alert').getByText('Invalid invitation code.').waitFor();
    await expectFocus(code);
  });

  test('leaves the cursor where somebody types', async ({ browsing }) => {
    const page = await browsing.signedIn(await stranger(), { at: '/dashboard' });
    const name = page.getByRole('textbox', { name: 'Group name' });
    await name.fill('');
    await name.press('Enter');
    await page.getByRole('alert').getByText('Group name is required').waitFor();
    await expectFocus(name);
  });
});

test('who is asked to wait has a short wait done for them, and reads of a long one what to do', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  browsing.tolerate(/429/);
  const refuse = (retryAfter: string) =>
    page.route(
      (url) => url.pathname === '/api/tasks',
      (route) =>
        route.fulfill({
          status: 429,
          contentType: 'application/problem+json',
          headers: { 'retry-after': retryAfter },
          body: JSON.stringify({
            code: 'requests.too_many',
            title: coreErrors['requests.too_many'].title(),
            status: 429,
          }),
        }),
      { times: 1 },
    );
  await refuse('1');
  await page.goto('/dashboard/tasks');
  await page.getByText('No tasks found').first().waitFor();
  await refuse('60');
  await page.reload();
  await page.getByText('Please wait a minute and try again.').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('No tasks found').first().waitFor();
});

test('a checkout that fails says so where it is seen, on a phone too', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner, { width: widths.smallPhone, height: 600 });
  browsing.tolerate(/503/);
  await page.goto('/payment');
  await page.route('**/api/billing/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Choose Yearly' }).click();
  const problem = page.getByRole('alert');
  await problem.waitFor();
  await expect
    .poll(() =>
      problem.evaluate((box) => {
        const { top, bottom } = box.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }),
    )
    .toBe(true);
});

test('the focus stays near an invitation code that is revoked or deleted', async ({ browsing }) => {
  const { owner } = await organization();
  await owner.call(team.routes.createCode, { body: { description: 'For the workshop' } });
  const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group' });
  await page.getByRole('button', { name: 'Revoke For the workshop' }).press('Enter');
  await notification(page, 'Invitation code revoked').waitFor();
  await page.getByText('Revoked', { exact: true }).waitFor();
  await expectFocus(page.getByRole('button', { name: 'Reveal For the workshop' }));
  await page.getByRole('button', { name: 'Delete For the workshop' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('No invitation codes yet.').waitFor();
  await expectFocus(page.getByRole('heading', { name: 'Invitation codes' }));
});

test('a settings tab whose code cannot be loaded says so, leaves the others in reach, and can be tried again', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=account' });
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  const code = /\/assets\/billing-tab-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.getByRole('tab', { name: 'Billing' }).click();
  await page.getByText('These settings could not be loaded.').waitFor();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  // Coming back tries again by itself, which must not succeed before the button is there.
  await page.getByRole('tab', { name: 'Billing' }).click();
  await page.getByText('These settings could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Subscription' }).waitFor();
});

test('what is wrong with a role or a code is in the colour of errors', async ({ browsing }) => {
  const group = await organization();
  const page = await browsing.signedIn(await group.newcomer());
  await page.getByRole('combobox', { name: /Role/ }).selectOption({ value: '' });
  const [shown, wanted] = await page.getByText('Please select a role to continue').evaluate((error) => {
    const sample = document.createElement('span');
    sample.style.color = 'var(--gh-danger-text)';
    document.body.append(sample);
    return [getComputedStyle(error).color, getComputedStyle(sample).color];
  });
  expect(shown).toBe(wanted);
});

test('joining on the welcome page puts the focus on the heading that says so', async ({ browsing }) => {
  const group = await organization();
  const { code } = await group.owner.call(team.routes.createCode, { body: { description: '' } });
  const page = await browsing.signedIn(await stranger(), { at: '/dashboard' });
  await page.getByText('I have an invitation code').click();
  await page.getByRole('textbox', { name: 'Invitation Code' }).fill(code);
  await page.getByRole('button', { name: 'Join group' }).press('Enter');
  const heading = page.getByRole('heading', { name: 'Welcome to Your Team!' });
  await heading.waitFor();
  await expectFocus(heading);
});
