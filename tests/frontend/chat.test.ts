import { describe, expect, it } from 'vitest';
import { chatRows, type ShownMessage } from '../../frontend/features/chat/chat-rows.ts';
import { stateAfter } from '../../frontend/features/chat/chat-state.ts';
import { dayName } from '../../frontend/features/chat/day-name.ts';
import {
  connects,
  joined,
  type MessageList,
  withDeleted,
  withHeard,
  withMessage,
} from '../../frontend/features/chat/message-list.ts';
import { textParts } from '../../frontend/features/chat/text-parts.ts';
import type { Message } from '../../shared/chat/contract.ts';
import { randomFrom, seedOf } from '../support/random.ts';

const message = (number: number, fields: Partial<Message> = {}): Message => ({
  id: `id-${number}`,
  number,
  senderId: 'mia',
  senderName: 'Mia',
  text: `text ${number}`,
  sentAt: '2026-03-31T10:00:00.000Z',
  isDeleted: false,
  ...fields,
});
const list = (from: number, to: number, hasOlder = from > 1): MessageList => ({
  items: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  hasOlder,
});
const numbersIn = ({ items }: MessageList) => items.map(({ number }) => number);

describe('the loaded part of the chat', () => {
  it('grows at both ends, and knows whether there is more before it', () => {
    expect(joined(list(3, 4), list(1, 2, false))).toEqual(list(1, 4, false));
    expect(joined(list(3, 4), list(4, 6))).toEqual(list(3, 6));
    expect(joined(undefined, list(3, 4))).toEqual(list(3, 4));
  });

  it('never has a gap: what does not hang together with the newest is left out', () => {
    const joinedUp = joined(list(1, 2, false), list(5, 6));
    expect(joinedUp).toEqual(list(5, 6, true));
    expect(connects(list(1, 2), message(3))).toBe(true);
    expect(connects(list(1, 2), message(4))).toBe(false);
  });

  it('shows a message once, and a deleted one never again, in whichever order it hears of them', () => {
    const random = randomFrom(seedOf('messages of the chat'));
    for (let round = 0; round < 200; round += 1) {
      const truth = Array.from({ length: 12 }, (_, index) =>
        message(index + 1, random.chance(0.2) ? { isDeleted: true, text: '' } : {}),
      );
      let shown = list(1, 4, false);
      for (let step = 0; step < 30; step += 1) {
        const one = random.pick(truth);
        // It may have been announced before it was deleted.
        const heard = random.chance(0.5) ? message(one.number) : one;
        if (connects(shown, heard)) shown = withMessage(shown, heard);
        if (one.isDeleted && random.chance(0.3)) shown = withDeleted(shown, one.id);
      }
      shown = joined(shown, { items: truth, hasOlder: false });
      expect(shown).toEqual({ items: truth, hasOlder: false });
      expect(joined(shown, list(1, 12, false))).toEqual(shown);
    }
  });

  it('has what was heard while an answer was on its way, and nothing that was deleted meanwhile', () => {
    const heard = (from: number, to: number, ...deleted: number[]) => ({
      messages: new Map(list(from, to).items.map((one) => [one.id, one])),
      deleted: new Set(deleted.map((number) => message(number).id)),
    });
    const later = withHeard(list(3, 5), heard(4, 7, 1, 3, 6));
    expect(numbersIn(later)).toEqual([3, 4, 5, 6, 7]);
    expect(later.items.filter(({ isDeleted }) => isDeleted)).toEqual(
      [3, 6].map((number) => message(number, { isDeleted: true, text: '' })),
    );
    expect(later.hasOlder).toBe(true);
    expect(withHeard(list(3, 5), heard(7, 8))).toEqual(list(3, 5));
    expect(numbersIn(withHeard({ items: [], hasOlder: false }, heard(1, 2)))).toEqual([1, 2]);
  });

  it('leaves out what is older than it', () => {
    expect(numbersIn(withMessage(list(5, 6), message(2)))).toEqual([5, 6]);
  });
});

describe('the count of unread messages', () => {
  const state = { latest: 4, readUpTo: 3, unread: 1 };
  const me = { userId: 'me', seen: false };

  it('grows with messages of others that nobody is looking at', () => {
    expect(stateAfter(state, message(5), me)).toEqual({ latest: 5, readUpTo: 3, unread: 2 });
    expect(stateAfter(state, message(5, { senderId: 'me' }), me)).toEqual({ ...state, latest: 5 });
    expect(stateAfter(state, message(5), { ...me, seen: true })).toEqual({ ...state, latest: 5 });
    expect(stateAfter(state, message(4), me)).toEqual(state);
  });

  it('is left to the server when a message is missing, or an unread one was deleted', () => {
    expect(stateAfter(state, message(6), me)).toBeNull();
    expect(stateAfter(state, message(4, { isDeleted: true }), me)).toBeNull();
    expect(stateAfter(state, message(3, { isDeleted: true }), me)).toEqual(state);
  });
});

describe('the rows of the chat', () => {
  const options = { timeZone: 'Europe/Zurich', userId: 'me', unread: null, fromStart: true };
  const at = (number: number, sentAt: string, senderId = 'mia'): ShownMessage =>
    message(number, { sentAt, senderId });
  const shapeOf = (rows: ReturnType<typeof chatRows>) =>
    rows.map((row) =>
      row.kind === 'message' ? `${row.message.number}${row.leads ? ' leads' : ''}` : row.kind,
    );

  it('stand together by person and time, and apart by the days of the group', () => {
    const rows = chatRows(
      [
        at(1, '2026-03-30T21:58:00.000Z'),
        at(2, '2026-03-30T21:59:00.000Z'),
        // In Zurich it is the next day.
        at(3, '2026-03-30T22:00:00.000Z'),
        at(4, '2026-03-30T22:01:00.000Z', 'me'),
        at(5, '2026-03-30T22:30:00.000Z', 'me'),
      ],
      options,
    );
    expect(shapeOf(rows)).toEqual(['day', '1 leads', '2', 'day', '3 leads', '4 leads', '5 leads']);
  });

  it('say where the person left off, before the first message of others', () => {
    const four = [1, 2, 3, 4].map((number) =>
      at(number, `2026-03-30T10:0${number}:00.000Z`, number === 2 ? 'me' : 'mia'),
    );
    const unread = { after: 1, upTo: 3 };
    expect(shapeOf(chatRows(four, { ...options, unread }))).toEqual([
      'day',
      '1 leads',
      '2 leads',
      'new',
      '3 leads',
      '4',
    ]);
    expect(shapeOf(chatRows(four.slice(2), { ...options, unread, fromStart: false }))).not.toContain('new');
  });
});

describe('what a day is called', () => {
  it('is told from today', () => {
    expect(dayName('2026-03-31', '2026-03-31')).toBe('Today');
    expect(dayName('2026-03-31', '2026-04-01')).toBe('Yesterday');
    expect(dayName('2026-03-30', '2026-04-01')).toMatch(/Monday/);
    expect(dayName('2025-12-31', '2026-01-02')).toMatch(/2025/);
  });
});

describe('the text of a message', () => {
  const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

  it('has links where addresses of the web are, without the sentence around them', () => {
    expect(links('See https://example.com/a?b=c#d, (http://example.org/x_(y)).')).toEqual([
      'https://example.com/a?b=c#d',
      'http://example.org/x_(y)',
    ]);
  });

  it.each([
    ['请看https://example.com/页面，谢谢。', 'https://example.com/页面'],
    ['（https://example.com/a）', 'https://example.com/a'],
    ['「https://example.com/a」を見て', 'https://example.com/a'],
    ['انظر https://example.com/a؟', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/user_', 'https://example.com/user_'],
    ['https://example.com/~', 'https://example.com/~'],
    ['https://example.com/search?q=C*', 'https://example.com/search?q=C*'],
    ['**https://example.com/bold**', 'https://example.com/bold'],
    ['‘https://example.com/quoted’', 'https://example.com/quoted'],
    ['_https://example.com/a_b_', 'https://example.com/a_b'],
    ['https://de.example.org/wiki/Bank_(M%C3%B6bel)', 'https://de.example.org/wiki/Bank_(M%C3%B6bel)'],
  ])('ends a link where the sentence goes on, and leaves it what is its own: %s', (text, link) => {
    expect(links(text)).toEqual([link]);
  });

  it('loses nothing, and makes a link of nothing else', () => {
    for (const text of [
      'javascript:alert(1) data:text/html,x ftp://example.com file:///etc',
      '<a href="https://example.com">x</a>',
      'https:// http://. xhttps://example.com',
      'line one\nhttps://example.com\nline three',
    ])
      expect(
        textParts(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    expect(links('javascript:alert(1) ftp://example.com https:// http://.')).toEqual([]);
    expect(links('<a href="https://example.com">x</a>')).toEqual(['https://example.com']);
  });
});
