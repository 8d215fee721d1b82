import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { tasks } from '../../shared/tasks/contract.ts';
import { test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, dialog, fill, openNewTask, openPage, openTask, save } from '../support/tasks-screen.ts';

const isCodeOf = (part: string) => new RegExp(`/assets/${part}-[^/]*\\.js$`);

/** Signs in where the code of a part can't be had. */
const without = async (page: Page, part: string): Promise<void> => {
  await page.route(isCodeOf(part), (route) => route.abort());
  await page.reload();
};

describe('a dialog whose code cannot be loaded', () => {
  test('says so in its place, and opens when it is tried again', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await without(page, 'task-dialog');
    await page.getByRole('button', { name: 'New Task' }).click();
    const apology = dialog(page, 'This could not be opened');
    await apology.getByText('Check your connection and try again.').waitFor();
    await card(page, 'Paint the sign').waitFor();
    await page.unroute(isCodeOf('task-dialog'));
    await apology.getByRole('button', { name: 'Try again' }).click();
    await dialog(page, 'Create Task').waitFor();
  });

  test('loses nothing of the form that it lies over', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await without(page, 'conflict-dialog');
    const form = await openTask(page, 'Paint the sign');
    await fill(form, { title: 'Paint it green' });
    const theirs = { params: { taskId: id }, body: { version: 1, title: 'Paint it red' } };
    await owner.call(tasks.routes.change, theirs);
    await save(form);
    await dialog(page, 'This could not be opened').getByRole('button', { name: 'Close' }).last().click();
    expect(await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(
      'Paint it green',
    );
  });
});

test('a description whose formatting cannot be loaded is shown as it was typed', async ({ browsing }) => {
  const { owner } = await organization();
  await aTask(owner, { title: 'Paint the sign', description: 'Two **litres**' });
  const page = await browsing.signedIn(owner);
  await without(page, 'markdown-text');
  await (await openPage(page, 'Paint the sign')).getByText('Two **litres**').waitFor();
  const form = await openTask(page, 'Paint the sign');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText('The preview could not be loaded.').waitFor();
});

test('dialogs are fetched ahead of time: they open offline, too', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  const fetched = Promise.all(
    ['task-page', 'task-dialog', 'conflict-dialog'].map((part) => page.waitForResponse(isCodeOf(part))),
  );
  await page.reload();
  await fetched;
  await page.context().setOffline(true);
  const form = await openNewTask(page);
  await fill(form, { title: 'Paint the sign' });
});

test('what keeps the page live is asked for again until it is here; meanwhile that is said, and nothing is missed', async ({
  browsing,
}) => {
  const { owner, member } = await organization();
  const other = await member();
  const page = await browsing.signedIn(owner);
  await page.clock.install();
  await without(page, 'live-parts');
  const paused = page.getByText('Live updates are paused. Reconnecting…');
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return paused.isVisible();
    })
    .toBe(true);
  await aTask(other, { title: 'Paint the sign' });
  await page.unroute(isCodeOf('live-parts'));
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return card(page, 'Paint the sign').isVisible();
    })
    .toBe(true);
  await paused.waitFor({ state: 'detached' });
});
