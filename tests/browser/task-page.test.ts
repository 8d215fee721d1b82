import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Task, tasks } from '../../shared/tasks/contract.ts';
import { test, widths } from '../support/browser.ts';
import { join, organization, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  cards,
  choose,
  dialog,
  notification,
  openPage,
  taskPage,
  titles,
} from '../support/tasks-screen.ts';

const { routes } = tasks;
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the page of a task', () => {
  test('is read, linked to and edited where it stands; each change is saved by itself', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, {
      title: 'Paint the sign',
      description: 'Green',
      subtasks: [{ title: 'Ask for a price', completed: false }],
      tags: ['site'],
    });
    const stored = () => owner.call(routes.get, { params: { taskId: id } });
    const page = await browsing.signedIn(owner, { at: `/dashboard/tasks/${id}` });
    const task = taskPage(page, 'Paint the sign');
    await task.getByText('Green', { exact: true }).waitFor();
    expect(await page.title()).toContain('Paint the sign');

    await task.getByRole('button', { name: 'Paint the sign', exact: true }).click();
    await task.getByRole('textbox', { name: 'Edit title' }).fill('Paint both signs');
    await page.keyboard.press('Enter');
    const renamed = taskPage(page, 'Paint both signs');
    await renamed.getByRole('button', { name: 'Paint both signs', exact: true }).waitFor();
    await expect.poll(() => hasFocus(page)).toBe('Paint both signs');
    await card(page, 'Paint both signs').waitFor();

    await renamed.getByRole('combobox', { name: 'Status' }).selectOption('In Progress');
    await notification(page, 'Task started').waitFor();
    await renamed.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await renamed.getByLabel('Deadline').fill('2027-05-01');
    await page.keyboard.press('Enter');
    await card(page, 'Paint both signs').getByText('1 May 2027').waitFor();
    const tags = renamed.getByRole('textbox', { name: 'Tags' });
    await tags.fill('spring');
    await tags.press('Enter');
    await renamed.getByRole('button', { name: 'Remove tag site' }).click();
    const fresh = renamed.getByRole('textbox', { name: 'New sub-task' });
    await fresh.fill('Order green');
    await fresh.press('Enter');
    await renamed.getByText('0 of 2 sub-tasks', { exact: true }).waitFor();
    await renamed.getByRole('button', { name: 'Order green', exact: true }).click();
    await renamed.getByRole('textbox', { name: 'Rename sub-task' }).fill('Order red');
    await page.keyboard.press('Enter');
    await renamed.getByRole('checkbox', { name: 'Order red' }).click();
    await renamed.getByText('1 of 2 sub-tasks', { exact: true }).waitFor();
    await renamed.getByRole('button', { name: 'Edit description' }).click();
    await renamed.getByRole('textbox', { name: 'Description' }).fill('**Red**');
    await page.keyboard.press('Control+Enter');
    await renamed.locator('strong', { hasText: 'Red' }).waitFor();

    await expect.poll(async () => (await stored()).version).toBe(11);
    expect(await stored()).toMatchObject({
      title: 'Paint both signs',
      description: '**Red**',
      status: 'in-progress',
      priority: 'high',
      deadline: '2027-05-01',
      tags: ['spring'],
      subtasks: [
        { title: 'Ask for a price', completed: false },
        { title: 'Order red', completed: true },
      ],
    } satisfies Partial<Omit<Task, 'subtasks'>> & { subtasks: object[] });

    await renamed.getByText('History').click();
    await renamed.getByRole('list', { name: 'History of this task' }).getByRole('listitem').first().waitFor();
    await page.reload();
    await renamed.locator('strong', { hasText: 'Red' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('a date that is typed is saved when it is whole, and what is typed during a save goes on', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, {
      title: 'Paint the sign',
      description: 'Green',
      deadline: '2026-12-01',
    });
    const stored = () => owner.call(routes.get, { params: { taskId: id } });
    const page = await browsing.signedIn(owner, { at: `/dashboard/tasks/${id}` });
    const task = taskPage(page, 'Paint the sign');
    await task.getByText('Green', { exact: true }).waitFor();
    await task.getByLabel('Deadline').focus();
    await page.keyboard.type('12152027', { delay: 20 });
    await task.getByRole('button', { name: 'Edit description' }).click();
    await card(page, 'Paint the sign').getByText('15 Dec 2027').waitFor();
    await expect.poll(stored).toMatchObject({ deadline: '2027-12-15', version: 2 });

    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/tasks/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    const box = task.getByRole('textbox', { name: 'Description' });
    await box.fill('Red');
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.keyboard.press('Control+Enter');
    await asked;
    await box.pressSequentially(', two coats');
    answer();
    await expect.poll(async () => (await stored()).description).toBe('Red');
    await expect.poll(() => box.inputValue()).toBe('Red, two coats');

    // Another tab that opens the same text and writes nothing takes nothing away.
    const other = await page.context().newPage();
    await other.goto(`/dashboard/tasks/${id}`);
    await taskPage(other, 'Paint the sign').getByText('Draft restored.').waitFor();
    await other.close();
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await stored()).description).toBe('Red, two coats');
  });

  test('opens beside the list, another takes its place, and Back leads to the list as it was', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    for (const title of ['One', 'Two', 'Three']) await aTask(owner, { title, priority: 'high' });
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks?priority=high' });
    await openPage(page, 'One');
    await openPage(page, 'Two');
    expect(await titles(page)).toEqual(['Three', 'Two', 'One']);
    await page.goBack();
    await taskPage(page, 'Two').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?priority=high');
    expect(page.url()).toContain('/dashboard/tasks?');
    await page.goForward();
    await taskPage(page, 'Two').waitFor();

    // Its form and its questions open over it, and closing leads back to it.
    await taskPage(page, 'Two').getByRole('button', { name: 'Actions for Two' }).click();
    await page.getByRole('menuitem', { name: 'Edit Task' }).click();
    await dialog(page, 'Edit Task').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page, 'Edit Task').waitFor({ state: 'detached' });
    await taskPage(page, 'Two').waitFor();
    await taskPage(page, 'Two').getByRole('button', { name: 'Actions for Two' }).click();
    await page.getByRole('menuitem', { name: 'Delete Task' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click();
    await taskPage(page, 'Two').waitFor({ state: 'detached' });
    await card(page, 'Two').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/dashboard/tasks');
  });

  test('is the whole screen of a phone; the browser keeps what is half typed; what is gone says so', async ({
    browsing,
  }) => {
    const { owner, id: organizationId } = await organization();
    const colleague = await join(await stranger('Kim Lund'), organizationId, 'admin');
    const { id, version } = await aTask(owner, { title: 'Paint the sign', description: 'Green' });
    const page = await browsing.signedIn(owner, { width: widths.phone, height: 780 });
    await card(page, 'Paint the sign').getByRole('link').click();
    const task = taskPage(page, 'Paint the sign');
    await task.getByRole('button', { name: 'Edit description' }).click();
    await card(page, 'Paint the sign').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Paint the sign' }).waitFor();
    await task.getByRole('textbox', { name: 'Description' }).fill('Green, or red');
    await page.reload();
    await task.getByText('Draft restored.').waitFor();
    expect(await task.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Green, or red');

    // Somebody else writes another text meanwhile: both are shown, and the person chooses.
    const change = { params: { taskId: id }, body: { version, description: 'Blue' } };
    await colleague.call(routes.change, change);
    await task.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog(page, 'This task changed in the meantime');
    // Whoever does not choose has lost nothing.
    await conflict.getByRole('button', { name: 'Cancel' }).click();
    expect(await task.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Green, or red');
    await task.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('radio', { name: /Keep mine/ }).check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await task.locator('p', { hasText: 'Green, or red' }).waitFor();

    await colleague.call(routes.remove, { params: { taskId: id }, query: { version: version + 2 } });
    await page.getByText('This task no longer exists.').waitFor();
    await page.getByRole('button', { name: 'Tasks & Projects' }).click();
    await page.getByRole('heading', { name: 'No tasks found' }).waitFor();
  });
});

test('on a phone the list is where it was, whichever way a task is left', async ({ browsing }) => {
  const { owner } = await organization();
  for (let n = 0; n < 40; n += 10)
    await Promise.all(Array.from({ length: 10 }, (_, at) => aTask(owner, { title: `Sign ${n + at}` })));
  const page = await browsing.signedIn(owner, { width: widths.phone, height: 780 });
  await cards(page).first().waitFor();
  for (const leave of [
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Tasks & Projects' }).click(),
  ]) {
    await page.evaluate(() => window.scrollTo(0, 1500));
    const title = 'Sign 20';
    await card(page, title).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await card(page, title).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await leave();
    await card(page, title).waitFor();
    await expect.poll(() => page.evaluate((was) => Math.abs(scrollY - was), before)).toBeLessThan(60);
    expect(await card(page, title).evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(
      true,
    );
  }
});

describe('many tasks at once', () => {
  test('are selected by pointer and keyboard, changed and deleted together, and taken back with one Undo', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    for (const title of ['One', 'Two', 'Three', 'Four']) await aTask(owner, { title, priority: 'low' });
    const statuses = async () =>
      (await owner.call(routes.list, {})).items.map(({ status }) => status).join(' ');
    const page = await browsing.signedIn(owner);
    const selection = page.getByRole('region', { name: 'Selection' });
    const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
    await card(page, 'Four').hover();
    await box('Four').click();
    await selection.getByText('1 selected').waitFor();
    await box('Two').click({ modifiers: ['Shift'] });
    await selection.getByText('3 selected').waitFor();
    await card(page, 'Three').getByRole('link').focus();
    await page.keyboard.press('x');
    await selection.getByText('2 selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hasFocus(page)).toBe('Two');

    await selection.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'In Progress' }).click();
    await notification(page, '2 tasks changed').waitFor();
    expect(await statuses()).toBe('in-progress pending in-progress pending');
    await notification(page, '2 tasks changed').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(statuses).toBe('pending pending pending pending');

    await page.getByRole('checkbox', { name: 'Select all tasks shown' }).click();
    await selection.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 4 tasks' }).click();
    await page.getByRole('heading', { name: 'No tasks found' }).waitFor();
    await notification(page, '4 tasks deleted').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Four').waitFor();
    await expect.poll(() => titles(page)).toEqual(['Four', 'Three', 'Two', 'One']);
  });

  test('that can not all be changed: those that failed are told, and can be tried again', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const [first] = [await aTask(owner, { title: 'One' }), await aTask(owner, { title: 'Two' })];
    const page = await browsing.signedIn(owner);
    await page.route(`**/api/tasks/${first.id}`, (route) => route.abort(), { times: 1 });
    await choose(page, 'One', 'Select');
    await page.getByRole('checkbox', { name: 'Select Two' }).click();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('menuitem', { name: 'High' }).click();
    await notification(page, '1 task could not be changed')
      .getByRole('button', { name: 'Try again' })
      .click();
    await card(page, 'One').getByText('High').waitFor();
    await expect
      .poll(async () => (await owner.call(routes.list, {})).items.map(({ priority }) => priority))
      .toEqual(['high', 'high']);
  });
});

test('columns and height of the rows are chosen, and kept', async ({ browsing }) => {
  const { owner } = await organization();
  await aTask(owner, { title: 'Paint the sign', description: 'Green, two coats', tags: ['site'] });
  const page = await browsing.signedIn(owner);
  await card(page, 'Paint the sign').waitFor();
  expect((await cards(page).first().boundingBox())?.height).toBeLessThanOrEqual(41);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('checkbox', { name: 'Tags' }).uncheck();
  await page.getByRole('checkbox', { name: 'Created by' }).check();
  await page.getByRole('checkbox', { name: 'Comfortable' }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  await card(page, 'Paint the sign').getByText('Green, two coats').waitFor();
  await card(page, 'Paint the sign').getByText('Created by Ada Founder').waitFor();
  expect(await card(page, 'Paint the sign').getByText('Tag: ').count()).toBe(0);
});
