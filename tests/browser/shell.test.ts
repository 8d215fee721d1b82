import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { arrivesAt, signInWithGoogle, test } from '../support/browser.ts';
import { before } from '../support/failing.ts';
import { endTrial, type Organization, organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, fill, notification, openNewTask, save } from '../support/tasks-screen.ts';

let group: Organization;
beforeAll(async () => {
  group = await organization();
  await aTask(group.owner, { title: 'Paint the sign' });
});

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

describe('the theme', () => {
  test('that was chosen is there before the app is, and stays', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    const light = await background(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Dark theme' }).click();
    expect(await themeOf(page)).toBe('dark');
    await expect.poll(() => background(page)).not.toBe(light);
    const dark = await background(page);

    // The app's own script never arrives: what is painted now is the first paint.
    await page.route(/\/assets\/index-[^/]*\.js$/, () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.getElementById('root') !== null);
    expect(await themeOf(page)).toBe('dark');
    await expect.poll(() => background(page)).toBe(dark);
    expect(await page.locator('#root').textContent()).toBe('');
    await page.locator('.first-paint').waitFor();

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await card(page, 'Paint the sign').waitFor();
    expect(await page.locator('.first-paint').isVisible()).toBe(false);
    expect(await background(page)).toBe(dark);
    await page.getByRole('button', { name: 'Account' }).click();
    const choice = page.getByRole('menuitemcheckbox', { name: 'Dark theme' });
    expect(await choice.getAttribute('aria-checked')).toBe('true');
    await choice.click();
    await expect.poll(() => background(page)).toBe(light);
  });
});

describe('on the way to a screen', () => {
  test('the first paint stays until there is one', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/session', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('status').getByText('Loading…').waitFor({ state: 'attached' });
    expect(await page.locator('.first-paint').isVisible()).toBe(true);
    answer();
    await page.getByRole('main').waitFor();
    expect(await page.locator('.first-paint').isVisible()).toBe(false);
  });
});

describe('the sidebar', () => {
  test('collapses by ctrl+B and by its button, and a cookie keeps that for seven days', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner);
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Tasks & Projects' });
    const widthOfSidebar = async () => (await page.locator('#sidebar').boundingBox())?.width;
    const toggle = page.getByRole('button', { name: /Toggle sidebar/ });
    expect(await widthOfSidebar()).toBe(256);
    await page.keyboard.press('Control+b');
    await expect.poll(widthOfSidebar).toBe(48);
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await link.waitFor();
    const cookie = (await page.context().cookies()).find(({ name }) => /sidebar/.test(name));
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);

    await page.reload();
    await card(page, 'Paint the sign').waitFor();
    expect(await widthOfSidebar()).toBe(48);
    await toggle.click();
    await expect.poll(widthOfSidebar).toBe(256);
    // In a text field, too: nothing there is bold.
    await page.getByRole('searchbox').press('Control+b');
    await expect.poll(widthOfSidebar).toBe(48);
    // Not behind a dialog.
    const form = await openNewTask(page);
    await form.getByRole('textbox', { name: 'Description' }).press('Control+b');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await widthOfSidebar()).toBe(48);
  });
});

describe('an account holder whose trial has ended', () => {
  test('is led to /payment from everywhere, and can sign out there', async ({ browsing }) => {
    const { id, owner } = await organization('Over & Out');
    await endTrial(id);
    const page = await browsing.signedIn(owner);
    await arrivesAt(page, (address) => address === '/payment');
    await page.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
    await page.getByText(/The trial of Over & Out ended on/).waitFor();
    for (const address of ['/dashboard', '/dashboard/tasks/deleted', '/welcome', '/login']) {
      await page.goto(address);
      await page.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/payment');
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await arrivesAt(page, (address) => address === '/login');
  });

  test('is led there in the middle of work, and the draft is not lost', async ({ browsing }) => {
    const { id, owner } = await organization();
    const page = await browsing.signedIn(owner);
    const form = await openNewTask(page);
    await fill(form, { title: 'In the middle', deadline: '2027-05-01' });
    // At the very moment: a moment later the page would have led away by itself.
    await before(page, 'POST /api/tasks', () => endTrial(id));
    await save(form);
    await page.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('In the middle');
  });

  test('alone is kept out: a member of the group works on', async ({ browsing }) => {
    const { id, owner, member } = await organization();
    await aTask(owner, { title: 'Still here' });
    const colleague = await member();
    await endTrial(id);
    const page = await browsing.signedIn(colleague);
    await card(page, 'Still here').waitFor();
    expect(await page.getByText(/left in trial|Trial expires/).count()).toBe(0);
  });
});

describe('an address without a screen', () => {
  test('is shown as text, with ways on', async ({ browsing }) => {
    browsing.tolerate(/404: there is no page at/);
    const page = await browsing.visitor();
    await page.goto('/nowhere/<img src=x onerror=alert(1)>');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.locator('code').textContent()).toBe('/nowhere/<img src=x onerror=alert(1)>');
    expect(await page.locator('img[src=x]').count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await signInWithGoogle(page, group.owner);
    await card(page, 'Paint the sign').waitFor();
  });

  test.for([
    ['/%E7%9C%8B%E6%9D%BF/a%20b.pdf', '/看板/a b.pdf'],
    ['/one%2Fhalf', '/one%2Fhalf'],
    ['/%E7%9C', '/%E7%9C'],
  ])('is written as people write it: %s', async ([address, shown], { browsing }) => {
    browsing.tolerate(/404: there is no page at/);
    const page = await browsing.visitor();
    await page.goto(address as string);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.locator('code').textContent()).toBe(shown);
  });

  test('inside of the dashboard is no screen either', async ({ browsing }) => {
    browsing.tolerate(/404: there is no page at/);
    const page = await browsing.signedIn(group.owner);
    await page.goto('/dashboard/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByText('/dashboard/nowhere').waitFor();
  });
});

describe('when something fails', () => {
  test('a website that cannot learn where to sign in says so and tries again', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.route('**/config.json', (route) => route.abort());
    await page.goto('/dashboard/tasks');
    await page.getByRole('heading', { name: 'We could not open your workspace' }).waitFor();
    await page.getByText(/Check your connection and try again/).waitFor();
    await page.unroute('**/config.json');
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInWithGoogle(page, group.owner);
    await card(page, 'Paint the sign').waitFor();
  });

  test('on /login the button says why it cannot sign in', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.route('**/config.json', (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText(/Failed to sign in with Google\. .*Check your connection/).waitFor();
    await page.unroute('**/config.json');
    await signInWithGoogle(page, group.owner);
    await card(page, 'Paint the sign').waitFor();
  });

  test('a session that the API cannot give now is asked for again', async ({ browsing }) => {
    browsing.tolerate(/^503 GET \/api\/session/);
    const page = await browsing.signedIn(group.owner);
    await page.route('**/api/session', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/dashboard/tasks');
    await page.getByRole('heading', { name: 'We could not open your workspace' }).waitFor();
    await page.unroute('**/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Paint the sign').waitFor();
  });

  test('a list that cannot be loaded is told apart from an empty one', async ({ browsing }) => {
    browsing.tolerate(/^500 GET \/api\/tasks/);
    const page = await browsing.signedIn(group.owner);
    await page.route('**/api/tasks?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'internal', title: 'Something went wrong', requestId: 'request-42' }),
      }),
    );
    await page.goto('/dashboard/tasks?status=pending');
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load tasks.' });
    await failure.getByText('request-42').waitFor();
    expect(await page.getByText('No tasks found').count()).toBe(0);
    await page.unroute('**/api/tasks?*');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await card(page, 'Paint the sign').waitFor();
  });

  test('a change of status that is not saved is taken back and said', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    await page.route('**/api/tasks/*', (route) => route.abort());
    const tick = page.getByRole('checkbox', { name: 'Completed: Paint the sign' });
    await tick.click();
    await notification(page, 'Failed to update task status').waitFor();
    await expect.poll(() => tick.isChecked()).toBe(false);
  });

  test('a screen whose code is gone offers a way on', async ({ browsing }) => {
    browsing.tolerate(/A screen broke|dynamically imported module/);
    const page = await browsing.signedIn(group.owner);
    await page.route(/deleted-tasks-page-[^/]*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('We encountered an unexpected error. Please try refreshing the page.').waitFor();
    await page.getByRole('link', { name: 'Go Home' }).waitFor();
    await page.unroute(/deleted-tasks-page-[^/]*\.js/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('No deleted tasks').waitFor();
  });
});
