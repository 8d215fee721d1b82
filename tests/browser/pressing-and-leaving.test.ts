import { describe, expect } from 'vitest';
import { chat } from '../../shared/chat/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { test, widths } from '../support/browser.ts';
import { aMessage, chatPath, input, oldMessages, row, rows, say } from '../support/chat-screen.ts';
import { organization } from '../support/people.ts';
import { cutSocketsOf } from '../support/socket.ts';
import { aTask } from '../support/tasks.ts';
import { card, choose, fill, notification, openNewTask } from '../support/tasks-screen.ts';

describe('a press', () => {
  test('that only ends beside a dialog closes nothing; one that begins there does', async ({ browsing }) => {
    const group = await organization();
    await aTask(group.owner, { title: 'Paint the sign' });
    const page = await browsing.signedIn(group.owner);
    await choose(page, 'Paint the sign', 'Delete Task');
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    const box = (await question.boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x - 60, box.y + 60);
    await page.mouse.up();
    expect(await question.count()).toBe(1);
    await page.mouse.click(box.x - 60, box.y + 60);
    await question.waitFor({ state: 'detached' });
  });

  test('finds its button, though the field that it leaves changes the layout', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { height: 1100 });
    const form = await openNewTask(page);
    await fill(form, { title: 'With what was typed last', deadline: '2027-01-29' });
    // A sub-task that becomes a row of its own when its field is left: the dialog grows under the pointer.
    await form.getByRole('textbox', { name: 'New sub-task' }).fill('Typed last');
    const button = (await form.getByRole('button', { name: 'Create Task' }).boundingBox())!;
    await page.mouse.move(button.x + button.width / 2, button.y + 3);
    await page.mouse.down();
    await page.mouse.up();
    await form.waitFor({ state: 'detached' });
    const { items } = await group.owner.call(tasks.routes.list, {});
    expect(items[0]?.subtasks.map((one) => one.title)).toEqual(['Typed last']);
  });
});

test('on a phone Enter makes a new line and "Send" sends', async ({ browsing }) => {
  const group = await organization();
  const page = await browsing.signedIn(group.owner, { at: chatPath, width: widths.phone });
  await input(page).waitFor();
  expect(await input(page).getAttribute('placeholder')).toBe('Type a message...');
  await input(page).pressSequentially('One');
  await input(page).press('Enter');
  await input(page).pressSequentially('Two');
  expect(await input(page).inputValue()).toBe('One\nTwo');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await row(page, 'Two').waitFor();
  await page.setViewportSize({ width: widths.desk, height: 800 });
  expect(await input(page).getAttribute('placeholder')).toBe(
    'Type a message... (Press Enter to send, Shift+Enter for new line)',
  );
});

describe('short messages', () => {
  test.for([widths.phone, 834, widths.desk])(
    'at %i pixels cover nothing that can be pressed, are at most three, and merge with their like',
    async (width, { browsing }) => {
      const group = await organization();
      await Promise.all(['One', 'Two'].map((title) => aTask(group.owner, { title })));
      const page = await browsing.signedIn(group.owner, { width });
      for (const title of ['One', 'Two']) {
        await choose(page, title, 'Delete Task');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
        await card(page, title).waitFor({ state: 'detached' });
      }
      const merged = notification(page, '(2)');
      await merged.waitFor();
      const covered = await page.evaluate(() => {
        const stack = document.querySelector('section[aria-label=Notifications]')!.getBoundingClientRect();
        return [...document.querySelectorAll('main :is(a, button, input, select)')]
          .filter((element) => {
            const box = element.getBoundingClientRect();
            return (
              box.width > 0 &&
              box.left < stack.right &&
              stack.left < box.right &&
              box.top < stack.bottom &&
              stack.top < box.bottom
            );
          })
          .map((element) => element.textContent || element.getAttribute('aria-label'));
      });
      expect(covered).toEqual([]);
      await merged.getByRole('button', { name: 'Undo' }).click();
      for (const title of ['One', 'Two']) await card(page, title).waitFor();
    },
  );
});

describe('what was not read', () => {
  test('reads 99+ beyond a hundred, whatever of it is deleted, and the chat opens where one left off', async ({
    browsing,
  }) => {
    const group = await organization();
    const reader = await group.member();
    await oldMessages(group.id, group.owner, 340);
    await reader.call(chat.routes.markRead, { body: { upTo: 40 } });
    const mine = await aMessage(group.owner, 'The newest');
    const page = await browsing.signedIn(reader);
    const link = page.getByRole('link', { name: /Team/ });
    await link.getByText('99+', { exact: true }).waitFor();
    const doomed = await aMessage(group.owner, 'Gone soon');
    for (const { id } of [doomed, mine])
      await group.owner.call(chat.routes.removeMessage, { params: { messageId: id } });
    await page.waitForFunction(() => document.title.includes('99+') || document.title.includes('100'));
    expect(await link.textContent()).toContain('99+');
    await page.goto(chatPath);
    await page.getByText('New messages', { exact: true }).waitFor();
    await row(page, 'Message 41').first().waitFor();
    expect(await page.getByText('New messages', { exact: true }).isVisible()).toBe(true);
    expect(await rows(page).last().textContent()).toContain('Message 340');
  });
});

test('messages that could not be sent go by themselves after the connection is back, in order, once', async ({
  browsing,
}) => {
  const group = await organization();
  const page = await browsing.signedIn(group.owner, { at: chatPath });
  await say(page, 'Before');
  await row(page, 'Before').waitFor();
  await page.getByText('1 online now').waitFor();
  await page.context().setOffline(true);
  await cutSocketsOf(group.id);
  await say(page, 'First');
  await say(page, 'Second');
  await page.getByText('2 messages were not sent.').waitFor();
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await group.owner.call(chat.routes.listMessages, {})).items.map(({ text }) => text))
    .toEqual(['Before', 'First', 'Second']);
  await page.getByText('2 messages were not sent.').waitFor({ state: 'detached' });
});
