import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { tasks } from '../../shared/tasks/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { deafen, keptOfPeople, neutralTab, signInElsewhere } from '../support/browser-identity.ts';
import { aMessage, chatPath, input, row } from '../support/chat-screen.ts';
import { holdNextAnswer } from '../support/failing.ts';
import { type KeptSignIn, keptSignIn } from '../support/kept-sign-in.ts';
import { type Organization, organization, type Person } from '../support/people.ts';
import { card, fill, openNewTask, save } from '../support/tasks-screen.ts';

let adas: Organization;
let bobs: Organization;
let bobSignedIn: KeptSignIn;

beforeAll(async () => {
  [adas, bobs] = await Promise.all([organization('Ada’s Signs'), organization('Bob’s Bakery')]);
  bobSignedIn = await keptSignIn({ email: bobs.owner.email, name: 'Bob Baker' });
});

const deadline = '2027-01-29';

const anotherTab = async (page: Page, at: string): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(at);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  return tab;
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
};

const group = (page: Page, name: string) => page.getByRole('banner').getByText(name);

/** The titles of a person's tasks, as the server has them. */
const titlesOf = async ({ call }: Person): Promise<string[]> =>
  (await call(tasks.routes.list, {})).items.map(({ title }) => title);

const claims = (request: Request): { sub?: string } =>
  JSON.parse(
    Buffer.from(request.headers().authorization?.split('.')[1] ?? '', 'base64url').toString() || '{}',
  );

/** Collects every request in which the token is of another person than the one whom the page named. */
const mixedUp = (page: Page): string[] => {
  const found: string[] = [];
  page.context().on('request', (request) => {
    const named = request.headers()['guildhall-acting-as']?.split(' ')[0];
    const { sub } = claims(request);
    if (sub && named !== sub) found.push(`${request.method()} ${request.url()}`);
  });
  return found;
};

describe('signing out in one tab', () => {
  test('takes all others along, ends their sockets, and leaves nothing of the person in the browser', async ({
    browsing,
  }) => {
    const first = await browsing.signedIn(adas.owner);
    const drafting = await anotherTab(first, '/dashboard/tasks');
    await fill(await openNewTask(drafting), { title: 'Half a thought', deadline });
    const chatting = await first.context().newPage();
    const heard: string[] = [];
    chatting.on('websocket', (opened) =>
      opened.on('framereceived', ({ payload }) => heard.push(String(payload))),
    );
    await chatting.goto(chatPath);
    await input(chatting).fill('Not for strangers');
    const member = await adas.member();
    // Its socket is known: what is said now comes by it, and not only by the next request.
    await expect.poll(() => heard.join()).toContain('online');
    await aMessage(member, 'Are you there?');
    await row(chatting, 'Are you there?').waitFor();
    await expect.poll(() => heard.join()).toContain('Are you there?');

    await signOut(first);
    for (const tab of [drafting, chatting]) {
      await arrivesAt(tab, (address) => address.startsWith('/login'));
      await tab.getByText('You signed out in another tab.').waitFor();
    }
    heard.length = 0;
    await aMessage(adas.owner, 'A secret');
    expect(await keptOfPeople(first)).toEqual([]);
    expect(heard).toEqual([]);
  });

  test('reaches a tab that was left for another page and comes back', async ({ browsing }) => {
    const first = await browsing.signedIn(adas.owner);
    const away = await anotherTab(first, '/dashboard/tasks');
    await away.goto('/terms');
    await signOut(first);
    await away.goBack({ waitUntil: 'commit' });
    await away.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await keptOfPeople(away)).toEqual([]);
  });

  test('reaches a tab that heard nothing, with its next step', async ({ browsing }) => {
    const first = await browsing.signedIn(adas.owner);
    await deafen(first);
    const asleep = await anotherTab(first, '/dashboard/tasks');
    const form = await openNewTask(asleep);
    await fill(form, { title: 'After the end', deadline });
    await signOut(first);
    await save(form);
    await arrivesAt(asleep, (address) => address.startsWith('/login'));
    // It was told nothing, and still knows a sign-out from a session that ended.
    await asleep.getByText('You signed out in another tab.').waitFor();
    expect(await keptOfPeople(asleep)).toEqual([]);
    expect(await titlesOf(adas.owner)).not.toContain('After the end');
  });
});

describe('somebody else signs in in one tab', () => {
  test('and every other tab becomes theirs, without a trace of the first', async ({ browsing }) => {
    const page = await browsing.signedIn(adas.owner);
    await group(page, 'Ada’s Signs').waitFor();
    const elsewhere = await neutralTab(page);
    await signInElsewhere(elsewhere, bobSignedIn);
    await group(page, 'Bob’s Bakery').waitFor();
    expect(await page.getByText('Ada').count()).toBe(0);
  });

  // Nothing is heard by the page: what holds is what each request says, wherever the switch falls.
  test('and a page that has not heard of it does nothing as them, wherever the switch falls', async ({
    browsing,
  }) => {
    const adaSignedIn = await keptSignIn({ email: adas.owner.email, name: 'Ada Founder' });
    const begin = async (): Promise<{ page: Page; elsewhere: Page; mixed: string[] }> => {
      const page = await browsing.signedIn(adas.owner);
      await deafen(page);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      return { page, elsewhere: await neutralTab(page), mixed: mixedUp(page) };
    };
    const { page, elsewhere, mixed } = await begin();
    const bobsTokens = bobSignedIn.origins[0]?.localStorage.map(({ value }) => value) ?? [];
    const toBob = async (): Promise<void> => {
      await signInElsewhere(elsewhere, bobSignedIn);
      // What one tab writes reaches the process of another a moment later.
      await page.waitForFunction(
        (tokens) => tokens.every((token) => Object.values(localStorage).includes(token)),
        bobsTokens,
      );
    };
    // A page may ask something just now, learn that it is another's by now, and leave by itself: its leaving ends ours, once.
    const goTo = (at: string) => page.goto(at).catch(() => page.goto(at));
    const backToAda = async (at: string): Promise<void> => {
      await signInElsewhere(elsewhere, adaSignedIn);
      await goTo(at);
      await group(page, 'Ada’s Signs').waitFor();
      // With a ticket for its socket, the page asks for nothing more by itself.
      await page.waitForFunction(() =>
        performance
          .getEntriesByType('resource')
          .some((one) => one.name.endsWith('/api/live/tickets') && one.duration > 0),
      );
    };
    const bobsPage = () => group(page, 'Bob’s Bakery').waitFor();

    // Before the press.
    let form = await openNewTask(page);
    await fill(form, { title: 'Switched before the press', deadline });
    await toBob();
    await save(form);
    await bobsPage();

    // While the token is being refreshed.
    await backToAda('/dashboard/tasks');
    form = await openNewTask(page);
    await fill(form, { title: 'Switched during the refresh', deadline });
    await elsewhere.evaluate(() => {
      for (const name of Object.keys(localStorage).filter((one) => one.endsWith('.clockDrift')))
        localStorage.setItem(name, String(24 * 3_600_000));
    });
    let refreshes = 0;
    await page.route(
      (url) => url.pathname === '/' && url.port !== new URL(page.url()).port,
      async (route) => {
        refreshes += 1;
        if (refreshes === 1) await toBob();
        await route.continue();
      },
    );
    const created = page.waitForResponse(
      (response) => response.url().endsWith('/api/tasks') && response.request().method() === 'POST',
    );
    await save(form);
    // The refreshed token is still Ada's, and so is what it does; only the browser does not keep it any more.
    expect((await created).status()).toBe(201);
    expect(refreshes).toBeGreaterThan(0);
    await page.unrouteAll();
    await goTo('/dashboard/tasks');
    await bobsPage();

    // While the answer is on its way: it was done as whom the page showed; its next step is one too many.
    await backToAda('/dashboard/tasks');
    form = await openNewTask(page);
    await fill(form, { title: 'Switched before the answer', deadline });
    await holdNextAnswer(page, 'POST /api/tasks', toBob);
    await save(form);
    await form.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('completed');
    await bobsPage();
    expect(await card(page, 'Switched before the answer').count()).toBe(0);

    // In the chat.
    await backToAda(chatPath);
    await input(page).fill('Meant for Ada’s group');
    await toBob();
    // The chat may have left by itself by now, since that it was read is such a request, too: then nothing has the key.
    await page.keyboard.press('Enter');
    await bobsPage();
    await page.goto(chatPath);
    await page.getByText('No messages yet').first().waitFor();

    expect(await titlesOf(bobs.owner)).toEqual([]);
    expect(await titlesOf(adas.owner)).toEqual(
      expect.arrayContaining(['Switched during the refresh', 'Switched before the answer']),
    );
    expect(mixed).toEqual([]);
  });

  test('and a request that is refused for it ends the page', async ({ browsing }) => {
    const page = await browsing.signedIn(adas.owner);
    await page.route(
      (url) => url.pathname === '/api/tasks',
      (route) =>
        route.continue({ headers: { ...route.request().headers(), 'guildhall-acting-as': 'somebody-else' } }),
      { times: 1 },
    );
    const reloaded = page.waitForEvent('load');
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('completed');
    await reloaded;
    await group(page, 'Ada’s Signs').waitFor();
  });
});
