import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, signInAs, test } from '../support/browser.ts';
import { answerNext, failNext, loseNextAnswer } from '../support/failing.ts';
import { organization } from '../support/people.ts';
import { pressTwice, submissionsOf } from '../support/pressing.ts';
import { notification } from '../support/tasks-screen.ts';

const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const atProvider = (page: Page) => page.getByRole('heading', { name: 'Choose an account' }).waitFor();
const codeField = (page: Page) => page.getByRole('textbox', { name: /Invitation Code/ });
const newPerson = () => ({ name: 'Nils Newcomer', email: `nils.${randomUUID()}@example.com` });

describe('S1 §8 on the way in', () => {
  test.for([
    ['/login', 'Failed to sign in with Google'],
    ['/signup', 'Failed to sign up with Google'],
  ] as const)(
    '%s: a provider that fails leads back to where it began: %s',
    async ([path, text], { browsing }) => {
      const page = await browsing.visitor();
      await page.goto(`${path}?next=%2Fdashboard%2Fsettings`);
      await continueWithGoogle(page).click();
      await atProvider(page);
      await page.goto('/signing-in?error=server_error&error_description=broken');
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
      const { pathname, searchParams } = new URL(page.url());
      expect([pathname, searchParams.get('next')]).toEqual([path, '/dashboard/settings']);
      await continueWithGoogle(page).click();
      await atProvider(page);
    },
  );

  test('a code that cannot be checked stops the sign-up, and stays in its field', async ({ browsing }) => {
    const { owner } = await organization();
    const { code } = await owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto('/signup');
    await codeField(page).fill(` ${code.toLowerCase()} `);
    await failNext(page, 'POST /api/invitation-codes/check');
    const submissions = submissionsOf(page);
    await pressTwice(continueWithGoogle(page));
    await page.getByText('Invalid invitation code. Please check and try again.').waitFor();
    expect((await codeField(page).inputValue()).trim()).toBe(code);
    // Each check counts as a guess.
    expect(submissions).toEqual(['POST /api/invitation-codes/check']);
    await pressTwice(continueWithGoogle(page));
    await atProvider(page);
  });

  test('an answer to redeeming a code that was lost is asked for again: after a reload they are in the group', async ({
    browsing,
  }) => {
    const { owner } = await organization('Bakers');
    const { code } = await owner.call(team.routes.createCode, { body: {} });
    const person = newPerson();
    const page = await browsing.visitor();
    const signUp = async () => {
      await page.goto(`/signup?code=${code}`);
      await continueWithGoogle(page).click();
      await signInAs(page, person);
    };
    await loseNextAnswer(page, 'POST /api/memberships/by-code');
    await signUp();
    await page.getByRole('heading', { name: 'Failed to sign up with Google' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome to Your Team!' }).waitFor();
    await page.getByText('You have joined Bakers').waitFor();
    expect(await notification(page, 'You already belong to a group').count()).toBe(0);
    expect((await owner.call(team.routes.listCodes, {})).items).toMatchObject([{ currentUses: 1 }]);
  });

  test('a member who signs up with a code reads that they belong to a group', async ({ browsing }) => {
    const [one, other] = [await organization('Bakers'), await organization('Brewers')];
    const { code } = await other.owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.visitor();
    await page.goto(`/signup?code=${code}`);
    await continueWithGoogle(page).click();
    await signInAs(page, { email: one.owner.email });
    await notification(page, 'You already belong to a group. Leave it first to join another one.').waitFor();
    await page.getByRole('banner').getByText('Bakers').waitFor();
  });

  test('onboarding without a role, and one that is not saved', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(await group.newcomer('admin'), { at: '/login' });
    const role = page.getByRole('combobox', { name: /Role/ });
    const start = page.getByRole('button', { name: 'Get Started' });
    await role.selectOption('');
    await page.getByText('Please select a role to continue').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await role.selectOption('Team Member');
    await failNext(page, 'POST /api/onboarding');
    await start.click();
    await page.getByText(/^Something went wrong\. Please try again\./).waitFor();
    expect(await role.inputValue()).toBe('member');
    await start.click();
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    await notification(page, "Welcome to Your Team! Let's get started").waitFor();
    await page.goto('/signup');
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
  });

  test('founding that is not saved keeps the name; joining by code is tried again, and pressed once', async ({
    browsing,
  }) => {
    const { owner } = await organization('Bakers');
    const { code } = await owner.call(team.routes.createCode, { body: {} });
    const page = await browsing.signedIn(newPerson(), { at: '/login' });
    const name = page.getByRole('textbox', { name: 'Group name' });
    await name.fill('Haddad & Daughters');
    await failNext(page, 'POST /api/organizations');
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.getByText(/^Something went wrong\. Please try again\./).waitFor();
    expect(await name.inputValue()).toBe('Haddad & Daughters');

    await page.getByText('I have an invitation code').click();
    await codeField(page).fill(code);
    await loseNextAnswer(page, 'POST /api/memberships/by-code');
    const submissions = submissionsOf(page);
    const join = page.getByRole('button', { name: 'Join group' });
    await pressTwice(join);
    await page
      .getByText(/We could not reach Guildhall/)
      .last()
      .waitFor();
    expect(await codeField(page).inputValue()).toBe(code);
    await pressTwice(join);
    await page.getByText('You have joined Bakers').waitFor();
    expect(submissions).toEqual(['POST /api/memberships/by-code', 'POST /api/memberships/by-code']);
  });

  test('a checkout that cannot be opened says why, and its button works again', async ({ browsing }) => {
    browsing.tolerate(/^500 POST \/api\/billing\/checkout/);
    const group = await organization();
    const member = await group.member();
    const page = await browsing.signedIn(group.owner);
    await page.goto('/payment');
    const submissions = submissionsOf(page);
    const call = 'POST /api/billing/checkout';
    const choose = page.getByRole('button', { name: 'Choose Monthly' });
    const refused = async (text: string) => {
      await pressTwice(choose);
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
      expect(await choose.getAttribute('aria-disabled')).toBeNull();
    };
    await answerNext(page, call, { status: 500, json: { code: 'internal', title: 'Something internal' } });
    await refused('Failed to create checkout');
    await answerNext(page, call, { status: 201, json: { url: '' } });
    await refused('No checkout URL returned');
    const subscribed = 'Your group already has a subscription.';
    await answerNext(page, call, {
      status: 409,
      json: { code: 'billing.already_subscribed', title: subscribed },
    });
    await refused(subscribed);
    await group.owner.call(access.routes.transferOwnership, {
      body: { userId: member.userId, groupName: 'Signs & Sons', ownRole: 'owner' },
    });
    await refused('Organization not found');
    expect(submissions).toEqual(Array(4).fill(call));
  });

  test('a screen that breaks in front of the dashboard shows the error screen, with both ways on', async ({
    browsing,
  }) => {
    browsing.tolerate(/A screen broke|dynamically imported module/);
    const page = await browsing.visitor();
    await page.route(/login-page-[^/]*\.js/, (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('We encountered an unexpected error. Please try refreshing the page.').waitFor();
    expect(await page.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
    await page.unroute(/login-page-[^/]*\.js/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await continueWithGoogle(page).waitFor();
  });
});
