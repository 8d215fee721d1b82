import { expect } from 'vitest';
import { roleLabels } from '../../shared/core/access.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { arrivesAt, test } from '../support/browser.ts';
import { stream } from '../support/controls.ts';
import { organization, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, fill, notification, openTask, save, titles } from '../support/tasks-screen.ts';

test('what others do to tasks shows without a reload, and what is being typed stays', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  const task = await aTask(group.owner, { title: 'Paint the sign' });
  const page = await browsing.signedIn(member);
  await card(page, 'Paint the sign').waitFor();
  const form = await openTask(page, 'Paint the sign');
  await fill(form, { description: 'In green' });

  const other = await aTask(group.owner, { title: 'Cut the letters' });
  await card(page, 'Cut the letters').waitFor({ state: 'attached' });
  await group.owner.call(tasks.routes.change, {
    params: { taskId: task.id },
    body: { version: task.version, title: 'Paint the large sign' },
  });
  await card(page, 'Paint the large sign').waitFor({ state: 'attached' });
  expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('In green');
  await save(form);
  await form.waitFor({ state: 'detached' });
  // Both changes are there: hers, and that of the account holder.
  expect(await group.owner.call(tasks.routes.get, { params: { taskId: task.id } })).toMatchObject({
    title: 'Paint the large sign',
    description: 'In green',
  });
  await group.owner.call(tasks.routes.remove, {
    params: { taskId: other.id },
    query: { version: other.version },
  });
  await card(page, 'Cut the letters').waitFor({ state: 'detached' });
  expect(await titles(page)).toEqual(['Paint the large sign']);
});

test('a burst of changes makes a few requests, not one for each', async ({ browsing }) => {
  const group = await organization();
  const page = await browsing.signedIn(await group.member());
  await page.getByRole('heading', { name: 'No tasks found' }).waitFor();
  // Over by now is what the page asks for when it opens.
  await aTask(group.owner, { title: 'Number 0' });
  await card(page, 'Number 0').waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/tasks') asked += 1;
  });
  await stream.pause();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => aTask(group.owner, { title: `Number ${index + 1}` })),
  );
  await stream.resume();
  await card(page, 'Number 40').waitFor();
  expect(asked).toBeLessThan(10);
});

test('who joins is told once, in however many tabs, and over a reload', async ({ browsing }) => {
  const group = await organization();
  const first = await browsing.signedIn(group.owner);
  const second = await first.context().newPage();
  await second.goto('/dashboard/team');
  await second.getByText('Online now').first().waitFor({ state: 'attached' });
  const newcomer = await stranger('Nora Newcomer');
  const { code } = await group.owner.call(team.routes.createCode, { body: {} });
  await newcomer.call(team.routes.joinByCode, { body: { code } });
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page
      .getByRole('dialog', { name: 'Notifications' })
      .getByText('Nora Newcomer joined the group')
      .waitFor();
    await page.keyboard.press('Escape');
  }
  await second.getByText(newcomer.email).first().waitFor();
  await first.reload();
  await first.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  // What happens while no page is open is told by the next one.
  await second.close();
  await first.goto('/privacy');
  const another = await stranger('Otto Other');
  await another.call(team.routes.joinByCode, { body: { code } });
  await stream.settled();
  await first.goto('/dashboard/tasks');
  await first.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor();
});

test('a new role is told to whom it is given, and opens what it allows without a reload', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  const task = await aTask(group.owner, { title: 'Paint the sign' });
  await group.owner.call(tasks.routes.remove, {
    params: { taskId: task.id },
    query: { version: task.version },
  });
  const page = await browsing.signedIn(member, { at: '/dashboard/tasks/deleted' });
  const other = await page.context().newPage();
  await other.goto('/dashboard/settings');
  await other.getByRole('heading', { name: 'Profile' }).waitFor();
  const restore = page.getByRole('button', { name: 'Restore Paint the sign' });
  await page.getByText('Paint the sign').waitFor();
  expect(await restore.count()).toBe(0);
  await group.owner.call(team.routes.changeRole, {
    params: { userId: member.userId },
    body: { role: 'admin' },
  });
  for (const tab of [page, other]) {
    const told = notification(tab, 'Your role is now Manager');
    await told.getByText('Ada Founder changed it.').waitFor();
    await tab.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await tab.getByText('Your role is now Manager. Ada Founder changed it.').waitFor();
    await tab.keyboard.press('Escape');
  }
  await restore.waitFor();
  await group.owner.call(team.routes.changeRole, {
    params: { userId: member.userId },
    body: { role: 'member' },
  });
  await notification(page, 'Your role is now Team Member').waitFor();
  await restore.waitFor({ state: 'detached' });
});

test('the role that somebody chooses when they arrive is no news to them', async ({ browsing }) => {
  const group = await organization();
  const newcomer = await group.newcomer('admin');
  const page = await browsing.signedIn(newcomer, { at: '/welcome' });
  await page.getByRole('combobox', { name: 'Role' }).selectOption('member');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await arrivesAt(page, (address) => address.startsWith('/dashboard'));
  await stream.settled();
  // What comes after it has been told shows that nothing was told of it.
  const another = await stranger('Otto Other');
  const { code } = await group.owner.call(team.routes.createCode, { body: {} });
  await another.call(team.routes.joinByCode, { body: { code } });
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByText('Otto Other joined the group').waitFor();
  expect(await list.getByText(/Your role/).count()).toBe(0);
});

test('a new role shows at once, and a removed member is out without pressing anything', async ({
  browsing,
}) => {
  const group = await organization('Signs & Sons');
  const member = await group.member();
  const page = await browsing.signedIn(member, { at: '/dashboard/team', name: 'Mia Member' });
  const mine = page
    .getByRole('table', { name: 'Team members' })
    .getByRole('row')
    .filter({ hasText: member.email });
  await mine.getByText('Team Member', { exact: true }).waitFor();
  await group.owner.call(team.routes.changeRole, {
    params: { userId: member.userId },
    body: { role: 'admin' },
  });
  await mine.getByText(roleLabels.admin, { exact: true }).waitFor();
  await group.owner.call(team.routes.removeMember, { params: { userId: member.userId } });
  await arrivesAt(page, (address) => address === '/welcome');
  await page.getByText(/Signs & Sons/).waitFor();
});
