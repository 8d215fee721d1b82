import { describe, expect } from 'vitest';
import { addDays, dateIn } from '../../shared/core/calendar.ts';
import { type Task, tasks } from '../../shared/tasks/contract.ts';
import { test } from '../support/browser.ts';
import { organization } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';
import {
  card,
  cards,
  choose,
  dialog,
  everyTitle,
  fill,
  notification,
  openNewTask,
  openPage,
  openTask,
  save,
  titles,
} from '../support/tasks-screen.ts';

const { routes } = tasks;

describe('a task', () => {
  test('is edited in a form that shows what is stored', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign', description: 'Green', priority: 'low' });
    const page = await browsing.signedIn(owner);
    const form = await openTask(page, 'Paint the sign');
    expect(await form.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Green');
    await fill(form, { title: 'Paint both signs', deadline: '2027-05-01' });
    await form.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await save(form);
    await notification(page, 'Task updated').waitFor();
    await card(page, 'Paint both signs').getByText('High').waitFor();
    expect(await owner.call(routes.get, { params: { taskId: id } })).toMatchObject({
      title: 'Paint both signs',
      description: 'Green',
      priority: 'high',
      deadline: '2027-05-01',
      version: 2,
    });
  });

  test('changes to every status but its own, each with its notification', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const steps = [
      { choice: 'In Progress', says: 'Task started', badge: 'In Progress' },
      { choice: 'Pending Review', says: 'Task sent for review', badge: 'Pending Review' },
      { choice: 'Done', says: 'Task completed', badge: 'Completed' },
      { choice: 'To Do', says: 'Task moved to pending', badge: 'Pending' },
    ];
    let current = 'To Do';
    for (const { choice, says, badge } of steps) {
      await choose(page, 'Paint the sign', 'Change Status');
      const choices = dialog(page, 'Change Task Status').getByRole('listitem');
      const others = steps.map((step) => step.choice).filter((one) => one !== current);
      await expect.poll(async () => (await choices.allTextContents()).sort()).toEqual(others.sort());
      await choices.getByRole('button', { name: choice }).click();
      await notification(page, says).waitFor();
      await card(page, 'Paint the sign').getByText(`Status: ${badge}`, { exact: true }).waitFor();
      current = choice;
    }
    const { status, version } = await owner.call(routes.get, { params: { taskId: id } });
    expect({ status, version }).toEqual({ status: 'pending', version: 5 });
  });

  test('is completed and reopened by its tick', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(owner);
    const tick = page.getByRole('checkbox', { name: 'Completed: Paint the sign' });
    await tick.click();
    await notification(page, 'Task completed').waitFor();
    expect(await tick.isChecked()).toBe(true);
    expect(await owner.call(routes.get, { params: { taskId: id } })).toMatchObject({ status: 'completed' });
    await tick.click();
    await notification(page, 'Task moved to pending').waitFor();
    expect(await tick.isChecked()).toBe(false);
  });

  test('goes to the deleted ones and comes back, by Undo and by Restore', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign' });
    await aTask(owner, { title: 'Buy a ladder' });
    const page = await browsing.signedIn(owner);
    const remove = async () => {
      await choose(page, 'Paint the sign', 'Delete Task');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Task' }).click();
      await card(page, 'Paint the sign').waitFor({ state: 'detached' });
    };
    await remove();
    await notification(page, 'Task deleted').getByRole('button', { name: 'Undo' }).click();
    await card(page, 'Paint the sign').waitFor();
    expect(await titles(page)).toEqual(['Buy a ladder', 'Paint the sign']);

    await remove();
    await page.getByRole('link', { name: 'Show deleted' }).click();
    await page.getByText(/Deleted .* by you/).waitFor();
    await page.getByRole('button', { name: 'Restore Paint the sign' }).click();
    await page.getByText('No deleted tasks').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Tasks & Projects' }).click();
    await card(page, 'Paint the sign').waitFor();
  });

  test('has sub-tasks that are ticked on its page', async ({ browsing }) => {
    const { owner } = await organization();
    const { id } = await aTask(owner, {
      title: 'Paint the sign',
      subtasks: [
        { title: 'Ask for a price', completed: false },
        { title: 'Order green', completed: true },
      ],
    });
    const page = await browsing.signedIn(owner);
    const sign = card(page, 'Paint the sign');
    await sign.getByText('1 of 2 sub-tasks').waitFor();
    const task = await openPage(page, 'Paint the sign');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await task.getByRole('checkbox', { name: 'Ask for a price' }).click();
    await sign.getByText('2 of 2 sub-tasks').waitFor();
    expect((await answered).status()).toBe(200);
    const { subtasks } = await owner.call(routes.get, { params: { taskId: id } });
    expect(subtasks.map(({ completed }) => completed)).toEqual([true, true]);
  });

  test('takes tags and sub-tasks in its form: by Enter, by comma, without doubles', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const form = await openNewTask(page);
    await fill(form, { title: 'Paint the sign', deadline: '2027-05-01' });
    const tags = form.getByRole('textbox', { name: 'Tags' });
    await tags.fill('site');
    await tags.press('Enter');
    await tags.pressSequentially('spring,site,wrong,');
    await form.getByRole('button', { name: 'Remove tag wrong' }).click();
    const subtask = form.getByRole('textbox', { name: 'New sub-task' });
    await subtask.fill('Ask for a price');
    await subtask.press('Enter');
    await subtask.fill('Order green');
    await form.getByRole('checkbox', { name: 'Sub-task 1 completed' }).check();
    // What was typed and not yet added is not lost.
    await save(form);
    const sign = card(page, 'Paint the sign');
    await sign.getByText('1 of 2 sub-tasks').waitFor();
    const [task] = (await owner.call(routes.list, {})).items as [Task];
    expect(task.tags).toEqual(['site', 'spring']);
    expect(task.subtasks.map(({ title, completed }) => ({ title, completed }))).toEqual([
      { title: 'Ask for a price', completed: true },
      { title: 'Order green', completed: false },
    ]);
    expect(await sign.textContent()).toMatch(/site[\s\S]*spring/);
  });

  test('shows Markdown, of which nothing runs, on its page and in the preview', async ({ browsing }) => {
    const description = [
      '**Bold** and [a price](https://example.com/price)',
      '<script>window.hacked = 1</script>',
      '<img src="/nothing.png" onerror="window.hacked = 2">',
      '<svg onload="window.hacked = 3"></svg><iframe srcdoc="<script>parent.hacked = 4</script>"></iframe>',
      '[run](javascript:window.hacked=5) ![x](javascript:window.hacked=6) [data](data:text/html,hi)',
      '<a href="javascript:window.hacked=7" onclick="window.hacked = 8">html</a> <b style="position:fixed">b</b>',
      '<javascript:window.hacked=9>',
    ].join('\n\n');
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the sign', description });
    const page = await browsing.signedIn(owner);
    const isHarmless = async (place: ReturnType<typeof card>) => {
      await place.locator('strong', { hasText: 'Bold' }).waitFor();
      await place.getByText('<script>window.hacked = 1</script>').waitFor();
      const link = place.getByRole('link', { name: 'a price' });
      expect(await link.getAttribute('href')).toBe('https://example.com/price');
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await place.getByRole('link').count()).toBe(1);
      for (const text of await place.getByText(/^(run|html|data)$/).all()) await text.click();
      expect(await place.locator('script, img, iframe, svg[onload], [style*=fixed], [onclick]').count()).toBe(
        0,
      );
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    };
    await isHarmless(await openPage(page, 'Paint the sign'));
    const form = await openTask(page, 'Paint the sign');
    await form.getByRole('button', { name: 'Preview' }).click();
    await isHarmless(form);
  });
});

describe('the form', () => {
  test('says what is missing, and puts the cursor there', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const form = await openNewTask(page);
    await save(form);
    await form
      .getByRole('alert')
      .getByText('Please fill in all required fields (Title, Priority, Deadline)')
      .waitFor();
    const title = form.getByRole('textbox', { name: 'Title', exact: true });
    await expect.poll(() => title.evaluate((box) => box === document.activeElement)).toBe(true);
    const described = await title.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described?.split(' ')[0]}"]`).textContent()).toBe('Title is required');
    await fill(form, { title: 'Paint the sign' });
    await save(form);
    await form.getByText('Deadline is required').waitFor();
    await fill(form, { deadline: '2027-05-01' });
    await save(form);
    await card(page, 'Paint the sign').waitFor();
  });

  test('keeps what was typed when saving fails, through a reload, until it is saved', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const form = await openNewTask(page);
    await fill(form, { title: 'Paint the sign', description: 'A long story', deadline: '2027-05-01' });
    await save(form);
    await form.getByText('Failed to save task. Please try again.').waitFor();
    expect(await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(
      'Paint the sign',
    );

    await page.unroute('**/api/tasks');
    await page.reload();
    const again = dialog(page, 'Create Task');
    await again.getByText('Draft restored.').waitFor();
    expect(await again.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('A long story');
    await save(again);
    await card(page, 'Paint the sign').waitFor();
    expect(await titles(page)).toEqual(['Paint the sign']);

    const fresh = await openNewTask(page);
    expect(await fresh.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('');
  });

  test('makes one task of a submission whose answer was lost and that was pressed again', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    await page.route(
      '**/api/tasks',
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const form = await openNewTask(page);
    await fill(form, { title: 'Paint the sign', deadline: '2027-05-01' });
    await save(form);
    await form.getByText('Failed to save task. Please try again.').waitFor();
    await save(form);
    await notification(page, 'Task created').waitFor();
    await page.reload();
    await card(page, 'Paint the sign').first().waitFor();
    expect(await titles(page)).toEqual(['Paint the sign']);
  });

  test('that is cancelled offers what was typed once more', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const form = await openNewTask(page);
    await fill(form, { title: 'Half a thought' });
    await form.getByRole('button', { name: 'Cancel' }).click();
    await notification(page, 'Changes discarded').getByRole('button', { name: 'Undo' }).click();
    await form.waitFor();
    expect(await form.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(
      'Half a thought',
    );
  });
});

describe('the list', () => {
  test('is searched in titles and descriptions, ignoring case, and the address keeps the search', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'Paint the SIGN' });
    await aTask(owner, { title: 'Buy a ladder', description: 'for the sign' });
    await aTask(owner, { title: 'Call the bank' });
    const page = await browsing.signedIn(owner);
    const box = page.getByRole('searchbox', { name: 'Search tasks' });
    await card(page, 'Call the bank').waitFor();
    await box.fill('sign');
    await card(page, 'Call the bank').waitFor({ state: 'detached' });
    expect(await titles(page)).toEqual(['Buy a ladder', 'Paint the SIGN']);
    await page.waitForURL('**/dashboard/tasks?search=sign');
    await page.reload();
    await card(page, 'Buy a ladder').waitFor();
    expect(await titles(page)).toEqual(['Buy a ladder', 'Paint the SIGN']);

    await box.fill('nothing of the kind');
    await page.getByRole('heading', { name: 'No tasks found' }).waitFor();
    await page.getByText('Try adjusting your search or filter criteria').waitFor();
    await box.fill('');
    await card(page, 'Call the bank').waitFor();
  });

  test('filters by status and priority, four statuses and three priorities', async ({ browsing }) => {
    const { owner } = await organization();
    await aTask(owner, { title: 'One', status: 'review', priority: 'high' });
    await aTask(owner, { title: 'Two', status: 'completed', priority: 'high' });
    await aTask(owner, { title: 'Three', status: 'review', priority: 'low' });
    const page = await browsing.signedIn(owner);
    const status = page.getByRole('combobox', { name: 'Filter by status' });
    const priority = page.getByRole('combobox', { name: 'Filter by priority' });
    expect(await status.getByRole('option').allTextContents()).toEqual([
      'All Status',
      'Pending',
      'In Progress',
      'Pending Review',
      'Completed',
    ]);
    expect(await priority.getByRole('option').allTextContents()).toEqual([
      'All Priority',
      'Low',
      'Medium',
      'High',
    ]);
    await status.selectOption('Pending Review');
    await expect.poll(() => titles(page)).toEqual(['Three', 'One']);
    await priority.selectOption('High');
    await expect.poll(() => titles(page)).toEqual(['One']);
    await status.selectOption('All Status');
    await expect.poll(() => titles(page)).toEqual(['Two', 'One']);
    expect(new URL(page.url()).search).toBe('?priority=high');
  });

  test('opens with what the dashboard links to: high priority, due by today, not completed', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const today = dateIn('Europe/Zurich', new Date());
    await aTask(owner, { title: 'High today', priority: 'high', deadline: today });
    await aTask(owner, { title: 'High late', priority: 'high', deadline: addDays(today, -3) });
    await aTask(owner, { title: 'High done', priority: 'high', deadline: today, status: 'completed' });
    await aTask(owner, { title: 'Low today', priority: 'low', deadline: today });
    await aTask(owner, { title: 'High later', priority: 'high', deadline: addDays(today, 3) });
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks?filter=today&sort=priority' });
    const priority = page.getByRole('combobox', { name: 'Filter by priority' });
    await expect.poll(() => titles(page)).toEqual(['High late', 'High today']);
    expect(await priority.inputValue()).toBe('high');
    await priority.selectOption('All Priority');
    await expect.poll(() => titles(page)).toEqual(['High late', 'High today', 'Low today']);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('priority');
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Completed');
    await expect.poll(() => titles(page)).toEqual(['High done']);
    await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('All Status');
    await page.getByRole('button', { name: 'Remove filter: due by today' }).click();
    await expect
      .poll(() => titles(page))
      .toEqual(['High later', 'High done', 'High late', 'High today', 'Low today']);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest first');
    await expect
      .poll(() => titles(page))
      .toEqual(['High later', 'Low today', 'High done', 'High late', 'High today']);
    expect(new URL(page.url()).search).toBe('');
  });

  test('is sorted by the server, page after page, and a task that changes its priority changes its place', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const made = Array.from({ length: 75 }, (_, n) => n);
    for (let at = 0; at < made.length; at += 25)
      await Promise.all(
        made.slice(at, at + 25).map((n) => {
          const priority = (['low', 'medium', 'high'] as const)[n % 3] as 'low';
          return aTask(owner, { title: `${priority} ${n}`, priority });
        }),
      );
    const page = await browsing.signedIn(owner, { at: '/dashboard/tasks?sort=priority' });
    await cards(page).first().waitFor();
    const all = await everyTitle(page, made.length);
    expect(all.map((title) => 'hml'.indexOf(title[0] as string)).join('')).toBe(
      '0'.repeat(25) + '1'.repeat(25) + '2'.repeat(25),
    );
    const last = all.at(-1) as string;
    const form = await openTask(page, last);
    await form.getByRole('combobox', { name: 'Priority' }).selectOption('High');
    await save(form);
    await notification(page, 'Task updated').waitFor();
    // Among the high ones; where exactly is a matter of when it was made.
    const shown = await everyTitle(page, made.length);
    expect(shown.slice(0, 26)).toContain(last);
    await page.reload();
    await cards(page).first().waitFor();
    expect(await everyTitle(page, made.length)).toEqual(shown);
  });

  test('loads page after page while it is scrolled, each task once, newest first', async ({ browsing }) => {
    const { owner } = await organization();
    const count = 120;
    for (let at = 0; at < count; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          aTask(owner, { title: `Task ${String(at + n).padStart(3, '0')}` }),
        ),
      );
    const expected: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await owner.call(routes.list, { query: { limit: 100, cursor } });
      expected.push(...page.items.map(({ title }) => title));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(expected.length).toBe(count);

    const page = await browsing.signedIn(owner);
    await cards(page).first().waitFor();
    expect(await cards(page).count()).toBeLessThan(count);
    expect(await everyTitle(page, count)).toEqual(expected);
    // However many there are, only those near what is seen cost anything.
    expect(await cards(page).count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' });
  });
});
