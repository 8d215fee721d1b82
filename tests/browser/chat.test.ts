import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chat } from '../../shared/chat/contract.ts';
import { violations } from '../support/axe.ts';
import { test, widths } from '../support/browser.ts';
import {
  aMessage,
  chatPath,
  input,
  log,
  oldMessages,
  refuseNextMessage,
  row,
  rows,
  say,
  texts,
} from '../support/chat-screen.ts';
import { answerNext, holdNextAnswer, loseNextAnswer } from '../support/failing.ts';
import { organization } from '../support/people.ts';
import { cutSocketsOf } from '../support/socket.ts';
import { notification } from '../support/tasks-screen.ts';

const heightOf = (area: Element): number => (area as HTMLElement).offsetHeight;
const topOf = async (page: Page, text: string): Promise<number> =>
  Math.round((await row(page, text).boundingBox())?.y ?? Number.NaN);
const focusedRole = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('role'));
const teamLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Team/ });

describe('two members', () => {
  test('see what was sent and deleted while the messages were being loaded', async ({ browsing }) => {
    const group = await organization();
    const member = await group.member();
    const goes = await aMessage(member, 'Goes');
    await aMessage(member, 'Stays');
    const ada = await browsing.signedIn(group.owner);
    const frames: string[] = [];
    ada.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
    );
    const heard = (text: string) => expect.poll(() => frames.join('\n'), { timeout: 10_000 }).toContain(text);
    await holdNextAnswer(ada, 'GET /api/chat/messages', async () => {
      await heard('"online"');
      await member.call(chat.routes.removeMessage, { params: { messageId: goes.id } });
      const came = await aMessage(member, 'Came');
      // From the log, too: after that, nothing more is to be heard of them.
      for (const { id } of [goes, came]) await heard(`"entity":"message","id":"${id}"`);
    });
    await ada.goto(chatPath);
    await row(ada, 'Came').waitFor();
    expect(await texts(ada)).toEqual(['Stays', 'Came']);
  });

  test('see what the other says and deletes, and that they are there, without a reload', async ({
    browsing,
  }) => {
    const group = await organization();
    const member = await group.member();
    const ada = await browsing.signedIn(group.owner, { at: chatPath });
    await log(ada).getByText('No messages yet').waitFor();
    await log(ada).getByText('Start a conversation with your team!').waitFor();
    await log(ada).getByRole('button', { name: 'Write the first message' }).click();
    expect(await input(ada).evaluate((one) => one === document.activeElement)).toBe(true);
    const mia = await browsing.signedIn(member, { at: chatPath, name: 'Mia Member' });
    await ada.getByText('2 online now').waitFor();

    await input(ada).fill('Good morning, see https://example.com/sign.');
    await input(ada).press('Shift+Enter');
    await input(ada).pressSequentially('It is <b>done</b>.');
    await ada.getByText('62/2000').waitFor();
    await input(ada).press('Enter');
    await row(mia, 'Good morning').getByText('Ada Founder').waitFor();
    expect(await texts(mia)).toEqual(['Good morning, see https://example.com/sign.\nIt is <b>done</b>.']);
    const link = log(mia).getByRole('link', { name: 'https://example.com/sign', exact: true });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await input(ada).inputValue()).toBe('');

    await say(mia, 'Lovely');
    await row(ada, 'Lovely').waitFor();
    expect(await row(ada, 'Lovely').getByRole('button').count()).toBe(0);
    // From the keyboard: the button shows itself with the focus.
    const remove = row(mia, 'Lovely').getByRole('button', { name: /^Delete message/ });
    await remove.focus();
    expect(await remove.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
    await remove.press('Enter');
    await notification(mia, 'Message deleted').waitFor();
    await row(ada, 'Lovely').waitFor({ state: 'detached' });
    expect(await focusedRole(mia)).toBe('log');
    expect(await texts(mia)).toHaveLength(1);
  });

  test('are told what is unread while they are elsewhere, and where they left off', async ({ browsing }) => {
    const group = await organization();
    const member = await group.member();
    await aMessage(group.owner, 'Long known');
    await member.call(chat.routes.markRead, { body: { upTo: 1 } });
    const page = await browsing.signedIn(member);
    await page.getByRole('heading', { name: 'No tasks found' }).waitFor();
    await aMessage(group.owner, 'First news');
    await aMessage(group.owner, 'Second news');
    await teamLink(page).getByText('2 unread messages').waitFor({ state: 'attached' });
    await expect.poll(() => page.title()).toBe('(2) Tasks & Projects · Guildhall');
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('link', { name: '2 new messages in Team Chat' }).click();

    await row(page, 'Second news').waitFor();
    const order = await log(page).getByRole('listitem').allTextContents();
    expect(order.indexOf('New messages')).toBe(order.findIndex((text) => text.includes('First news')) - 1);
    await expect.poll(() => page.title()).toBe('Team · Guildhall');
    expect(await teamLink(page).textContent()).toBe('Team');
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    expect(await member.call(chat.routes.getState, {})).toMatchObject({ readUpTo: 3, unread: 0 });
    // Seen as it comes: neither counted nor marked as new.
    await aMessage(group.owner, 'Third news');
    await row(page, 'Third news').waitFor();
    expect(await page.title()).toBe('Team · Guildhall');
    await expect.poll(() => member.call(chat.routes.getState, {})).toMatchObject({ readUpTo: 4, unread: 0 });
    await page.reload();
    await row(page, 'Third news').waitFor();
    expect(await log(page).getByText('New messages').count()).toBe(0);
  });
});

test('who has not seen the newest is told how many there are, and keeps the focus on going there', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  const tall = 'Line\n'.repeat(40);
  for (const number of [1, 2, 3]) await aMessage(group.owner, `${tall}News ${number}`);
  const page = await browsing.signedIn(member, { at: chatPath });
  await log(page).getByText('New messages').waitFor();
  const jump = page.getByRole('button', { name: 'Jump to newest (3 new)' });
  await jump.press('Enter');
  await jump.waitFor({ state: 'detached' });
  expect(await focusedRole(page)).toBe('log');
});

test('a long text keeps its counter and "Send" in the window, and says when it is too long', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner, { at: chatPath });
  await input(page).fill('x'.repeat(2001));
  await page.getByRole('status').filter({ hasText: 'Message must be at most 2,000 characters.' }).waitFor();
  await input(page).press('Enter');
  expect(await rows(page).count()).toBe(0);
  const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
  expect((send?.y ?? Number.NaN) + (send?.height ?? 0)).toBeLessThanOrEqual(800);
});

test.for([
  { width: widths.desk, height: 720 },
  { width: widths.phone, height: 667 },
])(
  'at $width × $height, the newest message and "Send" are in the window, and the page does not scroll',
  async (window, { browsing }) => {
    const { id, owner } = await organization();
    await oldMessages(id, owner, 40);
    const page = await browsing.signedIn(owner, { at: chatPath, ...window });
    await row(page, 'Message 40').waitFor();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const everythingFits = async () => {
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
        .toBeLessThanOrEqual(window.height);
      for (const part of [row(page, 'Message 40'), send])
        await expect
          .poll(async () => {
            const box = await part.boundingBox();
            return box !== null && box.y >= 0 && box.y + box.height <= window.height;
          })
          .toBe(true);
    };
    await everythingFits();
    const before = await log(page).evaluate(heightOf);
    expect(before).toBeGreaterThanOrEqual(224);
    // What is lower later is measured anew; higher, the list has the height that S2 gives it.
    await page.setViewportSize({ ...window, height: 1040 });
    await expect.poll(() => log(page).evaluate(heightOf)).toBe(window.width === widths.desk ? 600 : 500);
    await page.setViewportSize(window);
    await everythingFits();
    if (window.width === widths.desk) {
      await input(page).fill('line\n'.repeat(12));
      await everythingFits();
      expect(await log(page).evaluate(heightOf)).toBeLessThan(before);
    }
  },
);

test('older messages come on scrolling up without a jump, and a button leads back to the newest', async ({
  browsing,
}) => {
  const group = await organization();
  await oldMessages(group.id, group.owner, 220);
  const member = await group.member();
  const page = await browsing.signedIn(member, { at: chatPath, height: 1040 });
  await row(page, 'Message 220').waitFor();
  expect(await rows(page).count()).toBe(100);
  expect(await log(page).evaluate(heightOf)).toBe(600);

  await log(page).evaluate((box) => box.scrollTo(0, 300));
  const top = await rows(page).first().getAttribute('data-message');
  const seen = await log(page).evaluate((box) => {
    const frame = box.getBoundingClientRect();
    const first = [...box.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().top >= frame.top,
    );
    return first?.querySelector('p[dir=auto]')?.textContent ?? '';
  });
  const before = await topOf(page, seen);
  await log(page).evaluate((box) => box.scrollBy(0, -100));
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(200);
  expect(await rows(page).first().getAttribute('data-message')).not.toBe(top);
  expect(await topOf(page, seen)).toBe(before + 100);
  await log(page).evaluate((box) => box.scrollTo(0, 0));
  await row(page, 'Message 1').first().waitFor({ state: 'attached' });
  await expect.poll(() => rows(page).count()).toBe(220);
  expect(await page.getByRole('button', { name: 'Load older messages' }).count()).toBe(0);
  expect(new Set(await texts(page)).size).toBe(220);

  const still = await log(page).evaluate((box) => box.scrollTop);
  await aMessage(group.owner, 'The newest');
  const jump = page.getByRole('button', { name: 'Jump to newest (1 new)' });
  await jump.waitFor();
  expect(await log(page).evaluate((box) => box.scrollTop)).toBe(still);
  await jump.click();
  expect(await row(page, 'The newest').isVisible()).toBe(true);
  await jump.waitFor({ state: 'detached' });
});

describe('what was not sent', () => {
  // What is sent when, and in which order, is for outbox.test.ts to say.
  test('is told once for all of it, and goes by one press in the order of writing, which keeps the focus', async ({
    browsing,
  }) => {
    browsing.tolerate(/^503 POST/);
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: chatPath });
    const retryAll = page.getByRole('button', { name: 'Retry all' });
    const said = ['First', 'Second', 'Third'];
    for (const [index, text] of said.entries()) {
      await refuseNextMessage(page);
      await say(page, text);
      await row(page, text).getByText('Not sent').waitFor();
      // A single one has a Retry of its own.
      expect(await retryAll.count()).toBe(index === 0 ? 0 : 1);
    }
    expect(await notification(page, 'Failed to send message').count()).toBe(1);
    await page.getByText('3 messages were not sent.').waitFor();
    await row(page, 'First').getByRole('button', { name: 'Retry' }).press('Enter');
    await row(page, 'First').getByText('Not sent').waitFor({ state: 'detached' });
    expect(await focusedRole(page)).toBe('log');
    await retryAll.press('Enter');
    await row(page, 'Third')
      .getByRole('button', { name: /^Delete message/ })
      .waitFor();
    expect(await focusedRole(page)).toBe('log');
    expect(await texts(page)).toEqual(said);
    const { items } = await owner.call(chat.routes.listMessages, {});
    expect(items.map(({ text }) => text)).toEqual(said);
    expect(await retryAll.count()).toBe(0);
  });

  test('stays with Retry and Discard, over a reload too, and is one message in the end', async ({
    browsing,
  }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { at: chatPath });
    browsing.tolerate(/^503 POST/);
    const cut = (route: Route) => route.abort();
    await page.route('**/api/chat/messages', cut);
    await say(page, 'Never arrived');
    await notification(page, 'Failed to send message').waitFor();
    await row(page, 'Never arrived')
      .getByText(/^Not sent\. We could not reach Guildhall/)
      .waitFor();
    await page.unroute('**/api/chat/messages', cut);
    await loseNextAnswer(page, 'POST /api/chat/messages');
    await Promise.all([
      page.waitForEvent('requestfailed'),
      row(page, 'Never arrived').getByRole('button', { name: 'Retry' }).click(),
    ]);
    // It was carried out: the socket says so. What has a number can be deleted.
    await row(page, 'Never arrived')
      .getByRole('button', { name: /^Delete message/ })
      .waitFor();
    await row(page, 'Never arrived').getByText('Not sent').waitFor({ state: 'detached' });
    expect(await texts(page)).toEqual(['Never arrived']);

    await refuseNextMessage(page);
    await say(page, 'Kept');
    await row(page, 'Kept')
      .getByText(/^Not sent/)
      .waitFor();
    const { title, status } = chat.errors['chat.too_fast'];
    await answerNext(page, 'POST /api/chat/messages', {
      status,
      json: { code: 'chat.too_fast', status, title: title() },
    });
    await say(page, 'Dropped');
    await row(page, 'Dropped').getByText(`Not sent. ${title()}`).waitFor();
    await input(page).fill('Half a thought');
    await page.reload();
    await row(page, 'Dropped').getByRole('button', { name: 'Discard' }).click();
    await row(page, 'Kept').getByRole('button', { name: 'Retry' }).click();
    await row(page, 'Kept')
      .getByRole('button', { name: /^Delete message/ })
      .waitFor();
    expect(await input(page).inputValue()).toBe('Half a thought');
    await page.reload();
    await row(page, 'Kept').waitFor();
    expect(await texts(page)).toEqual(['Never arrived', 'Kept']);
  });
});

test('whatever becomes of the connection, nothing is missing and nothing is doubled', async ({
  browsing,
}) => {
  const group = await organization();
  const member = await group.member();
  const page = await browsing.signedIn(member, { at: chatPath });
  await page.getByText('1 online now').waitFor();
  const said: string[] = [];
  const hear = async (text: string) => {
    said.push(text);
    return aMessage(group.owner, text);
  };
  for (let round = 1; round <= 3; round += 1) {
    await hear(`Before ${round}`);
    await cutSocketsOf(group.id, { silently: round % 2 === 0 });
    await hear(`While away ${round}`);
    const gone = await hear(`Gone ${round}`);
    await group.owner.call(chat.routes.removeMessage, { params: { messageId: gone.id } });
    said.pop();
    await row(page, `While away ${round}`).waitFor();
  }
  await page.context().setOffline(true);
  await cutSocketsOf(group.id);
  await hear('While offline');
  await page.context().setOffline(false);
  await row(page, 'While offline').waitFor();
  await hear('At last');
  await row(page, 'At last').waitFor();
  expect(await texts(page)).toEqual(said);
});

test('a lost connection is told calmly after ten seconds, and no longer when it is back', async ({
  browsing,
}) => {
  const { id, owner } = await organization();
  const page = await browsing.signedIn(owner, { at: chatPath });
  await page.clock.install();
  await page.reload();
  await page.getByText('1 online now').waitFor();
  let blocked = true;
  await page.route('**/api/live/tickets', (route) => (blocked ? route.abort() : route.continue()));
  await cutSocketsOf(id);
  const line = page.getByRole('status').filter({ hasText: 'Live updates are paused. Reconnecting…' });
  await page.clock.fastForward(9_000);
  await page.clock.fastForward(2_000);
  await line.waitFor();
  expect(await page.getByText('online now').count()).toBe(0);
  blocked = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await line.waitFor({ state: 'detached' });
  await page.getByText('1 online now').waitFor();
});

test('is usable on the narrowest phone, by everybody, in both themes', async ({ browsing }) => {
  browsing.tolerate(/^503 POST/);
  const group = await organization();
  const member = await group.member();
  await aMessage(group.owner, `A long word: ${'Schilder'.repeat(30)} https://example.com/${'a'.repeat(200)}`);
  const page = await browsing.signedIn(member, { at: chatPath, width: widths.smallPhone, height: 1040 });
  await row(page, 'A long word').waitFor();
  await say(page, 'Mine');
  await row(page, 'Mine').getByRole('button').waitFor();
  await refuseNextMessage(page);
  await say(page, 'Not sent');
  await row(page, 'Not sent').getByRole('button', { name: 'Retry' }).waitFor();
  expect(await log(page).evaluate((box) => [box.clientHeight, box.scrollWidth - box.clientWidth])).toEqual([
    500, 0,
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.smallPhone);
  expect(await violations(page)).toEqual([]);
  await input(page).fill('line\n'.repeat(12));
  expect(await input(page).evaluate(heightOf)).toBe(120);
  await input(page).fill('x'.repeat(2001));
  await page.getByText('Message must be at most 2,000 characters. 2001/2000').waitFor();
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  await input(page).fill('');
  expect(await input(page).evaluate(heightOf)).toBeLessThan(70);
});
