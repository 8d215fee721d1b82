import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { test, widths } from '../support/browser.ts';
import { endTrial, type Organization, organization, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  cards,
  choose,
  dialog,
  fill,
  notification,
  openNewTask,
  openPage,
  save,
} from '../support/tasks-screen.ts';

// One word as long as a title may be: nothing may grow with it.
const longWord = 'Donaudampfschifffahrt'.repeat(10).slice(0, 200);
const height = 640;

let group: Organization;
beforeAll(async () => {
  group = await organization('Signs & Sons of the long and winding road to the end of it all');
  await Promise.all(Array.from({ length: 12 }, (_, n) => aTask(group.owner, { title: `Task ${n}` })));
  await aTask(group.owner, {
    title: longWord,
    description: `${longWord}\n\n\`\`\`\n${longWord}\n\`\`\`\n\n| ${longWord} | b |\n|-|-|\n| 1 | 2 |`,
    tags: [longWord.slice(0, 50), 'site'],
    subtasks: [{ title: longWord, completed: false }],
  });
});

/** Fails when the page, or the dialog on it, can be moved sideways. */
const fitsInWidth = async (page: Page, place: string) => {
  const wider = await page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *')];
    return frames
      .filter((frame) => {
        const { overflowX } = getComputedStyle(frame);
        const canScroll = frame === document.documentElement || /auto|scroll/.test(overflowX);
        // A wide table or code block of a text may scroll by itself.
        return (
          canScroll && !/^(PRE|TABLE|TEXTAREA)$/.test(frame.tagName) && frame.scrollWidth > frame.clientWidth
        );
      })
      .map((frame) => `${frame.tagName}.${frame.className}: ${frame.scrollWidth} > ${frame.clientWidth}`);
  });
  expect(wider, `${place} is wider than the screen`).toEqual([]);
};

/** Fails when a control is not wholly on the screen or is covered by something else. */
const isReachable = async (page: Page, control: Locator) => {
  const box = await control.boundingBox();
  const { width, height: visible } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(visible);
  await control.click({ trial: true });
};

describe.for([widths.smallPhone, widths.phone])('at %i pixels', (width) => {
  test('no screen in front of the dashboard moves sideways', async ({ browsing }) => {
    browsing.tolerate(/404: there is no page at/);
    const page = await browsing.visitor({ width, height });
    for (const address of ['/login', '/login?reason=failed', '/signup', `/${longWord}`]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await fitsInWidth(page, address);
    }
    const welcome = await browsing.signedIn(await stranger(), {
      at: '/welcome',
      name: longWord.slice(0, 100),
      width,
      height,
    });
    await fitsInWidth(welcome, '/welcome');
    const { id, owner } = await organization();
    await endTrial(id);
    const payment = await browsing.signedIn(owner, { width, height });
    await payment.waitForURL('**/payment');
    await fitsInWidth(payment, '/payment');
  });

  test('no screen or dialog of the dashboard moves sideways, whatever was entered', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { width, height });
    await card(page, longWord).waitFor();
    await fitsInWidth(page, 'the task list');
    const task = await openPage(page, longWord);
    await task.getByRole('checkbox', { name: longWord, exact: true }).waitFor();
    await task.locator('pre').waitFor();
    await fitsInWidth(page, 'the page of a task');
    await page.goBack();
    await page.getByRole('button', { name: `Actions for ${longWord}` }).click();
    await fitsInWidth(page, 'the menu of a task');
    await page.getByRole('menuitem', { name: 'Edit Task' }).click();
    await dialog(page, 'Edit Task').waitFor();
    await fitsInWidth(page, 'the form');
    await dialog(page, 'Edit Task').getByRole('button', { name: 'Preview' }).click();
    await dialog(page, 'Edit Task').locator('pre').waitFor();
    await fitsInWidth(page, 'the preview');
    await page.keyboard.press('Escape');
    await choose(page, longWord, 'Change Status');
    await dialog(page, 'Change Task Status').waitFor();
    await fitsInWidth(page, 'the choice of a status');
    await page.keyboard.press('Escape');
    await choose(page, longWord, 'Delete Task');
    await page.getByRole('alertdialog').waitFor();
    await fitsInWidth(page, 'the question before deleting');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await fitsInWidth(page, 'the account menu');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill(longWord.toUpperCase());
    await expect.poll(() => cards(page).count()).toBe(1);
    await fitsInWidth(page, 'search results');
    await page.goto('/dashboard/tasks/deleted');
    await page.getByText('No deleted tasks').waitFor();
    await fitsInWidth(page, 'no deleted tasks');
  });

  test('deleted tasks fit, too', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: longWord });
    const page = await browsing.signedIn(owner, { width, height });
    await choose(page, longWord, 'Delete Task');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click();
    await notification(page, 'Task deleted').waitFor();
    await fitsInWidth(page, 'a notification');
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await page.getByRole('button', { name: `Restore ${longWord}` }).waitFor();
    await fitsInWidth(page, 'deleted tasks');
  });

  test('the sidebar is a sheet: opened by its button, closed by Esc, its button, a link or beside it', async ({
    browsing,
  }) => {
    const page = await browsing.signedIn(group.owner, { width, height });
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    const open = async () => {
      await page.getByRole('button', { name: /Toggle sidebar/ }).click();
      await sheet.waitFor();
      await fitsInWidth(page, 'the sheet');
    };
    const ways = [
      () => page.keyboard.press('Escape'),
      () => sheet.getByRole('button', { name: 'Close navigation' }).click(),
      () => sheet.getByRole('link', { name: 'Tasks & Projects' }).click(),
      () => page.mouse.click(width - 5, height / 2),
    ];
    for (const close of ways) {
      await open();
      await close();
      await sheet.waitFor({ state: 'detached' });
    }
  });

  test('a task can be entered, from anywhere in the list', async ({ browsing }) => {
    const { owner } = await organization();
    await Promise.all(Array.from({ length: 12 }, (_, n) => aTask(owner, { title: `Task ${n}` })));
    const page = await browsing.signedIn(owner, { width, height });
    await cards(page).first().waitFor();
    const newTask = page.getByRole('button', { name: 'New Task' });
    await isReachable(page, newTask);
    await cards(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 10_000);
    await isReachable(page, newTask);
    // Nothing of the last card is under the button for good.
    await cards(page)
      .last()
      .getByRole('button', { name: /Actions for/ })
      .click();
    await page.keyboard.press('Escape');

    const form = await openNewTask(page);
    await isReachable(page, form.getByRole('textbox', { name: 'Title', exact: true }));
    await isReachable(page, form.getByRole('button', { name: 'Close' }));
    await isReachable(page, form.getByRole('button', { name: 'Create Task' }));
    await fill(form, { title: 'From the road', description: 'On foot', deadline: '2027-05-01' });
    await form.getByRole('textbox', { name: 'New sub-task' }).fill('Look both ways');
    await fitsInWidth(page, 'the form, filled in');
    await save(form);
    await card(page, 'From the road').waitFor();
  });
});

describe('on a phone with a notch and a keyboard on its screen', () => {
  /** The window's part that is seen, in place of the browser's: no keyboard comes up here. */
  const withKeyboard = (page: Page) =>
    page.addInitScript(() => {
      const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 });
      Object.defineProperty(window, 'visualViewport', { value: view });
      Object.assign(window, {
        raiseKeyboard: (covers: number) => {
          view.height = innerHeight - covers;
          view.dispatchEvent(new Event('resize'));
        },
      });
    });
  const raiseKeyboard = (page: Page, covers: number) =>
    page.evaluate(
      (pixels) => (window as unknown as { raiseKeyboard: (n: number) => void }).raiseKeyboard(pixels),
      covers,
    );
  const lowest = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };
  const keyboard = 300;
  const phone = { width: widths.phone, height: 780 };

  test('a dialog and what is written in the chat stay above the keyboard', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, phone);
    await withKeyboard(page);
    await page.goto('/dashboard/team?tab=chat');
    const send = page.getByRole('button', { name: 'Send' });
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Who has the ladder?');
    await raiseKeyboard(page, keyboard);
    await expect.poll(() => lowest(send)).toBeLessThanOrEqual(phone.height - keyboard);

    await raiseKeyboard(page, 0);
    await page.goto('/dashboard/settings');
    await page.getByRole('button', { name: 'Close account…' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByRole('textbox').fill('x');
    await raiseKeyboard(page, keyboard);
    await expect.poll(() => lowest(asked)).toBeLessThanOrEqual(phone.height - keyboard);
    await raiseKeyboard(page, 0);
    await expect.poll(() => lowest(asked)).toBeGreaterThan(phone.height - keyboard);
  });

  test('nothing that is read or pressed lies under the notch', async ({ browsing }) => {
    const notch = 50;
    const highest = (page: Page) =>
      page.evaluate((inset) => {
        const { style } = document.documentElement;
        style.setProperty('--gh-inset-top', `${inset}px`);
        const seen = [...document.querySelectorAll('a, button, input, h1, h2')].filter((one) => {
          const { top, bottom, width, height } = one.getBoundingClientRect();
          // A skip link comes when it has the focus; what is read aloud only is a pixel wide.
          return (
            width > 1 && height > 1 && bottom > 0 && top < innerHeight && !one.matches('dialog:not([open]) *')
          );
        });
        return Math.min(...seen.map((one) => one.getBoundingClientRect().top));
      }, notch);
    const visitor = await browsing.visitor(phone);
    for (const address of ['/', '/terms', '/login', '/signup']) {
      await visitor.goto(address);
      await visitor.getByRole('heading', { level: 1 }).waitFor();
      expect(await highest(visitor), address).toBeGreaterThanOrEqual(notch);
    }
    const page = await browsing.signedIn(group.owner, phone);
    for (const address of ['/dashboard/tasks', '/dashboard/team', '/dashboard/settings']) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await highest(page), address).toBeGreaterThanOrEqual(notch);
    }
    await page.getByRole('button', { name: /^Toggle sidebar/ }).click();
    const closing = page.getByRole('button', { name: 'Close navigation' });
    expect((await closing.boundingBox())?.y).toBeGreaterThanOrEqual(notch);
  });
});
