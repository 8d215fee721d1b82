import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { chatHeadKey, messageIdKey, messageKey } from '../../services/chat/chat-keys.ts';
import { chat, type Message } from '../../shared/chat/contract.ts';
import { type Person, table } from './people.ts';

export const chatPath = '/dashboard/team?tab=chat';

/** The list of messages, which scrolls. */
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

/** The messages on the screen. */
export const rows = (page: Page): Locator => log(page).locator('[data-message]');

/** One message, by what it says. */
export const row = (page: Page, text: string): Locator => rows(page).filter({ hasText: text });

export const input = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

/** Types a message and sends it. */
export const say = async (page: Page, text: string): Promise<void> => {
  await input(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

/** The texts on the screen, in their order. */
export const texts = (page: Page): Promise<string[]> => rows(page).locator('p[dir=auto]').allTextContents();

/** Sends a message as somebody, past any screen. */
export const aMessage = (person: Person, text: string): Promise<Message> =>
  person.call(chat.routes.sendMessage, { body: { id: randomUUID(), text } });

/** Lets somebody have said "Message 1" to "Message n" long ago: more than anybody may send in a minute. */
export const oldMessages = async (
  organizationId: string,
  { userId }: Person,
  count: number,
): Promise<void> => {
  const start = Date.parse('2026-03-01T08:00:00Z');
  const messages = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    number: index + 1,
    senderId: userId,
    text: `Message ${index + 1}`,
    sentAt: new Date(start + index * 600_000).toISOString(),
    isDeleted: false,
  }));
  await Promise.all(
    messages.map(({ id, number, ...said }) =>
      table().write(
        { put: { ...messageKey(organizationId, number), id, number, ...said } },
        { put: { ...messageIdKey(organizationId, id), number, senderId: userId } },
      ),
    ),
  );
  await table().write({ put: { ...chatHeadKey(organizationId), latest: count } });
};
