import { describe, expect } from 'vitest';
import { tasks } from '../../shared/tasks/contract.ts';
import { violations } from '../support/axe.ts';
import { test, widths } from '../support/browser.ts';
import { holdNextAnswer } from '../support/failing.ts';
import { type Organization, organization, type Person } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { notification } from '../support/tasks-screen.ts';

const { routes } = tasks;
const settings = '/dashboard/settings?tab=group';

const deletedBy = async (person: Person, { owner }: Organization, title: string): Promise<void> => {
  const { id, version } = await aTask(owner, { title });
  await person.call(routes.remove, { params: { taskId: id }, query: { version } });
};

describe('Trash', () => {
  test('says who deleted, and is in the settings of the group for its owners and managers, not for members', async ({
    browsing,
  }) => {
    const group = await organization();
    const [manager, member] = [await group.manager(), await group.member()];
    await deletedBy(member, group, 'Paint the sign');
    await deletedBy(manager, group, 'Order the wood');

    const theirs = await browsing.signedIn(manager, { at: settings, width: widths.smallPhone });
    const trash = theirs.getByRole('region', { name: 'Trash' });
    const mine = trash.getByRole('listitem').filter({ hasText: 'Order the wood' });
    await mine.getByText(/^Deleted by you on /).waitFor();
    const others = trash.getByRole('listitem').filter({ hasText: 'Paint the sign' });
    await others.getByText(/^Deleted by Mia Member on /).waitFor();
    expect(await violations(theirs)).toEqual([]);
    // Of what the account holder decides, a manager sees nothing there.
    expect(await theirs.getByText('Invitation codes').count()).toBe(0);
    await trash.getByRole('button', { name: 'Restore Paint the sign' }).click();
    await notification(theirs, 'Task restored').waitFor();

    const owners = await browsing.signedIn(group.owner, { at: settings });
    await owners.getByRole('heading', { name: 'Invitation codes' }).waitFor();
    await owners.getByRole('region', { name: 'Trash' }).getByText('Order the wood').waitFor();

    const members = await browsing.signedIn(member, { at: settings });
    await members.getByRole('tab', { name: 'Account', selected: true }).waitFor();
    expect(await members.getByRole('tab', { name: 'Group' }).count()).toBe(0);
    // The list beside the tasks is theirs as well.
    await members.goto('/dashboard/tasks/deleted');
    await members.getByText(/^Deleted by Max Manager on /).waitFor();
  });
});

test('the list says that tasks are loading, for everybody to see', async ({ browsing }) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner, { at: '/dashboard/team' });
  let seen = false;
  await holdNextAnswer(page, 'GET /api/tasks', async () => {
    const text = page.getByText('Loading tasks...');
    await text.waitFor();
    const box = await text.boundingBox();
    seen = (box?.width ?? 0) > 50 && (box?.height ?? 0) > 10;
  });
  await page.getByRole('link', { name: 'Tasks & Projects' }).first().click();
  await page.getByText('No tasks found').waitFor();
  expect(seen).toBe(true);
});
