import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { maxSubtasks } from '../../shared/tasks/limits.ts';
import { test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, openNewTask, openPage, openTask, save } from '../support/tasks-screen.ts';

/** The Enter with which an input method takes a word, as Chromium and Firefox tell it, or as Safari does. */
const takeWord = (box: Locator, browser: 'most' | 'Safari') =>
  box.evaluate((element, isSafari) => {
    const event = { key: 'Enter', bubbles: true, cancelable: true };
    element.dispatchEvent(
      new KeyboardEvent('keydown', isSafari ? { ...event, keyCode: 229 } : { ...event, isComposing: true }),
    );
  }, browser === 'Safari');

describe('with an input method', () => {
  test.for(['most', 'Safari'] as const)(
    'the Enter that takes a word ends neither tag nor sub-task (%s)',
    async (browser, { browsing }) => {
      const { owner } = await organization();
      const page = await browsing.signedIn(owner);
      const form = await openNewTask(page);
      const tags = form.getByRole('textbox', { name: 'Tags' });
      await tags.fill('看板');
      await takeWord(tags, browser);
      expect(await tags.inputValue()).toBe('看板');
      await tags.press('Enter');
      await form.getByRole('button', { name: 'Remove tag 看板' }).waitFor();

      const subtask = form.getByRole('textbox', { name: 'New sub-task' });
      await subtask.fill('値段を聞く');
      await takeWord(subtask, browser);
      expect(await subtask.inputValue()).toBe('値段を聞く');
      await subtask.press('Enter');
      const row = form.getByRole('textbox', { name: 'Sub-task 1', exact: true });
      await row.focus();
      await takeWord(row, browser);
      expect(await row.evaluate((box) => box === document.activeElement)).toBe(true);
    },
  );
});

describe('words that run from right to left', () => {
  const hebrew = 'לצבוע את השלט (2026)';
  const directionOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).direction);

  test('do so wherever they stand, and others do not', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, {
      title: hebrew,
      description: `${hebrew}\n\n- ${hebrew}\n\nTwo litres`,
      tags: [hebrew, 'site'],
      subtasks: [{ title: hebrew, completed: false }],
    });
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const theirs = card(page, hebrew);
    expect(await directionOf(theirs.getByRole('heading').getByRole('link'))).toBe('rtl');
    expect(await directionOf(card(page, 'Paint the sign').getByRole('heading').getByRole('link'))).toBe(
      'ltr',
    );
    expect(await directionOf(theirs.locator('li bdi').first())).toBe('rtl');
    const task = await openPage(page, hebrew);
    await task.getByText('Two litres', { exact: true }).waitFor();
    expect(await directionOf(task.locator('p', { hasText: hebrew }).first())).toBe('rtl');
    expect(await directionOf(task.locator('p', { hasText: 'Two litres' }))).toBe('ltr');
    for (const place of ['h2 button', 'bdi >> nth=0', 'ul[dir] > li'])
      expect([place, await directionOf(task.locator(place))]).toEqual([place, 'rtl']);
    const form = await openTask(page, hebrew);
    for (const name of ['Title', 'Description', 'Sub-task 1'])
      expect([name, await directionOf(form.getByRole('textbox', { name, exact: true }))]).toEqual([
        name,
        'rtl',
      ]);
  });
});

test('a task list in Markdown shows what is done and what is open', async ({ browsing }) => {
  const { owner } = await organization();
  await aTask(owner, { title: 'Paint the sign', description: '- [x] Ask\n- [ ] Order\n- Fetch' });
  const page = await browsing.signedIn(owner);
  const sign = await openPage(page, 'Paint the sign');
  const items = sign.locator('li').filter({ hasText: /Ask|Order|Fetch/ });
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual(['☑ Ask', '☐ Order', 'Fetch']);
});

test('a task with as many sub-tasks as it may have says why there is no box for another', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const subtasks = Array.from({ length: maxSubtasks }, (_, n) => ({
    title: `Step ${n + 1}`,
    completed: false,
  }));
  await aTask(owner, { title: 'Paint the sign', subtasks });
  const page = await browsing.signedIn(owner);
  const form = await openTask(page, 'Paint the sign');
  await form.getByText(`${maxSubtasks} sub-tasks: a task has no room for more.`).waitFor();
  expect(await form.getByRole('textbox', { name: 'New sub-task' }).count()).toBe(0);
  await form.getByRole('button', { name: 'Remove sub-task 1', exact: true }).click();
  await form.getByRole('textbox', { name: 'New sub-task' }).fill('Another');
  await save(form);
  await form.waitFor({ state: 'detached' });
  await card(page, 'Paint the sign').getByText('0 of 100 sub-tasks').waitFor();
});
