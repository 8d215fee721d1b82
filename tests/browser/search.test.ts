import type { Page } from 'playwright-core';
import { ulid } from 'ulid';
import { describe, expect } from 'vitest';
import { searchIndexStore } from '../../services/history/search-index-store.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { stream } from '../support/controls.ts';
import { organization, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { dialog, openNewTask, taskPage } from '../support/tasks-screen.ts';

const search = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const field = (page: Page) => search(page).getByRole('combobox', { name: 'Search tasks and people' });
const lines = (page: Page, group: string) =>
  search(page).getByRole('group', { name: group }).getByRole('option');
const chosen = (page: Page) => search(page).getByRole('option', { selected: true });

/** Opens the search and types, as somebody at a keyboard does. */
const searchFor = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(text);
};

/** Tasks as the search finds them, without the tasks: made one by one they would take long. */
const manyFound = async (organizationId: string, word: string, count: number): Promise<void> => {
  const updates = Array.from({ length: count }, (_, n) => ({
    entity: 'task' as const,
    id: ulid(n + 1),
    order: 1,
    entry: { title: `${word} ${n}`, detail: 'pending', texts: [`${word} ${n}`] },
  }));
  await searchIndexStore(table()).put(organizationId, updates, new Date());
};

/** A group with a few tasks that can be found. */
const busyGroup = async (...titles: string[]) => {
  const group = await organization();
  for (const title of titles) await aTask(group.owner, { title });
  await stream.settled();
  return group;
};

describe('the search of the header', () => {
  test('finds a task from another page by keyboard alone, and opens it', async ({ browsing }) => {
    const { owner } = await busyGroup('Paint the café’s sign', 'Painting course', 'Call the roofer');
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings' });
    await searchFor(page, 'CAFE pai');
    await lines(page, 'Tasks').getByText('Paint the café’s sign').waitFor();
    await expect.poll(() => lines(page, 'Tasks').count()).toBe(1);
    expect(await lines(page, 'Tasks').locator('mark').allTextContents()).toEqual(['Pai', 'café']);
    expect(await lines(page, 'Tasks').getByText('Pending').count()).toBe(1);
    await page.keyboard.press('Enter');
    await taskPage(page, 'Paint the café’s sign').waitFor();
  });

  test('finds a member, and what was opened last stands first the next time, for this person alone', async ({
    browsing,
  }) => {
    const group = await organization();
    const member = await group.member();
    await stream.settled();
    const page = await browsing.signedIn(group.owner);
    await searchFor(page, 'mia');
    await lines(page, 'Members').getByText('Mia Member').waitFor();
    await page.keyboard.press('Enter');
    await arrivesAt(page, (address) => address === `/dashboard/team/${member.userId}`);
    await page.keyboard.press('Control+k');
    await lines(page, 'Opened last').getByText('Mia Member').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await arrivesAt(page, (address) => address.startsWith('/login'));
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('opened'))),
    ).toEqual([]);
  });

  test('says of what was opened last nothing that has changed since', async ({ browsing }) => {
    const { owner } = await busyGroup('Paint the sign');
    const page = await browsing.signedIn(owner);
    await searchFor(page, 'paint');
    await lines(page, 'Tasks').getByText('Pending').waitFor();
    await page.keyboard.press('Enter');
    await taskPage(page, 'Paint the sign').waitFor();
    await page.keyboard.press('Escape');
    await taskPage(page, 'Paint the sign').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await lines(page, 'Opened last').getByText('Paint the sign').waitFor();
    expect(await lines(page, 'Opened last').getByText('Pending').count()).toBe(0);
  });

  test('says of which kind more is found than it shows, also to a screen reader', async ({ browsing }) => {
    const group = await organization();
    await manyFound(group.id, 'Lathe', 20);
    const page = await browsing.signedIn(group.owner);
    await searchFor(page, 'lathe');
    await lines(page, 'Tasks').getByText('Lathe 19').waitFor();
    const said = 'More tasks match. Type more letters to find them.';
    expect(await search(page).getByRole('group', { name: 'Tasks' }).getByText(said).isVisible()).toBe(true);
    expect(await search(page).getByRole('status').textContent()).toBe(`8 results. ${said}`);
    await page.keyboard.type(' 7');
    await expect.poll(() => lines(page, 'Tasks').count()).toBe(1);
    expect(await search(page).getByText(said).count()).toBe(0);
    // Of a thousand that begin so, none has the other word, too.
    await page.route('**/api/search?*', (route) => route.fulfill({ json: { items: [], more: ['task'] } }));
    await page.keyboard.type(' x');
    await search(page)
      .getByText('Very many have words that begin like these.')
      .filter({ visible: true })
      .last()
      .waitFor();
  });

  test('leaves out kinds of record that this version of the website does not know', async ({ browsing }) => {
    const { owner } = await busyGroup('Paint the sign');
    const page = await browsing.signedIn(owner);
    const unknown = { entity: 'invoice', id: '1', title: 'Paint, 20 litres', detail: '' };
    await page.route('**/api/search?*', async (route) => {
      const response = await route.fetch();
      const { items } = (await response.json()) as { items: unknown[] };
      await route.fulfill({ response, json: { items: [unknown, ...items] } });
    });
    await searchFor(page, 'paint');
    await lines(page, 'Tasks').getByText('Paint the sign').waitFor();
    expect(await search(page).getByText('20 litres').count()).toBe(0);
    await page.keyboard.press('Enter');
    await taskPage(page, 'Paint the sign').waitFor();
    await page.evaluate((hit) => {
      for (const key of Object.keys(localStorage).filter((name) => /^gh-person:.*:opened$/.test(name))) {
        const opened = JSON.parse(localStorage.getItem(key) as string);
        localStorage.setItem(key, JSON.stringify({ ...opened, hits: [hit, ...opened.hits] }));
      }
    }, unknown);
    await page.keyboard.press('Escape');
    await taskPage(page, 'Paint the sign').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await search(page).getByRole('option', { name: 'Tasks & Projects' }).waitFor();
    expect(await search(page).getByText('20 litres').count()).toBe(0);
  });

  test('chooses with the arrow keys round and round, and by pointing; Esc gives the focus back', async ({
    browsing,
  }) => {
    const { owner } = await busyGroup('Roof one', 'Roof two');
    const page = await browsing.signedIn(owner);
    const opener = page.getByRole('button', { name: 'Search', exact: true });
    await opener.click();
    await field(page).fill('roof');
    await lines(page, 'Tasks').nth(1).waitFor();
    expect(await chosen(page).textContent()).toContain('Roof two');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => chosen(page).textContent()).toContain('Roof one');
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await chosen(page).getAttribute('id'),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => chosen(page).textContent()).toContain('All members with “roof”');
    await lines(page, 'Tasks').first().hover();
    await expect.poll(() => chosen(page).textContent()).toContain('Roof two');
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'detached' });
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('opens from inside of a field, and not over a dialog in which somebody is writing', async ({
    browsing,
  }) => {
    const { owner } = await busyGroup('Paint');
    const page = await browsing.signedIn(owner);
    await page.getByRole('searchbox', { name: 'Search tasks' }).focus();
    await searchFor(page, 'pai');
    await lines(page, 'Tasks').first().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search tasks' }).inputValue()).toBe('');
    await page.keyboard.press('Control+k');
    await search(page).waitFor({ state: 'detached' });
    const form = await openNewTask(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('x');
    expect(await search(page).count()).toBe(0);
    expect(await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('x');
  });

  test('loses nothing that is typed while its code is on the way', async ({ browsing }) => {
    const { owner } = await busyGroup('Paint the sign');
    const page = await browsing.signedIn(owner);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/search-results[^/]*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await searchFor(page, 'paint');
    expect(await field(page).inputValue()).toBe('paint');
    release();
    await lines(page, 'Tasks').getByText('Paint the sign').waitFor();
  });

  test('opens what Enter meant, though the answer came late', async ({ browsing }) => {
    const { owner } = await busyGroup('Paint the sign', 'Sign the lease');
    const page = await browsing.signedIn(owner);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      (url) => url.pathname === '/api/search' && url.searchParams.get('q') === 'lease',
      async (route) => {
        await released;
        await route.continue();
      },
    );
    await searchFor(page, 'paint');
    await lines(page, 'Tasks').getByText('Paint the sign').waitFor();
    await field(page).fill('lease');
    await page.keyboard.press('Enter');
    expect(await lines(page, 'Tasks').count()).toBe(0);
    release();
    await taskPage(page, 'Sign the lease').waitFor();
  });

  test('says when nothing is found, where else to look, and when there is no answer', async ({
    browsing,
  }) => {
    const { owner } = await busyGroup('Repaint the fence');
    const page = await browsing.signedIn(owner);
    await searchFor(page, 'paint');
    await search(page).getByText('No task or member has a word that begins with “paint”.').waitFor();
    await page.keyboard.press('Enter');
    await arrivesAt(page, (address) => address === '/dashboard/tasks?search=paint');
    await page.getByRole('heading', { name: 'Repaint the fence' }).waitFor();

    await page.route('**/api/search**', (route) => route.abort());
    await searchFor(page, 'fence');
    const failure = search(page).getByRole('alert').filter({ hasText: 'The search did not work.' });
    await failure.waitFor();
    await page.unroute('**/api/search**');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await lines(page, 'Tasks').getByText('Repaint the fence').waitFor();
    expect(await field(page).inputValue()).toBe('fence');
  });

  test('leads to pages and to a new task', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await searchFor(page, 'curr');
    await lines(page, 'Go to').getByText('Currency').waitFor();
    await page.keyboard.press('Enter');
    await arrivesAt(page, (address) => address === '/dashboard/settings?tab=currency');
    await page.keyboard.press('Control+k');
    await lines(page, 'Go to').getByText('New Task').click();
    await dialog(page, 'Create Task').waitFor();
  });

  test('shows what others do meanwhile', async ({ browsing }) => {
    const group = await busyGroup('Paint one');
    const page = await browsing.signedIn(group.owner);
    await searchFor(page, 'paint');
    await lines(page, 'Tasks').getByText('Paint one').waitFor();
    await aTask(await group.member(), { title: 'Paint two' });
    await lines(page, 'Tasks').getByText('Paint two').waitFor();
  });

  test('has no barriers, in both themes, and fits on the narrowest phone', async ({ browsing }) => {
    const { owner, id } = await busyGroup(`Paint ${'very '.repeat(30)}long`, 'Paint');
    await manyFound(id, 'Paint', 10);
    const page = await browsing.signedIn(owner, { width: widths.smallPhone, height: 600 });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await lines(page, 'Go to').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await field(page).fill('paint');
    await search(page).getByRole('group', { name: 'Tasks' }).getByText('More tasks match.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.smallPhone);
    expect(await search(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });
});
