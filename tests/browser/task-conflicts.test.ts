import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Task, tasks } from '../../shared/tasks/contract.ts';
import { violations } from '../support/axe.ts';
import { type Browsing, test } from '../support/browser.ts';
import { before } from '../support/failing.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  choose,
  dialog,
  fill,
  notification,
  openPage,
  openTask,
  save,
} from '../support/tasks-screen.ts';

const { routes } = tasks;
const conflictDialog = (page: Page) => dialog(page, 'This task changed in the meantime');

/** A member of a group with the form of a task open, which somebody else changes meanwhile. */
const editing = async (browsing: Browsing, fields: Parameters<typeof aTask>[1] = {}) => {
  const group = await organization();
  const task = await aTask(group.owner, { title: 'Paint the sign', description: 'Green', ...fields });
  const page = await browsing.signedIn(await group.member());
  const form = await openTask(page, 'Paint the sign');
  const params = { taskId: task.id };
  const stored = (): Promise<Task> => group.owner.call(routes.get, { params });
  /** What the account holder makes of it. */
  const theirs = (change: object, version = 1) =>
    group.owner.call(routes.change, { params, body: { version, ...change } });
  return { group, task, page, form, stored, theirs };
};

describe('two people who edit one task', () => {
  test.for([
    { choice: 'Keep mine', kept: 'Paint it red' },
    { choice: 'Keep theirs', kept: 'Paint it blue' },
  ])(
    'in the same field: the second sees both texts and chooses ($choice)',
    async ({ choice, kept }, { browsing }) => {
      const { page, form, stored, theirs } = await editing(browsing);
      // Typed first: a field that nobody has touched shows what others have made of it.
      await fill(form, { title: 'Paint it red', description: 'Two coats' });
      await theirs({ title: 'Paint it blue' });
      await save(form);

      const conflict = conflictDialog(page);
      await conflict.waitFor();
      const field = conflict.getByRole('group', { name: 'Title' });
      expect(await field.textContent()).toMatch(/Keep mine\s*Paint it red.*Keep theirs\s*Paint it blue/s);
      expect(await conflict.textContent()).toContain(
        'Your change to Description does not conflict with theirs',
      );
      expect(await stored()).toMatchObject({ title: 'Paint it blue', description: 'Green', version: 2 });

      await conflict.getByRole('button', { name: 'Save' }).click();
      await conflict.getByText('Choose a version for each field.').waitFor();
      await field.getByRole('radio', { name: choice }).check();
      await conflict.getByRole('button', { name: 'Save' }).click();
      await notification(page, 'Task updated').waitFor();
      await card(page, kept).waitFor();
      expect(await stored()).toMatchObject({ title: kept, description: 'Two coats', version: 3 });
    },
  );

  test('the second is told at once, goes on typing, and can take theirs, and take that back', async ({
    browsing,
  }) => {
    const { page, form, stored, theirs } = await editing(browsing);
    const title = form.getByRole('textbox', { name: 'Title', exact: true });
    await fill(form, { title: 'Paint it r' });
    await title.focus();
    await theirs({ title: 'Paint it blue', description: 'Two coats' });
    await form
      .getByRole('status')
      .filter({ hasText: 'Ada Founder changed “Title” while you were editing.' })
      .waitFor();
    await title.pressSequentially('ed');
    expect(await title.inputValue()).toBe('Paint it red');
    // Nobody had touched it: it is shown as it is now.
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Two coats');
    expect(await violations(page)).toEqual([]);

    await form.getByRole('button', { name: 'Take theirs' }).press('Enter');
    await form.getByText('The form now shows their “Title”.').waitFor();
    expect(await title.inputValue()).toBe('Paint it blue');
    const undo = form.getByRole('button', { name: 'Undo' });
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
    await form.getByRole('combobox', { name: 'Priority' }).selectOption('high');
    await undo.click();
    expect(await title.inputValue()).toBe('Paint it red');
    await save(form);
    await conflictDialog(page).getByRole('button', { name: 'Cancel' }).click();

    await form.getByRole('button', { name: 'Take theirs' }).click();
    await save(form);
    await notification(page, 'Task updated').waitFor();
    expect(await stored()).toMatchObject({
      title: 'Paint it blue',
      description: 'Two coats',
      priority: 'high',
      version: 3,
    });
  });

  test('a form that was left is put on top of what the task is by then', async ({ browsing }) => {
    const { page, form: left, theirs } = await editing(browsing);
    await fill(left, { title: 'Paint it red' });
    await page.goto('/privacy');
    await theirs({ title: 'Paint it blue', description: 'Two coats' });
    await page.goto('/dashboard/tasks');
    const form = await openTask(page, 'Paint it blue');
    await form.getByText(/changed “Title” while you were editing/).waitFor();
    expect(await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Paint it red');
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Two coats');
  });

  test('who does not choose loses nothing: the form still holds what was typed', async ({ browsing }) => {
    const { page, form, stored, theirs } = await editing(browsing);
    await fill(form, { description: 'Red' });
    await theirs({ description: 'Blue' });
    await save(form);
    await conflictDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await conflictDialog(page).waitFor({ state: 'detached' });
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Red');
    expect(await stored()).toMatchObject({ description: 'Blue', version: 2 });
    await save(form);
    await conflictDialog(page).waitFor();
  });

  test('in different fields: both changes are kept, and nobody is asked', async ({ browsing }) => {
    const { page, form, stored, theirs } = await editing(browsing, {
      tags: ['site'],
      subtasks: [{ title: 'Ask for a price', completed: false }],
    });
    await theirs({ title: 'Paint it blue', tags: ['site', 'spring'] });
    await fill(form, { description: 'Two coats' });
    await form.getByRole('textbox', { name: 'Tags' }).fill('urgent');
    await form.getByRole('checkbox', { name: 'Sub-task 1 completed' }).check();
    await save(form);
    await notification(page, 'Task updated').waitFor();
    await card(page, 'Paint it blue').waitFor();
    const task = await stored();
    expect(task).toMatchObject({ title: 'Paint it blue', description: 'Two coats', version: 3 });
    expect([...task.tags].sort()).toEqual(['site', 'spring', 'urgent']);
    expect(task.subtasks).toMatchObject([{ title: 'Ask for a price', completed: true }]);
  });

  test('while the second chooses, a third change is shown and nothing of it is overwritten', async ({
    browsing,
  }) => {
    const { page, form, stored, theirs } = await editing(browsing);
    await fill(form, { title: 'Paint it red' });
    await theirs({ title: 'Paint it blue' });
    await save(form);
    const conflict = conflictDialog(page);
    await conflict.getByRole('radio', { name: 'Keep mine' }).check();
    await theirs({ title: 'Paint it grey' }, 2);
    await conflict.getByRole('button', { name: 'Save' }).click();
    await conflict.getByText('It has changed again.').waitFor();
    await conflict.getByText('Paint it grey').first().waitFor();
    expect(await stored()).toMatchObject({ title: 'Paint it grey', version: 3 });
    await conflict.getByRole('radio', { name: 'Keep mine' }).check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await card(page, 'Paint it red').waitFor();
    expect(await stored()).toMatchObject({ title: 'Paint it red', version: 4 });
  });
});

describe('a task that was deleted while it was edited', () => {
  test('can be saved as a new task, with all that was typed', async ({ browsing }) => {
    const { group, page, form } = await editing(browsing);
    const first = await browsing.signedIn(group.owner);
    await choose(first, 'Paint the sign', 'Delete Task');
    await first.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click();
    await notification(first, 'Task deleted').waitFor();

    await fill(form, { title: 'Paint it red', description: 'Two coats' });
    await save(form);
    await form.getByText('This task was deleted in the meantime.').waitFor();
    await form.getByRole('button', { name: 'Save as new task' }).click();
    await notification(page, 'Task created').waitFor();
    await card(page, 'Paint it red').waitFor();
    await first.reload();
    await (await openPage(first, 'Paint it red')).getByText('Two coats').waitFor();
    expect(await card(first, 'Paint the sign').count()).toBe(0);
  });

  test('is told to be so at once, without a press', async ({ browsing }) => {
    const { group, task, form } = await editing(browsing);
    await fill(form, { description: 'Two coats' });
    await group.owner.call(routes.remove, { params: { taskId: task.id }, query: { version: 1 } });
    await form.getByText('This task was deleted in the meantime.').waitFor();
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Two coats');
  });

  test('is not changed by its tick: the list says so and lets it go', async ({ browsing }) => {
    const { owner } = await organization();
    const task = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await card(page, 'Paint the sign').waitFor();
    await before(page, `PATCH /api/tasks/${task.id}`, async () => {
      await owner.call(routes.remove, { params: { taskId: task.id }, query: { version: 1 } });
    });
    await page.getByRole('checkbox', { name: 'Completed: Paint the sign' }).click();
    await notification(page, 'Failed to update task status').waitFor();
    await card(page, 'Paint the sign').waitFor({ state: 'detached' });
  });
});

describe('a task that changed before it is deleted', () => {
  test('is shown as it is now, and deleted only when that is confirmed', async ({ browsing }) => {
    const { owner } = await organization();
    const task = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await choose(page, 'Paint the sign', 'Delete Task');
    const change = { params: { taskId: task.id }, body: { version: 1, title: 'Paint both signs' } };
    await before(page, `DELETE /api/tasks/${task.id}`, async () => {
      await owner.call(routes.change, change);
    });
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await question.getByText('Somebody changed this task after you opened it.').waitFor();
    await question.getByText('Paint both signs').waitFor();
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await notification(page, 'Task deleted').waitFor();
    expect((await owner.call(routes.list, {})).items).toEqual([]);
  });
});
