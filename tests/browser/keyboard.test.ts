import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { arrivesAt, test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, cards, dialog, notification, openPage, openTask, taskPage } from '../support/tasks-screen.ts';

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** Waits until a control has the focus. */
const getsFocus = (control: Locator) => expect.poll(() => hasFocus(control)).toBe(true);

/** Presses Tab until a control has the focus, as often as a patient person would. */
const tabTo = async (page: Page, control: Locator, key = 'Tab') => {
  await control.waitFor();
  // Keys that are pressed while a page is still coming are heard by nobody.
  await page.waitForLoadState();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} cannot be reached with ${key}.`);
};

/** What has the focus, in words; null when nothing has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body || element === document.documentElement) return null;
    return `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
  });

test('from login to a task and its next status without a mouse', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.visitor();
  await page.goto('/login');
  await tabTo(page, page.getByRole('button', { name: 'Continue with Google' }));
  await page.keyboard.press('Enter');
  // The provider's page is not ours: how far down it asks for a name depends on whom other tests have made.
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.type('Ada Founder');
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Enter');
  await arrivesAt(page, (address) => address === '/dashboard/tasks');

  const newTask = page.getByRole('button', { name: 'New Task' });
  await tabTo(page, newTask);
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Create Task');
  await getsFocus(form.getByRole('textbox', { name: 'Title', exact: true }));
  await page.keyboard.type('Paint the sign');
  await tabTo(page, form.getByRole('combobox', { name: 'Priority' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, form.getByRole('button', { name: 'Tomorrow' }));
  await page.keyboard.press('Space');
  await tabTo(page, form.getByRole('textbox', { name: 'Tags' }));
  await page.keyboard.type('site');
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByRole('button', { name: 'Create Task' }));
  await page.keyboard.press('Enter');
  await card(page, 'Paint the sign').getByText('High').waitFor();
  await card(page, 'Paint the sign').getByText('Due tomorrow').waitFor();
  await getsFocus(newTask);

  const actions = page.getByRole('button', { name: 'Actions for Paint the sign' });
  await tabTo(page, actions);
  await page.keyboard.press('ArrowDown');
  await getsFocus(page.getByRole('menuitem', { name: 'Edit Task' }));
  await page.keyboard.press('ArrowDown');
  await getsFocus(page.getByRole('menuitem', { name: 'Change Status' }));
  await page.keyboard.press('Enter');
  await getsFocus(dialog(page, 'Change Task Status').getByRole('button', { name: 'In Progress' }));
  await page.keyboard.press('Enter');
  await notification(page, 'Task started').waitFor();
  await getsFocus(actions);
});

test('Skip to content comes first and leads past the navigation', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  await page.reload();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.getByText('No tasks found').waitFor();
  await page.keyboard.press('Tab');
  await getsFocus(skip);
  await expect.poll(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await getsFocus(page.getByRole('main'));
  await page.keyboard.press('Tab');
  expect(await page.getByRole('main').locator(':focus').count()).toBe(1);
});

test('a new screen takes the focus to its heading', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  await tabTo(page, page.getByRole('link', { name: 'Show deleted' }));
  await page.keyboard.press('Enter');
  await getsFocus(page.getByRole('heading', { name: 'Deleted tasks', level: 1 }));
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Tasks & Projects' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await getsFocus(page.getByRole('heading', { name: 'Tasks & Projects', level: 1 }));
});

describe('the focus is not lost', () => {
  test('when a menu, a dialog or the sheet is left: it returns to what opened it', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const actions = page.getByRole('button', { name: 'Actions for Paint the sign' });
    const newTask = page.getByRole('button', { name: 'New Task' });
    const title = page.getByRole('list', { name: 'Tasks' }).getByRole('link', { name: 'Paint the sign' });
    const account = page.getByRole('button', { name: 'Account' });

    await tabTo(page, account);
    await page.keyboard.press('Enter');
    await getsFocus(page.getByRole('menuitemcheckbox', { name: 'Dark theme' }));
    // A letter goes to what begins with it, and on to the next that does.
    for (const name of ['Settings', 'Sign out']) {
      await page.keyboard.press('s');
      await getsFocus(page.getByRole('menuitem', { name }));
    }
    await page.keyboard.press('Escape');
    await getsFocus(account);

    await tabTo(page, newTask);
    await page.keyboard.press('Enter');
    await getsFocus(page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }));
    await page.keyboard.press('Escape');
    await getsFocus(newTask);
    await tabTo(page, title);
    await page.keyboard.press('Enter');
    await getsFocus(taskPage(page, 'Paint the sign').getByRole('heading', { level: 2 }).first());
    await page.keyboard.press('Escape');
    await getsFocus(title);
    for (const key of ['c', 'd']) {
      await tabTo(page, actions);
      await page.keyboard.press('Enter');
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await getsFocus(actions);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    const toggle = page.getByRole('button', { name: /Toggle sidebar/ });
    await tabTo(page, toggle, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await page.keyboard.press('Escape');
    await getsFocus(toggle);
  });

  test('in a dialog: Tab goes round inside of it', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await tabTo(page, page.getByRole('button', { name: 'New Task' }));
    await page.keyboard.press('Enter');
    await getsFocus(page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }));
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      // Between the last control and the first one the focus is the browser's own for a moment.
      const isInside = await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      );
      expect(isInside, (await focused(page)) ?? '').toBe(true);
    }
  });

  test('when what had it goes away', async ({ browsing }) => {
    const { owner } = await organization();
    for (const title of ['Last', 'Middle', 'First']) await aTask(owner, { title, tags: ['one', 'two'] });
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks?status=pending' });

    // A card that leaves the filtered list by its own tick.
    const tick = page.getByRole('checkbox', { name: 'Completed: First' });
    await tabTo(page, tick);
    await page.keyboard.press('Space');
    await card(page, 'First').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBeNull();

    // A card that is deleted.
    const actions = page.getByRole('button', { name: 'Actions for Middle' });
    await tabTo(page, actions);
    await page.keyboard.press('Enter');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }));
    await page.keyboard.press('Enter');
    await card(page, 'Middle').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).not.toBeNull();
    await tabTo(page, notification(page, 'Task deleted').getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await card(page, 'Middle').waitFor();
    await expect.poll(() => focused(page)).not.toBeNull();

    // A tag and a row of the form.
    await tabTo(page, page.getByRole('button', { name: 'Actions for Last' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const form = dialog(page, 'Edit Task');
    await tabTo(page, form.getByRole('button', { name: 'Remove tag one' }));
    await page.keyboard.press('Enter');
    await getsFocus(form.getByRole('textbox', { name: 'Tags' }));
    await tabTo(page, form.getByRole('textbox', { name: 'New sub-task' }));
    await page.keyboard.type('A row');
    await page.keyboard.press('Enter');
    await tabTo(page, form.getByRole('button', { name: 'Remove sub-task 1' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await getsFocus(form.getByRole('textbox', { name: 'New sub-task' }));
  });

  test('by a tick: it stays', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint', subtasks: [{ title: 'Ask', completed: false }] });
    const page = await browsing.signedIn(owner);
    await openPage(page, 'Paint');
    const subtask = page.getByRole('checkbox', { name: 'Ask', exact: true });
    await tabTo(page, subtask);
    await page.keyboard.press('Space');
    await card(page, 'Paint').getByText('1 of 1 sub-tasks').waitFor();
    await getsFocus(subtask);
    const tick = page.getByRole('checkbox', { name: 'Completed: Paint' });
    await tabTo(page, tick, 'Shift+Tab');
    await page.keyboard.press('Space');
    await notification(page, 'Task completed').waitFor();
    await getsFocus(tick);
  });
});

describe('the focus is seen', () => {
  /** The picture of what has the focus and a little around it. */
  const picture = async (page: Page, before: () => Promise<void> = async () => {}) => {
    const box = await page.evaluate(() => {
      const { x, y, width, height } = document.activeElement!.getBoundingClientRect();
      return { x, y, width, height };
    });
    await before();
    const x = Math.max(0, box.x - 6);
    const y = Math.max(0, box.y - 6);
    const clip = { x, y, width: box.width + 12, height: Math.min(box.height + 12, 300) };
    return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  };

  /** Tabs through a screen or dialog; each control must look different once the focus has left it. */
  const isSeenEverywhere = async (page: Page) => {
    const seen = new Set<string>();
    const unseen: string[] = [];
    for (let presses = 0; presses < 45; presses += 1) {
      await page.keyboard.press('Tab');
      const name = await focused(page);
      if (name === null || name.startsWith('MAIN')) continue;
      if (seen.has(name)) break;
      seen.add(name);
      const focusedPicture = await picture(page);
      const control = await page.evaluateHandle(() => document.activeElement as HTMLElement);
      const plainPicture = await picture(page, () => control.evaluate((element) => element.blur()));
      // The browser shows the focus again, since the last thing used was the keyboard.
      await control.evaluate((element) => element.focus({ preventScroll: true }));
      if (focusedPicture === plainPicture) unseen.push(name);
    }
    expect(seen.size).toBeGreaterThan(1);
    expect(unseen).toEqual([]);
  };

  test('on every control of the login, the list and the form', async ({ browsing }) => {
    const visitor = await browsing.visitor();
    await visitor.goto('/login');
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    await isSeenEverywhere(visitor);

    const { owner } = await organization();
    await aTask(owner, { title: 'Paint', description: 'Green', tags: ['a'] });
    const page = await browsing.signedIn(owner);
    await cards(page).first().waitFor();
    await isSeenEverywhere(page);
    await openTask(page, 'Paint');
    await isSeenEverywhere(page);
    await page.keyboard.press('Escape');
    await openPage(page, 'Paint');
    await isSeenEverywhere(page);
  });
});
