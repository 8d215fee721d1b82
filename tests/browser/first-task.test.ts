import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Session } from '../../shared/access/contract.ts';
import { arrivesAt, signInAs, test } from '../support/browser.ts';
import { card, fill, notification, openNewTask, openPage, save, titles } from '../support/tasks-screen.ts';

describe('a new person', () => {
  test('signs up, founds a group and finds the first task again, here and in another browser', async ({
    browsing,
  }) => {
    const person = { name: 'Noor Haddad', email: `noor.${randomUUID()}@example.com` };
    const page = await browsing.visitor();
    await page.goto('/signup');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, person);

    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
    const groupName = page.getByRole('textbox', { name: 'Group name' });
    expect(await groupName.inputValue()).toBe("Noor's group");
    // The one thing that is asked for stands first; what the product can do comes after it.
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    expect(await top(groupName)).toBeLessThan(
      await top(page.getByRole('heading', { name: 'Team Management' })),
    );
    await groupName.fill('Haddad & Daughters');
    await page.getByRole('button', { name: 'Get Started' }).click();

    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    await page.getByRole('banner').getByText('Haddad & Daughters').waitFor();
    await page.getByText('3 days left in trial').waitFor();
    await page.getByText('Create your first task to get started').waitFor();

    const form = await openNewTask(page);
    await fill(form, { title: 'Order the paint', description: 'Two *litres*', deadline: '2027-02-01' });
    await save(form);
    await notification(page, 'Task created').waitFor();
    await form.waitFor({ state: 'detached' });
    expect(await card(page, 'Order the paint').textContent()).toMatch(/1 Feb 2027/);
    const task = await openPage(page, 'Order the paint');
    await task.locator('em', { hasText: 'litres' }).waitFor();

    await page.reload();
    await card(page, 'Order the paint').waitFor();

    const elsewhere = await browsing.signedIn(person);
    await card(elsewhere, 'Order the paint').waitFor();
    expect(await titles(elsewhere)).toEqual(['Order the paint']);
  });

  test('who has a group already is never asked to found another', async ({ browsing }) => {
    const person = { name: 'Kim Lund', email: `kim.${randomUUID()}@example.com` };
    const page = await browsing.signedIn(person, { at: '/welcome' });
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    await page.goto('/welcome');
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
  });

  test('whose group has no trial is led to /payment, and told what comes next', async ({ browsing }) => {
    const page = await browsing.signedIn({ email: `max.${randomUUID()}@example.com` }, { at: '/welcome' });
    await page.route('**/api/organizations', async (route) => {
      const response = await route.fetch();
      const session: Session = await response.json();
      const membership = session.membership && { ...session.membership, mayEnter: false };
      await route.fulfill({ response, json: { ...session, membership } });
    });
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address === '/payment');
    await notification(page, "Welcome to Guildhall! Let's set up your subscription").waitFor();
  });

  test('is told when the group has no name', async ({ browsing }) => {
    const page = await browsing.signedIn({ email: `lee.${randomUUID()}@example.com` }, { at: '/welcome' });
    const name = page.getByRole('textbox', { name: 'Group name' });
    await name.fill('  ');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByText('Group name is required').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
  });
});
