import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { team } from '../../shared/team/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, signInAs, signInWithGoogle, test, widths } from '../support/browser.ts';
import { organization } from '../support/people.ts';

const anAddress = (name: string) => `${name}.${randomUUID()}@example.com`;
const codeField = (page: Page) => page.getByRole('textbox', { name: /Invitation Code/ });
const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

describe('an invitation code', () => {
  test('leads from sign-up through the role into the group', async ({ browsing }) => {
    const { owner } = await organization('Signs & Sons');
    const { code, id } = await owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.visitor({ width: widths.phone });
    await page.goto('/signup');
    await codeField(page).fill(` ${code.toLowerCase()} `);
    expect((await codeField(page).inputValue()).trim()).toBe(code);
    await continueWithGoogle(page).click();
    await signInAs(page, { email: anAddress('joan'), name: 'Joan Joiner' });
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    await page.getByText(/You have joined Signs & Sons/).waitFor();
    const role = page.getByRole('combobox', { name: 'Role' });
    expect(await role.inputValue()).toBe('member');
    expect(await role.getByRole('option').allTextContents()).toEqual(['Select a role', 'Team Member']);
    expect(await violations(page)).toEqual([]);
    await role.selectOption('');
    await page.getByText('Please select a role to continue').waitFor();
    expect(await page.getByRole('button', { name: 'Get Started' }).isDisabled()).toBe(true);
    await role.selectOption('member');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByText("Welcome to Your Team! Let's get started").waitFor();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    const { items } = await owner.call(team.routes.listCodes, {});
    expect(items.find((one) => one.id === id)?.currentUses).toBe(1);
  });

  test('that is unknown stops before the provider', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/signup');
    await codeField(page).fill('nonsense');
    await continueWithGoogle(page).click();
    await page.getByText('Invalid invitation code. Please check and try again.').waitFor();
    expect(await codeField(page).getAttribute('aria-invalid')).toBe('true');
    expect(new URL(page.url()).pathname).toBe('/signup');
    expect(await violations(page)).toEqual([]);
    await codeField(page).fill('');
    await continueWithGoogle(page).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
  });

  test('that is revoked on the way says so, with another code and a group of their own as ways on', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const code = await owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await codeField(page).fill(code.code);
    await continueWithGoogle(page).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await owner.call(team.routes.revokeCode, { params: { codeId: code.id } });
    await signInAs(page, { email: anAddress('rae') });
    await page.getByText(/This invitation code has been revoked\. Ask for a new one\./).waitFor();
    expect(await violations(page)).toEqual([]);
    const second = await owner.call(team.routes.createCode, { body: {} });
    await codeField(page).fill(second.code);
    await page.getByRole('button', { name: 'Join group' }).click();
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
  });

  test('is forgotten when the sign-up is cancelled', async ({ browsing }) => {
    const { owner } = await organization();
    const { code } = await owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await codeField(page).fill(code);
    await continueWithGoogle(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Sign-in was cancelled. You can try again whenever you like.').waitFor();
    await signInWithGoogle(page, { email: anAddress('lou'), name: 'Lou Later' });
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
  });
});

describe('an e-mail invitation', () => {
  test('is accepted by signing in, and its role is the highest choice', async ({ browsing }) => {
    const { owner } = await organization('Signs & Sons');
    const email = anAddress('ina');
    await owner.call(team.routes.invite, { body: { email, role: 'admin' } });
    const page = await browsing.visitor();
    await page.goto('/login');
    await signInWithGoogle(page, { email, name: 'Ina Invited' });
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    const role = page.getByRole('combobox', { name: 'Role' });
    expect(await role.inputValue()).toBe('admin');
    expect(await role.getByRole('option').allTextContents()).toEqual([
      'Select a role',
      'Team Member',
      'Manager',
    ]);
  });

  test('leaves the choice to who has several', async ({ browsing }) => {
    const email = anAddress('sam');
    for (const name of ['North Yard', 'South Yard']) {
      const { owner } = await organization(name);
      await owner.call(team.routes.invite, { body: { email } });
    }
    const page = await browsing.visitor({ width: widths.smallPhone });
    await page.goto('/login');
    await signInWithGoogle(page, { email, name: 'Sam Several' });
    await page.getByRole('heading', { name: 'You are invited. Which group is yours?' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Join South Yard' }).click();
    await page.getByText(/You have joined South Yard/).waitFor();
  });
});

test('a removed person reads so, and can join by a new code', async ({ browsing }) => {
  const { owner, member } = await organization('Signs & Sons');
  const mia = await member();
  const page = await browsing.signedIn(mia);
  await owner.call(team.routes.removeMember, { params: { userId: mia.userId } });
  await page.reload();
  await page.getByRole('heading', { name: 'You are no longer a member of Signs & Sons' }).waitFor();
  expect(await violations(page)).toEqual([]);
  const { code } = await owner.call(team.routes.createCode, { body: {} });
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Join group' }).click();
  await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
});
