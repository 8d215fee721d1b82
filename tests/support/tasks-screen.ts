import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The cards of the task list. */
export const cards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Tasks', exact: true }).locator(':scope > li');

/** The card of one task. */
export const card = (page: Page, title: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The titles on the screen, from top to bottom. */
export const titles = (page: Page): Promise<string[]> => cards(page).getByRole('heading').allTextContents();

/** The titles of all tasks of the list, of which only those near what is seen are in the page: scrolls through it. */
export const everyTitle = async (page: Page, count: number): Promise<string[]> => {
  const found = new Map<number, string>();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect
    .poll(async () => {
      const rows = await cards(page).evaluateAll((all) =>
        all.map((row): [number, string] => [
          Number(row.getAttribute('aria-posinset')),
          row.querySelector('h2')?.textContent ?? '',
        ]),
      );
      for (const [place, title] of rows) found.set(place, title);
      await page.evaluate(() => window.scrollBy(0, 300));
      return found.size;
    })
    .toBe(count);
  return [...found].sort(([one], [other]) => one - other).map(([, title]) => title);
};

/** The page of a task: beside the list, over it, or in its place. */
export const taskPage = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: title, exact: true })
    .or(page.getByRole('dialog', { name: title, exact: true }))
    .or(page.getByRole('article', { name: title, exact: true }));

/** Opens the page of a task from the list. */
export const openPage = async (page: Page, title: string): Promise<Locator> => {
  await card(page, title).getByRole('link', { name: title, exact: true }).click();
  const task = taskPage(page, title);
  await task.getByRole('heading', { name: title, exact: true }).first().waitFor();
  return task;
};

/** A message at the top of the screen. */
export const notification = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text });

/** Chooses from the menu of a task. */
export const choose = async (page: Page, title: string, action: string): Promise<void> => {
  await cards(page)
    .getByRole('button', { name: `Actions for ${title}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** A dialog by its title. */
export const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true });

/** Opens the form for a new task. */
export const openNewTask = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'New Task' }).click();
  const form = dialog(page, 'Create Task');
  await form.waitFor();
  return form;
};

/** Opens the form of a task. */
export const openTask = async (page: Page, title: string): Promise<Locator> => {
  await choose(page, title, 'Edit Task');
  const form = dialog(page, 'Edit Task');
  await form.waitFor();
  return form;
};

/** Fills in some fields of a task's form. */
export const fill = async (
  form: Locator,
  fields: { title?: string; description?: string; deadline?: string },
): Promise<void> => {
  if (fields.title !== undefined)
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(fields.title);
  if (fields.description !== undefined)
    await form.getByRole('textbox', { name: 'Description' }).fill(fields.description);
  if (fields.deadline !== undefined) await form.getByLabel('Deadline').fill(fields.deadline);
};

/** Presses the button that saves the form. */
export const save = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: /^(Create Task|Save Changes)$/ }).click();
