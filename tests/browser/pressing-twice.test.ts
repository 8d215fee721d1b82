import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { tasks } from '../../shared/tasks/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { pressTwice, submissionsOf } from '../support/pressing.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  choose,
  dialog,
  fill,
  notification,
  openNewTask,
  openTask,
  save,
} from '../support/tasks-screen.ts';

describe('a button that is pressed twice', () => {
  test('founds one group and leads into it', async ({ browsing }) => {
    const page = await browsing.signedIn({ email: `twice.${randomUUID()}@example.com` }, { at: '/welcome' });
    const submissions = submissionsOf(page);
    await pressTwice(page.getByRole('button', { name: 'Get Started' }));
    await arrivesAt(page, (address) => address === '/dashboard/tasks');
    await page.getByText('Create your first task to get started').waitFor();
    expect(submissions).toEqual(['POST /api/organizations']);
  });

  test('creates one task', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const submissions = submissionsOf(page);
    const form = await openNewTask(page);
    await fill(form, { title: 'Paint the sign', deadline: '2027-05-01' });
    await pressTwice(form.getByRole('button', { name: 'Create Task' }));
    await card(page, 'Paint the sign').waitFor();
    await form.waitFor({ state: 'detached' });
    expect(await notification(page, 'Task created').count()).toBe(1);
    expect(submissions).toEqual(['POST /api/tasks']);
  });

  test('deletes and restores once', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const submissions = submissionsOf(page);
    await choose(page, 'Paint the sign', 'Delete Task');
    await pressTwice(page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }));
    await notification(page, 'Task deleted').waitFor();
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await pressTwice(page.getByRole('button', { name: 'Restore Paint the sign' }));
    await page.getByText('No deleted tasks').waitFor();
    expect(await notification(page, 'Task restored').count()).toBe(1);
    expect(submissions).toEqual([`DELETE /api/tasks/${id}`, `POST /api/tasks/${id}/restore`]);
  });

  test('changes a status once', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const submissions = submissionsOf(page);
    await choose(page, 'Paint the sign', 'Change Status');
    await dialog(page, 'Change Task Status').getByRole('button', { name: 'In Progress' }).dblclick();
    await notification(page, 'Task started').waitFor();
    expect(submissions).toEqual([`PATCH /api/tasks/${id}`]);
  });

  test('settles a conflict once', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const form = await openTask(page, 'Paint the sign');
    await fill(form, { title: 'Paint it green' });
    const theirs = { params: { taskId: id }, body: { version: 1, title: 'Paint it red' } };
    await owner.call(tasks.routes.change, theirs);
    await save(form);
    const question = dialog(page, 'This task changed in the meantime');
    await question.getByRole('radio', { name: /Keep mine/ }).check();
    const submissions = submissionsOf(page);
    await pressTwice(question.getByRole('button', { name: 'Save' }));
    await card(page, 'Paint it green').waitFor();
    expect(submissions).toEqual([`PATCH /api/tasks/${id}`]);
  });

  test('can be pressed again when it failed', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const form = await openNewTask(page);
    await save(form);
    await form.getByText('Please fill in all required fields (Title, Priority, Deadline)').waitFor();
    await page.route('**/api/tasks', (route) => route.abort(), { times: 1 });
    await fill(form, { title: 'Paint the sign', deadline: '2027-05-01' });
    await save(form);
    await form.getByText('Failed to save task. Please try again.').waitFor();
    await save(form);
    await card(page, 'Paint the sign').waitFor();
  });
});

test('the dashboard leads on to its first screen, however often one arrives', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  await page.evaluate(() => {
    for (const key of ['first', 'second']) {
      history.pushState({ key }, '', '/dashboard');
      dispatchEvent(new PopStateEvent('popstate', { state: { key } }));
    }
  });
  await arrivesAt(page, (address) => address === '/dashboard/tasks');
  await page.evaluate(() => {
    history.pushState({ key: 'third' }, '', '/dashboard');
    dispatchEvent(new PopStateEvent('popstate', { state: { key: 'third' } }));
  });
  await arrivesAt(page, (address) => address === '/dashboard/tasks');
  await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
});
