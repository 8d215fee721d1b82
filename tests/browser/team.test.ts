import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { organizationKey } from '../../services/core/organization.ts';
import { history } from '../../shared/history/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { largestGroup } from '../../shared/team/rules.ts';
import { violations } from '../support/axe.ts';
import { test, widths } from '../support/browser.ts';
import { system } from '../support/controls.ts';
import { answerNext, failNext, loseNextAnswer } from '../support/failing.ts';
import { join, organization, type Person, stranger, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { dialog, notification, taskPage } from '../support/tasks-screen.ts';
import { act, entries, entry, invite, stat } from '../support/team-screen.ts';

const at = '/dashboard/team';
const anAddress = () => `new.${randomUUID()}@example.com`;

/** The log is written a moment after what it tells. */
const waitForEvents = (person: Person, count: number): Promise<void> =>
  expect
    .poll(async () => (await person.call(history.routes.listActivity, { query: {} })).items.length)
    .toBeGreaterThanOrEqual(count);

const isNotWider = async (page: Page): Promise<void> => {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
};

describe('an invitation', () => {
  test('is sent by the account holder, stands in the directory as pending, and holds a seat', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at });
    await expect.poll(() => stat(page, 'Total Members').textContent()).toBe('1');
    const email = anAddress();
    await invite(page, `  ${email.toUpperCase()} `, 'admin');
    await notification(page, `Invitation sent to ${email}`).waitFor();
    const row = entry(page, email);
    await row.getByText('Pending Registration').waitFor();
    await row.getByText('Manager', { exact: true }).waitFor();
    expect(await stat(page, 'Total Members').textContent()).toBe('2');
    expect(await stat(page, 'Pending Invitations').textContent()).toBe('1');
    await page.getByText(`2 of ${largestGroup} seats used`).waitFor();
    expect((await system.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('is not sent to what is no address, and the button waits for one', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at });
    const form = await invite(page, 'ada at example');
    await form.getByText('Invalid email address').waitFor();
    await form.getByRole('textbox', { name: 'Email' }).fill(`${'a'.repeat(250)}@example.com`);
    await form.getByRole('button', { name: 'Add to Team' }).click();
    await form.getByText('Email must be less than 255 characters').waitFor();
    await form.getByRole('textbox', { name: 'Email' }).fill('  ');
    expect(await form.getByRole('button', { name: 'Add to Team' }).isDisabled()).toBe(true);
    await form.getByRole('textbox', { name: 'Email' }).fill(owner.email);
    await form.getByRole('button', { name: 'Add to Team' }).click();
    await form.getByText('This person is already a member of your group.').waitFor();
    expect(await form.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(owner.email);
  });

  test('whose mail is refused stays, says so, and can be sent again from the form and from the directory', async ({
    browsing,
  }) => {
    browsing.tolerate(/^503 POST \/api\/invitations/);
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at });
    const form = await invite(page, 'reject@example.org');
    await form.getByText('was saved, but the e-mail could not be sent').waitFor();
    await form.getByRole('button', { name: 'Resend' }).click();
    await form.getByText('was saved, but the e-mail could not be sent').waitFor();
    await form.getByRole('button', { name: 'Close', exact: true }).last().click();
    await entry(page, 'reject@example.org').getByText('E-mail not sent').waitFor();
    await act(page, 'reject@example.org', 'Resend invitation');
    const told = notification(page, 'Failed to resend invitation');
    await told.waitFor();
    await told.getByRole('button', { name: 'Resend' }).waitFor();
    expect(await stat(page, 'Pending Invitations').textContent()).toBe('1');
  });

  test('whose answer is lost is one invitation and one mail when the button is pressed again', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at });
    await loseNextAnswer(page, 'POST /api/invitations');
    const email = anAddress();
    const form = await invite(page, email);
    await form.getByText('Failed to invite member.').waitFor();
    await form.getByRole('button', { name: 'Add to Team' }).click();
    await notification(page, `Invitation sent to ${email}`).waitFor();
    expect(await entry(page, email).count()).toBe(1);
    expect((await system.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('into a full group is refused with the seats that are used', async ({ browsing }) => {
    const { id, owner } = await organization();
    await table().write({
      update: organizationKey(id),
      expression: { text: 'SET seats = :all', values: { ':all': largestGroup } },
    });
    const page = await browsing.signedIn(owner, { at });
    const form = await invite(page, anAddress());
    await form.getByText(`${largestGroup} of ${largestGroup} seats are used`).waitFor();
  });

  test('is sent again and removed from its menu; removing asks first', async ({ browsing }) => {
    const { owner } = await organization();
    const email = anAddress();
    await owner.call(team.routes.invite, { body: { email } });
    const page = await browsing.signedIn(owner, { at });
    await act(page, email, 'Resend invitation');
    await notification(page, `Invitation sent to ${email}`).waitFor();
    expect((await system.mails()).filter(({ to }) => to === email)).toHaveLength(2);

    await act(page, email, 'Remove invitation');
    const question = page.getByRole('alertdialog', { name: 'Remove invitation' });
    await failNext(page, `DELETE /api/invitations/${await invitationOf(owner, email)}`);
    await question.getByRole('button', { name: 'Remove invitation' }).click();
    await question.getByText('Failed to remove invitation.').waitFor();
    await question.getByRole('button', { name: 'Remove invitation' }).click();
    await notification(page, 'Invitation removed').waitFor();
    await entry(page, email).waitFor({ state: 'detached' });
    expect(await stat(page, 'Pending Invitations').textContent()).toBe('0');
    expect((await owner.call(team.routes.listInvitations, { query: {} })).items).toEqual([]);
  });
});

const invitationOf = async (owner: Person, email: string): Promise<string> => {
  const { items } = await owner.call(team.routes.listInvitations, { query: {} });
  return items.find((one) => one.email === email)?.id ?? '';
};

describe('a member', () => {
  test('gets another role, which the directory and the server have at once', async ({ browsing }) => {
    const group = await organization();
    const mia = await group.member();
    const page = await browsing.signedIn(group.owner, { at });
    await act(page, 'Mia Member', 'Change role');
    const form = dialog(page, 'Change role');
    await form.getByRole('radio', { name: 'Manager' }).check();
    await form.getByRole('button', { name: 'Save role' }).click();
    await notification(page, 'Role updated successfully').waitFor();
    await entry(page, 'Mia Member').getByText('Manager', { exact: true }).waitFor();
    const member = await group.owner.call(team.routes.getMember, { params: { userId: mia.userId } });
    expect(member.role).toBe('admin');
  });

  test('keeps the old role where the change fails, and the form says why', async ({ browsing }) => {
    browsing.tolerate(/^503 PATCH \/api\/members/);
    const group = await organization();
    const mia = await group.member();
    const page = await browsing.signedIn(group.owner, { at });
    await act(page, 'Mia Member', 'Change role');
    const form = dialog(page, 'Change role');
    await answerNext(page, `PATCH /api/members/${mia.userId}`, {
      status: 503,
      json: { code: 'unavailable', title: 'This is busy right now. Please try again in a moment.' },
    });
    await form.getByRole('radio', { name: 'Owner' }).check();
    await form.getByRole('button', { name: 'Save role' }).click();
    await form.getByText('Failed to update role. This is busy right now.').waitFor();
    await entry(page, 'Mia Member').getByText('Team Member', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Save role' }).click();
    await notification(page, 'Role updated successfully').waitFor();
    await entry(page, 'Mia Member').getByText('Owner', { exact: true }).waitFor();
  });

  test('is removed after a question, is out at once, and the focus is not lost', async ({ browsing }) => {
    const group = await organization();
    const mia = await group.member();
    const page = await browsing.signedIn(group.owner, { at });
    await act(page, 'Mia Member', 'Remove member');
    const question = page.getByRole('alertdialog', { name: 'Remove member' });
    await question.getByText('Their tasks, messages and everything else that they made stay.').waitFor();
    await question.getByRole('button', { name: 'Remove member' }).click();
    await notification(page, 'Mia Member has been removed from the team').waitFor();
    await entry(page, 'Mia Member').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Members');
    expect((await mia.send(tasks.routes.list)).status).toBe(403);
  });

  test('who is an owner is not removed: it says to choose another role first; the account holder offers neither', async ({
    browsing,
  }) => {
    const group = await organization();
    await join(await stranger('Olga Owner'), group.id, 'owner');
    const page = await browsing.signedIn(group.owner, { at });
    await act(page, 'Olga Owner', 'Remove member');
    const told = dialog(page, 'An owner cannot be removed');
    await told.getByRole('button', { name: 'Change role' }).click();
    await dialog(page, 'Change role').getByRole('radio', { name: 'Owner' }).waitFor();
    await page.keyboard.press('Escape');
    await entry(page, '(you)').getByText('Account holder').waitFor();
    await page.getByRole('button', { name: 'Actions for Ada Founder' }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['View profile']);
  });

  test('who is not the account holder reads the directory, and has nothing to change', async ({
    browsing,
  }) => {
    const group = await organization();
    const email = anAddress();
    await group.owner.call(team.routes.invite, { body: { email } });
    await group.owner.call(team.routes.createCode, { body: { description: 'Spring' } });
    const page = await browsing.signedIn(await group.manager(), { at });
    await entry(page, email).getByText('Pending', { exact: true }).waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Member',
      'Email',
      'Role',
      'Status',
    ]);
    expect(await page.getByRole('button', { name: /Invite Member|Actions for/ }).count()).toBe(0);
    expect(await page.getByText('Invitation Codes').count()).toBe(0);
  });
});

describe('the directory', () => {
  test('is searched and filtered, which the address keeps', async ({ browsing }) => {
    const group = await organization();
    const mia = await group.member();
    await group.manager();
    const email = anAddress();
    await group.owner.call(team.routes.invite, { body: { email, role: 'admin' } });
    const page = await browsing.signedIn(group.owner, { at });
    await expect.poll(() => entries(page).count()).toBe(4);

    const search = page.getByRole('searchbox', { name: 'Search members' });
    await search.fill(mia.email.slice(4, 24).toUpperCase());
    await expect.poll(() => entries(page).count()).toBe(1);
    await search.fill('max MAN');
    await entry(page, 'Max Manager').waitFor();
    await page.getByRole('tab', { name: 'All (1)' }).waitFor();
    await search.fill('nobody of this name');
    await page.getByText('No team members found').waitFor();
    await page.getByRole('button', { name: 'Show all members' }).click();
    await expect.poll(() => entries(page).count()).toBe(4);

    await page.getByRole('button', { name: 'Filter' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter members' });
    await filter.getByRole('combobox', { name: 'Role' }).selectOption('Manager');
    await page.getByText('Applied').waitFor();
    await expect.poll(() => entries(page).count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Pending (1)' }).click();
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.waitForURL(/role=admin.*status=pending/);
    await page.reload();
    await entry(page, email).waitFor();
    expect(await entries(page).count()).toBe(1);

    await page.getByRole('button', { name: /Filter/ }).click();
    await filter.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => entries(page).count()).toBe(4);
    expect(await page.getByText('Applied').count()).toBe(0);
  });

  test('that cannot be loaded says so and can be asked again', async ({ browsing }) => {
    browsing.tolerate(/^500 GET \/api\/members/);
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks' });
    await page.route('**/api/members', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByText('Failed to load team data.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await entry(page, 'Ada Founder').waitFor();
  });

  test('shows the account holder at most three codes that can be used, to copy, and the way to all', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const made: { id: string; code: string }[] = [];
    for (const maxUses of [null, 5, null, null, null])
      made.push(
        await owner.call(team.routes.createCode, { body: { description: `Of ${maxUses}`, maxUses } }),
      );
    for (const { id } of made.slice(3)) await owner.call(team.routes.revokeCode, { params: { codeId: id } });
    const page = await browsing.signedIn(owner, { at });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const list = page.getByRole('list', { name: 'Active invitation codes' });
    await list.waitFor();
    const shown = await list.getByRole('listitem').allTextContents();
    expect(shown).toHaveLength(3);
    expect(shown[0]).toContain(`${made[2]?.code}0 uses`);
    expect(shown[0]).toContain('∞');
    expect(shown[1]).toContain('0 / 5');
    await page.getByRole('button', { name: `Copy code ${made[1]?.code}` }).click();
    await notification(page, 'Invitation code copied!').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made[1]?.code);
    await page.getByRole('link', { name: 'Manage Codes' }).click();
    await page.getByRole('tab', { name: 'Group', selected: true }).waitFor();
  });

  test('tells what people did, and leads to it', async ({ browsing }) => {
    const { owner } = await organization();
    for (let n = 0; n < 9; n += 1) await aTask(owner, { title: `Sign ${n}` });
    const gone = await aTask(owner, { title: 'Gone' });
    await owner.call(tasks.routes.remove, { params: { taskId: gone.id }, query: { version: 1 } });
    await waitForEvents(owner, 12);
    const page = await browsing.signedIn(owner, { at });
    const activity = page.getByRole('list', { name: 'Recent activity' });
    await activity.getByText('Ada Founder deleted the task “Gone”').waitFor();
    expect(await activity.getByRole('listitem').count()).toBe(8);
    expect(await activity.getByRole('link', { name: 'Gone' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await activity.getByText('Ada Founder founded the group').waitFor();
    await activity.getByRole('link', { name: '“Sign 8”' }).click();
    await taskPage(page, 'Sign 8').getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.pathname === '/dashboard/tasks' && url.search === '');
    await page.goBack();
    await page.getByRole('heading', { name: 'Team Members' }).waitFor();
  });

  test('is one of two tabs, which stand in the address: a link leads to either, and "Back" to the one before', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: `${at}?tab=chat` });
    await page.getByRole('tab', { name: 'Team Chat', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Team Directory' }).click();
    await entry(page, 'Ada Founder').waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Team Chat', selected: true }).waitFor();
    expect(await entries(page).count()).toBe(0);
  });

  test('shows who is there, and what others do, without a reload', async ({ browsing }) => {
    const group = await organization();
    const mia = await group.member();
    const page = await browsing.signedIn(mia, { at });
    await entry(page, 'Mia Member').getByText('Online now').waitFor();
    expect(await entry(page, 'Ada Founder').getByText('Online now').count()).toBe(0);
    const other = await browsing.signedIn(group.owner, { at: `${at}/${mia.userId}` });
    await other.getByText('Online now').first().waitFor();
    await entry(page, 'Ada Founder').getByText('Online now').waitFor();
    await other.context().close();
    await entry(page, 'Ada Founder').getByText('Online now').waitFor({ state: 'detached' });

    const email = anAddress();
    await group.owner.call(team.routes.invite, { body: { email } });
    await entry(page, email).waitFor();
    await page.getByText(`Ada Founder invited ${email}`).waitFor();
    await group.owner.call(team.routes.changeRole, {
      params: { userId: mia.userId },
      body: { role: 'admin' },
    });
    await page.getByText('Ada Founder changed the role of Mia Member from Team Member to Manager').waitFor();
    await entry(page, 'Mia Member').getByText('Manager', { exact: true }).waitFor();
  });

  test('works from the keyboard', async ({ browsing }) => {
    const group = await organization();
    await group.member();
    const page = await browsing.signedIn(group.owner, { at });
    await entry(page, 'Mia Member').waitFor();
    const tab = page.getByRole('tab', { name: /^All/ });
    await tab.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Active (2)', selected: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByText('No team members found').waitFor();
    await page.keyboard.press('Home');
    await entry(page, 'Mia Member').waitFor();

    const filter = page.getByRole('button', { name: 'Filter' });
    await filter.focus();
    await page.keyboard.press('Enter');
    const role = page.getByRole('combobox', { name: 'Role' });
    await expect.poll(() => role.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => filter.evaluate((element) => element === document.activeElement)).toBe(true);

    const menu = page.getByRole('button', { name: 'Actions for Mia Member' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page, 'Change role').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await notification(page, 'Role updated successfully').waitFor();
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe('the page of a member', () => {
  test('shows who they are, what is open of what they created, and what they did', async ({ browsing }) => {
    const group = await organization();
    const mia = await group.member();
    await aTask(group.owner, { title: 'Of somebody else' });
    await aTask(mia, { title: 'Paint the sign', status: 'in-progress' });
    const done = await aTask(mia, { title: 'Ask for a price' });
    await mia.call(tasks.routes.change, {
      params: { taskId: done.id },
      body: { version: 1, status: 'completed' },
    });
    await expect
      .poll(async () => (await mia.call(history.routes.listActivity, { query: {} })).items[0]?.type)
      .toBe('task.completed');
    const page = await browsing.signedIn(group.owner, { at });
    await page.getByRole('link', { name: 'Mia Member' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Mia Member' }).waitFor();
    await page.getByRole('link', { name: mia.email }).waitFor();
    await page.getByText('completed the task “Ask for a price”').first().waitFor();
    const open = page.getByRole('list', { name: 'Open tasks' });
    await open.getByRole('link').first().waitFor();
    expect(await open.getByRole('link').allTextContents()).toEqual(['Paint the sign']);
    const deeds = page.getByRole('list', { name: 'Recent activity' });
    await deeds.getByText('created the task “Paint the sign”').waitFor();
    expect(await deeds.getByText('Of somebody else').count()).toBe(0);
    await open.getByRole('link', { name: 'Paint the sign' }).click();
    await taskPage(page, 'Paint the sign').waitFor();
  });

  test('of nobody, or of somebody of another group, says so inside of the shell', async ({ browsing }) => {
    const { owner } = await organization();
    const { owner: foreigner } = await organization();
    const page = await browsing.signedIn(owner, { at: `${at}/${foreigner.userId}` });
    await page.getByRole('heading', { name: 'This person is not in your group' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('link', { name: 'Back to Team' }).click();
    await page.getByRole('heading', { name: 'Team Members' }).waitFor();
  });
});

describe('a task', () => {
  test('tells its history when it is asked for', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    await owner.call(tasks.routes.change, {
      params: { taskId: id },
      body: { version: 1, status: 'review', priority: 'high', tags: ['shop'] },
    });
    await waitForEvents(owner, 3);
    const page = await browsing.signedIn(owner, { at: `/dashboard/tasks/${id}` });
    const form = taskPage(page, 'Paint the sign');
    await form.waitFor();
    expect(await form.getByRole('list', { name: 'History of this task' }).count()).toBe(0);
    await form.getByText('History', { exact: true }).click();
    const told = form.getByRole('list', { name: 'History of this task' });
    await told.getByText('Status changed from Pending to Pending Review').waitFor();
    await told.getByText('Priority changed from Medium to High').waitFor();
    await told.getByText('Tags: added “shop”').waitFor();
    await told.getByText('Ada Founder created the task').waitFor();
    // It stands last on the page, and has to come into view by itself.
    const last = await told.getByText('Ada Founder created the task').boundingBox();
    expect((last?.y ?? Number.NaN) + (last?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  test('that the address names and that is gone is said to be gone', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner);
    await owner.call(tasks.routes.remove, { params: { taskId: id }, query: { version: 1 } });
    const page = await browsing.signedIn(owner, { at: `/dashboard/tasks/${id}` });
    await page.getByText('This task no longer exists. It may have been deleted.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.pathname === '/dashboard/tasks');
    // The same of what is asked about one.
    await page.goto(`/dashboard/tasks?record=${id}&ask=status`);
    await notification(page, 'This task no longer exists').waitFor();
    await page.waitForURL((url) => url.search === '');
  });
});

describe.for([
  { device: 'desk', width: widths.desk },
  { device: 'phone', width: widths.smallPhone },
])('nothing of the team bars anybody, on a $device:', ({ width }) => {
  test('the directory, its forms and the page of a member', async ({ browsing }) => {
    const group = await organization();
    await group.member();
    await group.owner.call(team.routes.invite, { body: { email: anAddress() } });
    await group.owner.call(team.routes.createCode, {
      body: { description: 'Of a very long summer festival' },
    });
    const { id } = await aTask(group.owner);
    await waitForEvents(group.owner, 4);
    const page = await browsing.signedIn(group.owner, { at, width });
    const found: string[] = [];
    const look = async (state: string) => {
      for (const violation of await violations(page)) found.push(`${state}, ${violation}`);
      await isNotWider(page);
    };
    await entry(page, 'Pending').first().waitFor();
    await page.getByRole('list', { name: 'Recent activity' }).waitFor();
    await look('directory');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
    await look('filter');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Owner');
    await page.keyboard.press('Escape');
    await page.getByText('No team members found').waitFor();
    await look('nobody found');
    await page.getByRole('button', { name: 'Show all members' }).click();
    const form = await invite(page, 'nobody');
    await form.getByText('Invalid email address').waitFor();
    await look('invitation with an error');
    await page.keyboard.press('Escape');
    await act(page, 'Mia Member', 'Change role');
    await dialog(page, 'Change role').waitFor();
    await look('choice of a role');
    await page.keyboard.press('Escape');
    await act(page, 'Mia Member', 'Remove member');
    await page.getByRole('alertdialog').waitFor();
    await look('question before removing');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Mia Member' }).first().click();
    await page.getByRole('heading', { name: 'Mia Member' }).waitFor();
    await page.getByText('No open tasks').waitFor();
    await look('member');
    await page.goto(`${at}/nobody`);
    await page.getByRole('heading', { name: 'This person is not in your group' }).waitFor();
    await look('no member');
    await page.goto(`/dashboard/tasks/${id}`);
    await page.getByText('History', { exact: true }).click();
    await page.getByRole('list', { name: 'History of this task' }).waitFor();
    await look('history of a task');
    expect(found).toEqual([]);
  });
});
