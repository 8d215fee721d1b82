import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { arrivesAt, signInAs, signInWithGoogle, test } from '../support/browser.ts';
import { organization, type Person, tokenFor } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card } from '../support/tasks-screen.ts';

let owner: Person;
beforeAll(async () => {
  ({ owner } = await organization('Signs & Sons'));
  await aTask(owner, { title: 'A secret of the group' });
});

const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const secret = (page: Page) => card(page, 'A secret of the group');

/** Back, where the page may come out of the back/forward cache as it was left, without loading again. */
const goBack = (page: Page) => page.goBack({ waitUntil: 'commit' });

/** Replaces tokens that the browser holds, as an expiry, a revocation or another deployment would make them. */
const replaceTokens = (page: Page, tokens: { accessToken?: string; refreshToken?: string }) =>
  page.evaluate((given) => {
    for (const key of Object.keys(localStorage)) {
      const kind = key.split('.').at(-1) as keyof typeof given;
      if (given[kind] !== undefined) localStorage.setItem(key, given[kind]);
    }
  }, tokens);

describe('signing in', () => {
  test('leaves the same in the browser as what other tests begin with', async ({ browsing }) => {
    const kept = (page: Page) =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([name]) => name.startsWith('CognitoIdentityServiceProvider.'))
          // What differs from one sign-in to the next: tokens, and how far the clock is off.
          .map(([name, value]) => [name, /Token$|clockDrift$/.test(name) ? typeof value : value])
          .sort(),
      );
    const page = await browsing.visitor();
    await page.goto('/login');
    await signInWithGoogle(page, owner);
    expect(await kept(await browsing.signedIn(owner))).toEqual(await kept(page));
  });

  test('that is cancelled at the provider comes back calmly and can be tried again', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/login');
    await continueWithGoogle(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Sign-in was cancelled. You can try again whenever you like.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await signInWithGoogle(page, owner);
    await secret(page).waitFor();
  });

  test('works after going back from the provider with the browser', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/login');
    await continueWithGoogle(page).click();
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await goBack(page);
    await signInWithGoogle(page, owner);
    await secret(page).waitFor();
  });

  test('with an unverified e-mail says what to do and lets another account in', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/signup');
    await continueWithGoogle(page).click();
    await signInAs(page, { email: `unverified.${randomUUID()}@example.com`, verified: false });
    await page.getByRole('heading', { name: 'Failed to sign up with Google' }).waitFor();
    await page.getByText(/not verified by your sign-in provider\. Verify it there, or use another/).waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await signInWithGoogle(page, owner);
    await secret(page).waitFor();
  });

  test('leads back to the address that was asked for', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/dashboard/tasks?status=pending&search=secret');
    await signInWithGoogle(page, owner);
    expect(new URL(page.url()).search).toBe('?status=pending&search=secret');
    await secret(page).waitFor();
    expect(await page.getByRole('combobox', { name: 'Filter by status' }).inputValue()).toBe('pending');
    expect(await page.getByRole('searchbox', { name: 'Search tasks' }).inputValue()).toBe('secret');
  });

  test('never leads to another origin', async ({ browsing }) => {
    // Which addresses are no way back is for own-path.test.ts to say.
    const foreign = ['https://evil.example/dashboard', '/\\evil.example/dashboard'];
    const page = await browsing.visitor();
    const origins = new Set<string>();
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).hostname));
    await page.goto(`/login?${new URLSearchParams({ next: foreign[0] as string })}`);
    await signInWithGoogle(page, owner);
    await secret(page).waitFor();
    for (const next of foreign) {
      await page.goto(`/login?${new URLSearchParams({ next })}`);
      await secret(page).waitFor();
    }
    expect([...origins]).toEqual(['localhost']);
  });
});

test('whatever reason an address gives, /login is shown', async ({ browsing }) => {
  const page = await browsing.visitor();
  for (const reason of ['__proto__', 'constructor', 'toString', 'unheard-of', '']) {
    await page.goto(`/login?${new URLSearchParams({ reason })}`);
    await continueWithGoogle(page).waitFor();
    expect(await page.getByRole('status').count()).toBe(0);
  }
});

test('who is signed out and comes to /payment is led to /signup (S1 §4)', async ({ browsing }) => {
  const page = await browsing.visitor();
  await page.goto('/payment');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/signup');
});

describe('signing out', () => {
  test('ends on /login, and Back shows nothing of the dashboard', async ({ browsing }) => {
    const page = await browsing.signedIn(owner);
    await secret(page).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await continueWithGoogle(page).waitFor();
    await goBack(page);
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await continueWithGoogle(page).waitFor();
    expect(await secret(page).count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Token');
  });

  test('in one tab ends the other tab at its next step', async ({ browsing }) => {
    const page = await browsing.signedIn(owner);
    const other = await page.context().newPage();
    await other.goto('/dashboard/tasks');
    await secret(other).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await continueWithGoogle(page).waitFor();
    // A socket that has to be opened again in this moment is a step, too: then the box has gone already.
    const step = other
      .getByRole('searchbox')
      .fill('something')
      .catch((error: unknown) => String(error));
    await Promise.race([step, arrivesAt(other, (address) => address.startsWith('/login'))]);
    await arrivesAt(other, (address) => address.startsWith('/login'));
    await continueWithGoogle(other).waitFor();
  });
});

describe('a session that has ended', () => {
  test('while the page was open leads to login, which says so and leads back', async ({ browsing }) => {
    const page = await browsing.signedIn(owner);
    // With its socket open, the page asks for nothing by itself.
    await Promise.all([page.waitForEvent('websocket'), page.reload()]);
    await secret(page).waitFor();
    await replaceTokens(page, {
      accessToken: await tokenFor({ email: owner.email }, { expiresInSeconds: -60 }),
      refreshToken: 'revoked',
    });
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('group');
    await page.getByText('Authentication required. Please log in again.').waitFor();
    await signInWithGoogle(page, owner);
    await secret(page).waitFor();
    expect(new URL(page.url()).search).toBe('?search=group');
  });

  test('before the page is loaded leads to login', async ({ browsing }) => {
    const page = await browsing.signedIn(owner);
    await replaceTokens(page, {
      accessToken: await tokenFor({ email: owner.email }, { expiresInSeconds: -60 }),
      refreshToken: 'revoked',
    });
    await page.reload();
    await continueWithGoogle(page).waitFor();
    expect(await secret(page).count()).toBe(0);
  });

  test.for(['/dashboard/tasks', '/login', '/welcome'])(
    'with a token that only the server refuses leads %s to login, without going round in circles',
    async (address, { browsing }) => {
      const page = await browsing.signedIn(owner);
      await replaceTokens(page, {
        accessToken: await tokenFor({ email: owner.email }, { clientId: 'another-client' }),
      });
      // The page may leave before it has loaded, since it asks for the session first of all.
      await page.goto(address, { waitUntil: 'commit' });
      await continueWithGoogle(page).waitFor();
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await signInWithGoogle(page, owner);
      await secret(page).waitFor();
      // The provider's page, its answer, and the way back.
      expect(documents).toBeLessThan(6);
    },
  );

  test('that is still good opens the next page without the sign-in library', async ({ browsing }) => {
    const page = await browsing.signedIn(owner);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await secret(page).waitFor();
    expect(asked.filter((address) => /amplify/.test(address))).toEqual([]);
  });

  test('with an expired access token goes on without a word as long as it can be refreshed', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(owner);
    await replaceTokens(page, {
      accessToken: await tokenFor({ email: owner.email }, { expiresInSeconds: -60 }),
    });
    await page.reload();
    await secret(page).waitFor();
  });
});
