import { describe, expect } from 'vitest';
import { tasks } from '../../shared/tasks/contract.ts';
import { type Browsing, test } from '../support/browser.ts';
import { before } from '../support/failing.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, choose, notification } from '../support/tasks-screen.ts';

const { routes } = tasks;

describe('a deletion', () => {
  test('whose answer was lost is done when it is pressed again, and can be undone', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await page.route(
      '**/api/tasks/*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await choose(page, 'Paint the sign', 'Delete Task');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await question.getByText('Failed to delete task.').waitFor();
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await notification(page, 'Task deleted').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Paint the sign').waitFor();
    expect((await owner.call(routes.list, {})).items).toHaveLength(1);
  });

  test('that came too late says that the task is deleted already, and blames nobody', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await choose(page, 'Paint the sign', 'Delete Task');
    await before(page, `DELETE /api/tasks/${id}`, async () => {
      await owner.call(routes.remove, { params: { taskId: id }, query: { version: 1 } });
    });
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete Task' }).click();
    await question.getByText('This task is already deleted.', { exact: true }).waitFor();
    expect(await notification(page, 'Task deleted').count()).toBe(0);
  });
});

describe('an Undo that comes late', () => {
  const deleted = async (browsing: Browsing) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    await choose(page, 'Paint the sign', 'Delete Task');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click();
    const undo = notification(page, 'Task deleted').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    return { owner, page, undo, params: { taskId: id } };
  };

  test('does not undo a second deletion', async ({ browsing }) => {
    const { owner, page, undo, params } = await deleted(browsing);
    await owner.call(routes.restore, { params, body: { version: 2 } });
    await owner.call(routes.remove, { params, query: { version: 3 } });
    await undo.click();
    await notification(page, 'Failed to restore task')
      .getByText('It was restored and deleted again in the meantime.')
      .waitFor();
    expect((await owner.call(routes.list, {})).items).toEqual([]);
  });

  test('says that the task is there again, and shows it', async ({ browsing }) => {
    const { owner, page, undo, params } = await deleted(browsing);
    await owner.call(routes.restore, { params, body: { version: 2 } });
    await undo.click();
    await notification(page, 'Failed to restore task')
      .getByText('It is no longer among the deleted tasks.')
      .waitFor();
    await card(page, 'Paint the sign').waitFor();
  });
});

test('a deleted task that was deleted anew is restored from the list at the second try', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const { id } = await aTask(owner, { title: 'Paint the sign' });
  const params = { taskId: id };
  await owner.call(routes.remove, { params, query: { version: 1 } });
  const page = await browsing.signedIn(owner, { at: '/dashboard/tasks/deleted' });
  const restore = page.getByRole('button', { name: 'Restore Paint the sign' });
  await restore.waitFor();
  await before(page, `POST /api/tasks/${id}/restore`, async () => {
    await owner.call(routes.restore, { params, body: { version: 2 } });
    await owner.call(routes.remove, { params, query: { version: 3 } });
  });
  const refreshed = page.waitForResponse('**/api/tasks/deleted');
  await restore.click();
  await notification(page, 'It was restored and deleted again').waitFor();
  await refreshed;
  await expect
    .poll(async () => {
      await restore.evaluateAll((buttons: HTMLElement[]) => buttons[0]?.click());
      return notification(page, 'Task restored').count();
    })
    .toBe(1);
});
