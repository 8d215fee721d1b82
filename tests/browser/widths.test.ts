import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { team } from '../../shared/team/contract.ts';
import { test } from '../support/browser.ts';
import { aMessage } from '../support/chat-screen.ts';
import { faultsAt } from '../support/layout.ts';
import { join, type Organization, organization, type Person, stranger } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import { card, choose, dialog, openPage, taskPage } from '../support/tasks-screen.ts';

/** Phones, a tablet upright, a laptop at 150 %, and desks. */
const every = [320, 390, 768, 834, 912, 1024, 1280, 1920];
const withSidebar = every.filter((width) => width >= 768);

const title = 'Ask the neighbours about the new sign over the door';
let group: Organization;
let colleague: Person;
beforeAll(async () => {
  group = await organization('The Long and Winding Workshop of Founder, Daughters, Signs & Sons');
  const { id, owner } = group;
  colleague = await join(await stranger('Maximiliane Wolfeschlegelstein Bergerdorff'), id, 'admin');
  await join(await stranger('Bartholomew Featherstonehaugh'), id, 'member');
  await owner.call(team.routes.invite, { body: { email: 'alexandra.konstantinopoulou@example.com' } });
  await owner.call(team.routes.createCode, { body: { description: 'Of a very long summer festival' } });
  await aTask(owner, {
    title,
    description: 'They have a ladder, and know whom to ask for the permit.',
    status: 'review',
    priority: 'medium',
    tags: ['neighbourhood', 'permit'],
    subtasks: [{ title: 'Ring at the door', completed: true }],
  });
  await aTask(owner, { title: 'Paint', status: 'completed' });
  await aMessage(
    colleague,
    'Who has the ladder? I have looked for it behind the workshop and in the cellar.',
  );
  await aMessage(owner, 'At the neighbours.');
});

describe('at every width from a small phone to a wide screen nothing is cut, broken, covered or too narrow', () => {
  const screens: Record<string, readonly [string, (page: Page) => Locator]> = {
    tasks: ['/dashboard/tasks?filter=today&priority=all', (page) => card(page, title)],
    'deleted tasks': ['/dashboard/tasks/deleted', (page) => page.getByText('No deleted tasks')],
    team: ['/dashboard/team', (page) => page.getByRole('list', { name: 'Recent activity' })],
    chat: ['/dashboard/team?tab=chat', (page) => page.getByText('At the neighbours.')],
    account: ['/dashboard/settings', (page) => page.getByRole('tab', { name: 'Account', selected: true })],
    currency: ['/dashboard/settings?tab=currency', (page) => page.getByRole('radio').first()],
    appearance: ['/dashboard/settings?tab=appearance', (page) => page.getByText('Dark', { exact: true })],
    billing: ['/dashboard/settings?tab=billing', (page) => page.getByRole('heading', { level: 2 }).first()],
    'group settings': ['/dashboard/settings?tab=group', (page) => page.getByText('Maximiliane').first()],
  };
  const walk = async (
    page: Page,
    places: readonly string[],
    widths: readonly number[],
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const place of places) {
      const [address, there] = screens[place]!;
      await page.goto(address);
      await there(page).waitFor();
      found.push(...(await faultsAt(page, place, widths)));
    }
    return found;
  };

  test('on the screens of work', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    const found = await walk(page, ['tasks', 'deleted tasks', 'team', 'chat'], every);
    await page.goto(`/dashboard/team/${colleague.userId}`);
    await page.getByText('No open tasks').waitFor();
    found.push(...(await faultsAt(page, 'member', every)));
    expect(found).toEqual([]);
  });

  test('in the settings', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings' });
    const tabs = ['account', 'currency', 'appearance', 'billing', 'group settings'];
    expect(await walk(page, tabs, every)).toEqual([]);
  });

  test('beside the collapsed sidebar', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    await page.getByRole('button', { name: /Toggle sidebar/ }).click();
    expect(await walk(page, ['tasks', 'team', 'chat', 'group settings'], withSidebar)).toEqual([]);
  });

  test('in the dialogs', async ({ browsing }) => {
    const page = await browsing.signedIn(group.owner);
    await card(page, title).waitFor();
    const found: string[] = [];
    const look = async (place: string) => {
      found.push(...(await faultsAt(page, place, every)));
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await openPage(page, title);
    found.push(...(await faultsAt(page, 'page of a task', every)));
    await page.goBack();
    await taskPage(page, title).waitFor({ state: 'detached' });
    await choose(page, title, 'Edit Task');
    await dialog(page, 'Edit Task').waitFor();
    await look('form of a task');
    await choose(page, title, 'Change Status');
    await dialog(page, 'Change Task Status').waitFor();
    await look('status');
    await choose(page, title, 'Delete Task');
    await page.getByRole('alertdialog').waitFor();
    await look('deleting');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await look('search');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('dialog').waitFor();
    await look('notifications');
    await page.goto('/dashboard/team');
    await page.getByRole('button', { name: 'Invite Member' }).click();
    await page.getByRole('dialog').waitFor();
    await look('invitation');
    expect(found).toEqual([]);
  });

  test('in the header, with live updates paused, with and without a trial', async ({ browsing }) => {
    const open = async (person: Person) => {
      const page = await browsing.signedIn(person);
      await page.routeWebSocket(/.*/, (socket) => socket.close());
      await page.goto('/dashboard/settings');
      await page.getByText('Live updates are paused').waitFor();
      return page;
    };
    const [ofHolder, ofMember] = await Promise.all([open(group.owner), open(colleague)]);
    const found = [
      ...(await faultsAt(ofHolder, 'with a trial', every)),
      ...(await faultsAt(ofMember, 'without a trial', every)),
    ];
    expect(found).toEqual([]);
  });
});
