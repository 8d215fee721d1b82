import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, signInAs, signInWithGoogle, test } from '../support/browser.ts';
import { system } from '../support/controls.ts';
import { organization } from '../support/people.ts';

const { routes } = team;
const newPerson = () => ({ name: 'Nils Newcomer', email: `nils.${randomUUID()}@example.com` });

describe('an invitation code', () => {
  test('that does not work stops the sign-up before the provider is asked', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/signup');
    await page.getByRole('textbox', { name: /Invitation Code/ }).fill('zzzz9999');
    expect(await page.getByRole('textbox', { name: /Invitation Code/ }).inputValue()).toBe('ZZZZ9999');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('Invalid invitation code. Please check and try again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/signup');
    expect(await page.getByRole('button', { name: 'Continue with Google' }).isEnabled()).toBe(true);
  });

  test('leads into its group, past the choice of a role, to the dashboard', async ({ browsing }) => {
    const group = await organization('Haddad & Daughters');
    const { code } = await group.owner.call(routes.createCode, { body: { maxUses: 1 } });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await page.getByRole('textbox', { name: /Invitation Code/ }).fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, newPerson());
    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    const role = page.getByRole('combobox', { name: /Role/ });
    expect(await role.locator('option:not([value=""])').allTextContents()).toEqual(['Team Member']);
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    await page.getByRole('banner').getByText('Haddad & Daughters').waitFor();
    // Only the account holder is told about the trial.
    expect(await page.getByText('left in trial').count()).toBe(0);
  });

  test('lives only for the sign-up that it was typed for', async ({ browsing }) => {
    const group = await organization();
    const { code } = await group.owner.call(routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await page.getByRole('textbox', { name: /Invitation Code/ }).fill(code);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await arrivesAt(page, (address) => /^\/(login|signup)/.test(address));
    await page.goto('/login');
    await signInWithGoogle(page, newPerson());
    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
  });

  test('that was used up in the meantime says so, and leaves the way to another group open', async ({
    browsing,
  }) => {
    const group = await organization();
    const { code, id } = await group.owner.call(routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await page.getByRole('textbox', { name: /Invitation Code/ }).fill(code);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).waitFor();
    await group.owner.call(routes.revokeCode, { params: { codeId: id } });
    browsing.tolerate(/422/);
    await signInAs(page, newPerson());
    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByText('This invitation code has been revoked. Ask for a new one.').waitFor();
    await page.getByRole('textbox', { name: 'Group name' }).waitFor();
  });
});

describe('an e-mail invitation', () => {
  test('is sent, and accepted by signing in with the address that it names', async ({ browsing }) => {
    const group = await organization('Haddad & Daughters');
    const person = newPerson();
    await group.owner.call(routes.invite, { body: { email: person.email, role: 'admin' } });
    const mail = (await system.mails()).find(({ to }) => to.includes(person.email));
    expect(mail?.subject).toBe('Ada Founder invites you to Haddad & Daughters on Guildhall');
    const link = /https?:\/\/\S+\/signup/.exec(mail?.text ?? '')?.[0] as string;
    const page = await browsing.visitor();
    await page.goto(link);
    await signInWithGoogle(page, person);
    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    const role = page.getByRole('combobox', { name: /Role/ });
    expect(await role.locator('option:not([value=""])').allTextContents()).toEqual([
      'Team Member',
      'Manager',
    ]);
    expect(await role.inputValue()).toBe('admin');
    await role.selectOption('Team Member');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
  });

  test('of several groups leaves the choice to the person', async ({ browsing }) => {
    const [one, two] = [await organization('Bakers'), await organization('Brewers')];
    const person = newPerson();
    for (const group of [one, two]) await group.owner.call(routes.invite, { body: { email: person.email } });
    const page = await browsing.visitor();
    await page.goto('/login');
    await signInWithGoogle(page, person);
    await arrivesAt(page, (address) => address === '/welcome');
    await page.getByRole('button', { name: 'Join Brewers' }).click();
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    await page.getByText('Brewers').first().waitFor();
  });
});

describe('a removed member', () => {
  test('is told from which group, and can join or found another', async ({ browsing }) => {
    const group = await organization('Haddad & Daughters');
    const member = await group.member();
    const page = await browsing.signedIn(member);
    await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
    await group.owner.call(routes.removeMember, { params: { userId: member.userId } });
    browsing.tolerate(/403/);
    await page.reload();
    await arrivesAt(page, (address) => address === '/welcome');
    await page
      .getByText(/Haddad & Daughters/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Invitation Code' }).waitFor();
    await page.getByRole('textbox', { name: 'Group name' }).fill('On my own');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
  });
});
