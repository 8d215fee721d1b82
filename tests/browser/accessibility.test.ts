import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { addDays, dateIn } from '../../shared/core/calendar.ts';
import { priorities, taskStatuses, tasks } from '../../shared/tasks/contract.ts';
import { violations } from '../support/axe.ts';
import { signInAs, test, widths } from '../support/browser.ts';
import { endTrial, type Organization, organization, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  cards,
  choose,
  dialog,
  fill,
  notification,
  openNewTask,
  openPage,
  openTask,
  save,
} from '../support/tasks-screen.ts';

// Every state is looked at before the test fails, so that one run tells all there is to repair.
let found: string[] = [];
const look = async (page: Page, state: string) => {
  for (const violation of await violations(page)) found.push(`${state}, ${violation}`);
};
afterEach(() => {
  const all = found;
  found = [];
  expect(all).toEqual([]);
});

let group: Organization;
beforeAll(async () => {
  group = await organization();
  const { owner } = group;
  const today = dateIn('Europe/Zurich', new Date());
  // Every badge and every urgency.
  for (const [n, status] of taskStatuses.entries())
    await aTask(owner, {
      title: `Task ${n}`,
      status,
      priority: priorities[n % 3],
      deadline: addDays(today, n - 1),
      tags: ['site', 'spring'],
    });
  await aTask(owner, {
    title: 'Paint the sign',
    description:
      '# Colours\n\n- **green**\n\n> quoted `code` [link](https://example.com)\n\n|a|b|\n|-|-|\n|1|2|',
    subtasks: [
      { title: 'Ask for a price', completed: true },
      { title: 'Order green', completed: false },
    ],
  });
});

describe.for([
  { device: 'desk', width: widths.desk },
  { device: 'phone', width: widths.phone },
])('nothing bars anybody, on a $device:', ({ width }) => {
  test('in front of the dashboard', async ({ browsing }) => {
    browsing.tolerate(/404: there is no page at/);
    const page = await browsing.visitor({ width });
    for (const address of [
      '/login',
      '/login?reason=failed',
      '/login?reason=cancelled',
      '/signup',
      '/nowhere',
    ]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await look(page, address);
    }
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await signInAs(page, { email: `unverified.${randomUUID()}@example.com`, verified: false });
    await page.getByRole('heading', { name: 'Failed to sign in with Google' }).waitFor();
    await look(page, 'unverified e-mail');
  });

  test('at the gate', async ({ browsing }) => {
    const welcome = await browsing.signedIn(await stranger(), { at: '/welcome', width });
    await look(welcome, '/welcome');
    await welcome.getByRole('textbox', { name: 'Group name' }).fill('');
    await welcome.getByRole('button', { name: 'Get Started' }).click();
    await welcome.getByText('Group name is required').waitFor();
    await look(welcome, '/welcome with an error');

    const { id, owner } = await organization();
    await endTrial(id);
    const payment = await browsing.signedIn(owner, { width });
    await payment.getByRole('heading', { name: 'Your trial has ended' }).waitFor();
    await look(payment, '/payment');

    const offline = await browsing.visitor({ width });
    await offline.route('**/config.json', (route) => route.abort());
    await offline.goto('/dashboard');
    await offline.getByRole('heading', { name: 'We could not open your workspace' }).waitFor();
    await look(offline, 'workspace that cannot be opened');
  });

  test('in the list', async ({ browsing }) => {
    browsing.tolerate(/^500 GET \/api\/tasks|A screen broke|dynamically imported module/);
    const page = await browsing.signedIn(group.owner, { width });
    await cards(page).first().waitFor();
    await look(page, 'tasks');
    const task = await openPage(page, 'Paint the sign');
    await task.getByRole('heading', { name: 'Colours' }).waitFor();
    await look(page, 'page of a task');
    await task.getByRole('button', { name: 'Edit description' }).click();
    await look(page, 'page of a task, its text being edited');
    await page.goBack();
    await task.waitFor({ state: 'detached' });
    await choose(page, 'Paint the sign', 'Select');
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await look(page, 'selection');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: 'Display' }).click();
    await look(page, 'columns');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Paint the sign' }).click();
    await page.getByRole('menu').waitFor();
    await look(page, 'menu of a task');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menu').waitFor();
    await look(page, 'account menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Toggle sidebar/ }).click();
    if (width < 768) await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await look(page, 'sidebar, toggled');
    if (width < 768) await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('nothing of the kind');
    await page.getByText('Try adjusting your search').waitFor();
    await look(page, 'no results');

    // As long as the answer is not there.
    await page.route('**/api/tasks?*', () => {});
    await page.goto('/dashboard/tasks?filter=today&sort=priority');
    await page.getByText('Loading tasks...').waitFor();
    await look(page, 'loading');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/api/tasks?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByText('Failed to load tasks.').waitFor();
    await look(page, 'list that cannot be loaded');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(/deleted-tasks-page-[^/]*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await look(page, 'screen that broke');
  });

  test('in the form', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { width });
    const form = await openNewTask(page);
    await look(page, 'new task');
    await save(form);
    await form.getByText('Title is required').waitFor();
    await look(page, 'new task with errors');
    await page.keyboard.press('Escape');
    const edit = await openTask(page, 'Paint the sign');
    await edit.getByRole('textbox', { name: 'Tags' }).fill('site,spring,');
    await look(page, 'task');
    await edit.getByRole('button', { name: 'Preview' }).click();
    await edit.getByRole('heading', { name: 'Colours' }).waitFor();
    await look(page, 'preview');
    await page.route('**/api/tasks/*', (route) => route.abort());
    await save(edit);
    await edit.getByText('Failed to save task.').waitFor();
    await look(page, 'failed save');
    await page.keyboard.press('Escape');
    const again = await openTask(page, 'Paint the sign');
    await again.getByText('Draft restored.').waitFor();
    await look(page, 'draft');
    await again.getByRole('button', { name: 'Cancel' }).click();
    await notification(page, 'Changes discarded').waitFor();
    await look(page, 'information');
  });

  test('in the questions', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, {
      title: 'Paint the sign',
      subtasks: [{ title: 'Ask', completed: false }],
    });
    const page = await browsing.signedIn(owner, { width });
    await choose(page, 'Paint the sign', 'Change Status');
    await dialog(page, 'Change Task Status').waitFor();
    await look(page, 'choice of a status');
    await page.keyboard.press('Escape');

    const form = await openTask(page, 'Paint the sign');
    await owner.call(tasks.routes.change, {
      params: { taskId: id },
      body: { version: 1, title: 'Paint it blue', description: 'Blue' },
    });
    await fill(form, { title: 'Paint it red', description: 'Red' });
    await save(form);
    const conflict = dialog(page, 'This task changed in the meantime');
    await conflict.waitFor();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await conflict.getByText('Choose a version for each field.').waitFor();
    await look(page, 'conflict');
    for (const mine of await conflict.getByRole('radio', { name: 'Keep mine' }).all()) await mine.check();
    await look(page, 'conflict, answered');
    await conflict.getByRole('button', { name: 'Save' }).click();
    await notification(page, 'Task updated').waitFor();
    await look(page, 'success');

    await owner.call(tasks.routes.change, { params: { taskId: id }, body: { version: 3, title: 'Grey' } });
    await choose(page, 'Paint it red', 'Delete Task');
    const question = page.getByRole('alertdialog');
    await look(page, 'question before deleting');
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await question.getByText('Somebody changed this task').waitFor();
    await look(page, 'question with a warning');
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await notification(page, 'Task deleted').waitFor();
    await page.getByText('Create your first task to get started').waitFor();
    await look(page, 'no tasks, and Undo');
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await page.getByRole('button', { name: 'Restore Grey' }).waitFor();
    await look(page, 'deleted tasks');
    await page.getByRole('button', { name: 'Restore Grey' }).click();
    await page.getByText('No deleted tasks').waitFor();
    await look(page, 'no deleted tasks');
  });
});
