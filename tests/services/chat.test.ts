import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chatHeadKey, messageKey, messagesPartition } from '../../services/chat/chat-keys.ts';
import { chat, type Message } from '../../shared/chat/contract.ts';
import { sendingLimit } from '../../shared/chat/rules.ts';
import { history } from '../../shared/history/contract.ts';
import { stream } from '../support/controls.ts';
import { organization, type Person, problemIn, table } from '../support/people.ts';
import { socketOf } from '../support/socket.ts';

const say = (person: Person, text: string, id: string = randomUUID()): Promise<Message> =>
  person.call(chat.routes.sendMessage, { body: { id, text } });

const messagesOf = (person: Person, query: { before?: number; after?: number; limit?: number } = {}) =>
  person.call(chat.routes.listMessages, { query });

describe('a message', () => {
  test('gets the next number, and shows at once on the sockets of all members', async () => {
    const group = await organization();
    const member = await group.member();
    const socket = await socketOf(member);
    const sent = [await say(group.owner, 'Good morning'), await say(member, '  Hello,\nAda!  ')];
    expect(sent.map(({ number }) => number)).toEqual([1, 2]);
    expect(sent[1]).toMatchObject({
      text: 'Hello,\nAda!',
      senderId: member.userId,
      senderName: 'Mia Member',
      isDeleted: false,
    });
    for (const message of sent)
      expect(
        await socket.find((frame) =>
          'message' in frame && frame.message.number === message.number ? frame.message : undefined,
        ),
      ).toEqual(message);
    expect(await messagesOf(member)).toEqual({ items: sent, hasOlder: false, latest: 2 });
  });

  test('sent again with the same id is one message', async () => {
    const { owner } = await organization();
    const id = randomUUID();
    const answers = await Promise.all([
      say(owner, 'Once', id),
      say(owner, 'Once', id),
      say(owner, 'Once', id),
    ]);
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
    expect((await messagesOf(owner)).items).toHaveLength(1);
  });

  test('can’t take the id of another one', async () => {
    const group = await organization();
    const { id } = await say(group.owner, 'Mine');
    for (const [person, text] of [
      [group.owner, 'Something else'],
      [await group.member(), 'Mine'],
    ] as const) {
      const answer = await person.send(chat.routes.sendMessage, { body: { id, text } });
      expect([answer.status, problemIn(answer).code]).toEqual([409, 'message.id_taken']);
    }
  });

  test.each([
    ['of nothing but blanks', ' \n\t ', 422],
    ['of nothing that leaves ink', '\u200b\u2060\n\u3164', 422],
    ['of 2,001 characters', 'x'.repeat(2001), 422],
    ['of 2,000 characters', 'x'.repeat(2000), 201],
  ])('%s is answered rightly', async (_, text, status) => {
    const { owner } = await organization();
    const answer = await owner.send(chat.routes.sendMessage, { body: { id: randomUUID(), text } });
    expect(answer.status).toBe(status);
  });

  test('is the twenty-first in ten seconds only for who wants too much', async () => {
    const group = await organization();
    for (let n = 0; n < sendingLimit.most; n += 1) await say(group.owner, `Message ${n}`);
    const answer = await group.owner.send(chat.routes.sendMessage, {
      body: { id: randomUUID(), text: 'More' },
    });
    expect([answer.status, problemIn(answer).code]).toEqual([429, 'chat.too_fast']);
    expect((await say(await group.member(), 'I may')).number).toBe(sendingLimit.most + 1);
  });

  test('of many people at once has one place each, without a gap', async () => {
    const group = await organization();
    const people = await Promise.all(Array.from({ length: 12 }, () => group.member()));
    const sent = await Promise.all(people.flatMap((person) => [say(person, 'One'), say(person, 'Two')]));
    expect(sent.map(({ number }) => number).sort((a, b) => a - b)).toEqual(sent.map((_, n) => n + 1));
  });
});

describe('deleting', () => {
  test('takes the text away for everybody, at once, and keeps the place', async () => {
    const group = await organization();
    const member = await group.member();
    const socket = await socketOf(group.owner);
    const { id } = await say(member, 'Not for you');
    await member.call(chat.routes.removeMessage, { params: { messageId: id } });
    await member.call(chat.routes.removeMessage, { params: { messageId: id } });
    const gone = await socket.find((frame) =>
      'message' in frame && frame.message.isDeleted ? frame.message : undefined,
    );
    expect(gone).toMatchObject({ id, number: 1, text: '' });
    expect((await messagesOf(group.owner)).items).toMatchObject([{ number: 1, text: '', isDeleted: true }]);
    await stream.settled();
    const log = await group.owner.call(history.routes.listSince, { query: { after: 0 } });
    expect(log.items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['message.sent', 'message.deleted']),
    );
    expect(JSON.stringify(log)).not.toContain('Not for you');
  });

  test('leaves the text nowhere, not in what was answered to its sender either', async () => {
    const { owner, id: organizationId } = await organization();
    const key = randomUUID();
    const request = { body: { id: randomUUID(), text: 'Not for anybody' } };
    await owner.call(chat.routes.sendMessage, request, { 'idempotency-key': key });
    const kept = async () =>
      JSON.stringify(
        await Promise.all([
          table().get({ pk: `USER#${owner.userId}`, sk: `SUBMISSION#${key}` }),
          table().query({ pk: messagesPartition(organizationId), limit: 10, consistent: true }),
        ]),
      );
    expect(await kept()).toContain('Not for anybody');
    await owner.call(chat.routes.removeMessage, { params: { messageId: request.body.id } });
    expect(await kept()).not.toContain('Not for anybody');
    // Sent once more by a browser that never heard the answer, it stays one message, and deleted.
    const again = await owner.call(chat.routes.sendMessage, request, { 'idempotency-key': key });
    expect(again).toMatchObject({ number: 1, text: '', isDeleted: true });
    expect((await messagesOf(owner)).items).toHaveLength(1);
  });

  test('is the sender’s alone', async () => {
    const group = await organization();
    const { id } = await say(await group.member(), 'Mine');
    const answer = await group.owner.send(chat.routes.removeMessage, { params: { messageId: id } });
    expect([answer.status, problemIn(answer).code]).toEqual([403, 'message.not_own']);
  });
});

describe('reading', () => {
  test('goes from the newest back, page by page, and on from any message', async () => {
    const group = await organization();
    const [one, two] = [await group.member(), await group.member()];
    for (let n = 1; n <= 15; n += 1) await say(n % 2 ? one : two, `Message ${n}`);
    const numbers = async (query: Parameters<typeof messagesOf>[1]) => {
      const { items, hasOlder, latest } = await messagesOf(one, query);
      return [items.map(({ number }) => number), hasOlder, latest];
    };
    expect(await numbers({ limit: 4 })).toEqual([[12, 13, 14, 15], true, 15]);
    expect(await numbers({ limit: 4, before: 12 })).toEqual([[8, 9, 10, 11], true, 15]);
    expect(await numbers({ limit: 20, before: 8 })).toEqual([[1, 2, 3, 4, 5, 6, 7], false, 15]);
    expect(await numbers({ after: 13 })).toEqual([[14, 15], true, 15]);
  });

  test('counts what others wrote since, never one’s own or what was deleted, and never goes back', async () => {
    const group = await organization();
    const member = await group.member();
    const state = () => member.call(chat.routes.getState, {});
    const first = await say(group.owner, 'One');
    await say(group.owner, 'Two');
    await say(member, 'Three');
    expect(await state()).toEqual({ latest: 3, readUpTo: 0, unread: 2 });
    await group.owner.call(chat.routes.removeMessage, { params: { messageId: first.id } });
    expect((await state()).unread).toBe(1);
    const read = (upTo: number) => member.call(chat.routes.markRead, { body: { upTo } });
    expect(await read(3)).toEqual({ latest: 3, readUpTo: 3, unread: 0 });
    expect((await read(1)).readUpTo).toBe(3);
    expect((await read(99)).readUpTo).toBe(3);
    await say(group.owner, 'Four');
    expect(await state()).toEqual({ latest: 4, readUpTo: 3, unread: 1 });
  });

  test('counts on through any number of one’s own messages', async () => {
    const group = await organization();
    const member = await group.member();
    await say(group.owner, 'First');
    await member.call(chat.routes.markRead, { body: { upTo: 1 } });
    // More of their own than a page has, from another device: at twenty in ten seconds that would take a minute.
    const { items } = await messagesOf(group.owner);
    for (let number = 2; number <= 121; number += 1)
      await table().write({
        put: { ...messageKey(group.id, number), ...items[0], number, senderId: member.userId },
      });
    await table().write({ put: { ...chatHeadKey(group.id), latest: 121 } });
    await say(group.owner, 'Last');
    expect((await member.call(chat.routes.getState, {})).unread).toBe(1);
  });

  test('never counts a message beyond the latest that it names, which is heard of by itself', async () => {
    const group = await organization();
    const [reader, newcomer] = [await group.member(), await group.member()];
    await say(group.owner, 'One');
    await reader.call(chat.routes.markRead, { body: { upTo: 1 } });
    await say(group.owner, 'Two');
    // As if the third came between the two questions that an answer is made of.
    const { number } = await say(group.owner, 'Three');
    await table().write({ put: { ...chatHeadKey(group.id), latest: number - 1 } });
    expect(await reader.call(chat.routes.getState, {})).toEqual({ latest: 2, readUpTo: 1, unread: 1 });
    expect(await newcomer.call(chat.routes.getState, {})).toEqual({ latest: 2, readUpTo: 0, unread: 2 });
  });

  test('who joins later has nothing unread of what was said before', async () => {
    const group = await organization();
    await say(group.owner, 'Before');
    const late = await group.member();
    expect((await late.call(chat.routes.getState, {})).unread).toBe(0);
    await say(group.owner, 'After');
    expect((await late.call(chat.routes.getState, {})).unread).toBe(1);
  });
});
