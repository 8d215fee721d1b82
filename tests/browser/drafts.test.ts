import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { dialog, fill, openNewTask, save } from '../support/tasks-screen.ts';

const titleIn = (form: Locator) => form.getByRole('textbox', { name: 'Title', exact: true }).inputValue();

const anotherTab = async (page: Page): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto('/dashboard/tasks');
  return other;
};

test('two tabs write a new task each, and a reload of both keeps both', async ({ browsing }) => {
  const { owner } = await organization();
  const first = await browsing.signedIn(owner);
  const second = await anotherTab(first);
  const [firstForm, secondForm] = [await openNewTask(first), await openNewTask(second)];
  await fill(firstForm, { title: 'Of the first' });
  await fill(secondForm, { title: 'Of the second' });
  await fill(firstForm, { description: 'And more of the first' });
  await Promise.all([first.reload(), second.reload()]);
  expect(await titleIn(dialog(second, 'Create Task'))).toBe('Of the second');
  expect(await titleIn(dialog(first, 'Create Task'))).toBe('Of the first');
  await fill(firstForm, { deadline: '2027-05-01' });
  await save(firstForm);
  await firstForm.waitFor({ state: 'detached' });
  await second.reload();
  expect(await titleIn(dialog(second, 'Create Task'))).toBe('Of the second');
});
