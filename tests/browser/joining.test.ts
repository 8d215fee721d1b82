import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { billing } from '../../shared/billing/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, signInAs, signInWithGoogle, test, widths } from '../support/browser.ts';
import { system } from '../support/controls.ts';
import { invitationAddress } from '../support/mails.ts';
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
  test('is sent, says who invites whom to what, and is accepted by signing in with the address that it names', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const person = newPerson();
    await group.owner.call(routes.invite, { body: { email: person.email, role: 'admin' } });
    const mail = (await system.mails()).find(({ to }) => to.includes(person.email));
    expect(mail?.subject).toBe('Ada Founder invites you to Haddad & Daughters on Guildhall');
    const page = await browsing.visitor();
    await page.goto(await invitationAddress(person.email));
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    const card = page.getByRole('region', { name: 'Join Haddad & Daughters' });
    await card.getByText('Ada Founder invites you as Manager.').waitFor();
    await card.getByText(person.email).waitFor();
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

  test('opened with another address says so before anything is founded, and lets the person use the invited one', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const [invited, other] = [newPerson(), newPerson()];
    await group.owner.call(routes.invite, { body: { email: invited.email } });
    const address = await invitationAddress(invited.email);
    const page = await browsing.visitor({ width: widths.phone });
    await page.goto(address);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, other);
    await page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor();
    // Still the same after loading the page anew; and by the link, though they are signed in.
    await page.reload();
    await page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor();
    await page.goto(address);
    await page.getByText(`you are signed in as ${other.email}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: `Use ${invited.email}` }).click();
    await page.getByRole('region', { name: 'Join Haddad & Daughters' }).waitFor();
    await signInWithGoogle(page, invited);
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
  });

  test('opened with another address lets the person go on with that one, and stays open', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const [invited, other] = [newPerson(), newPerson()];
    await group.owner.call(routes.invite, { body: { email: invited.email } });
    const page = await browsing.visitor();
    await page.goto(await invitationAddress(invited.email));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, other);
    await page.getByRole('button', { name: `Continue as ${other.email}` }).click();
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
    await page.getByRole('textbox', { name: 'Group name' }).waitFor();
    expect((await group.owner.call(routes.listInvitations, {})).items).toMatchObject([
      { email: invited.email, status: 'pending' },
    ]);
  });

  test('opened by a member of another group says that they have to leave that one first', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const member = await (await organization('Bakers')).member();
    await group.owner.call(routes.invite, { body: { email: member.email } });
    const page = await browsing.signedIn(member);
    await page.goto(await invitationAddress(member.email));
    await page
      .getByText('You already belong to Bakers. To join Haddad & Daughters, leave it first.')
      .waitFor();
    await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
  });

  test('that was withdrawn says so, and lets the person sign up without it', async ({ browsing }) => {
    const group = await organization();
    const person = newPerson();
    const { id } = await group.owner.call(routes.invite, { body: { email: person.email } });
    const address = await invitationAddress(person.email);
    await group.owner.call(routes.withdrawInvitation, { params: { invitationId: id } });
    browsing.tolerate(/404/);
    const page = await browsing.visitor();
    await page.goto(address);
    await page.getByText(/^This invitation is no longer valid/).waitFor();
    await signInWithGoogle(page, person);
    await page.getByRole('heading', { name: 'Welcome to Guildhall!' }).waitFor();
  });

  test('of several groups leaves the choice to the person', async ({ browsing }) => {
    const [one, two] = [await organization('Bakers'), await organization('Brewers')];
    const person = newPerson();
    for (const group of [one, two]) await group.owner.call(routes.invite, { body: { email: person.email } });
    const page = await browsing.visitor();
    await page.goto('/login');
    await signInWithGoogle(page, person);
    await arrivesAt(page, (address) => address === '/welcome');
    // The trial of a group of one's own is not used up by mistake.
    await page.getByRole('button', { name: 'Join Bakers' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Group name' }).isVisible()).toBe(false);
    await page.getByText('Start a group of my own instead').click();
    await page.getByRole('textbox', { name: 'Group name' }).waitFor();
    await page.getByRole('button', { name: 'Join Brewers' }).click();
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    await page.getByText('Brewers').first().waitFor();
  });
});

describe('a group that was closed', () => {
  test('is named to its members on arrival, with who closed it, and to who closed it', async ({
    browsing,
  }) => {
    const group = await organization('Haddad & Daughters');
    const member = await group.member();
    await group.owner.call(billing.routes.closeOrganization, { body: { name: 'Haddad & Daughters' } });
    const theirs = await browsing.signedIn(member);
    await theirs.getByRole('heading', { name: 'Haddad & Daughters was closed by Ada Founder' }).waitFor();
    const own = await browsing.signedIn(group.owner);
    await own.getByRole('heading', { name: 'You closed Haddad & Daughters' }).waitFor();
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
