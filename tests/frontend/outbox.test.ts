import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepTokens, openBrowser, openTab, refusal, serve } from '../support/fake-browser.ts';

const load = async () => {
  const { outboxOf } = await import('../../frontend/features/chat/outbox.ts');
  const { shownToasts } = await import('../../frontend/ui/toast-store.ts');
  const outbox = outboxOf('ada', 'delta');
  const states = () =>
    outbox.entries().map(({ text, state }) => [text, state.kind, state.kind === 'failed' && state.reason]);
  return { outbox, states, toasts: () => shownToasts().map(({ title }) => title) };
};
const arrived = (asked: { body: { id: string; text: string } }, number = 1) => ({
  status: 201,
  json: { ...asked.body, number, senderId: 'ada', senderName: 'Ada', sentAt: '2026-04-01T10:00:00.000Z' },
});
const kept = () => Object.keys(localStorage).filter((name) => name.includes('chat-unsent'));

beforeEach(() => {
  openBrowser();
  keepTokens('ada');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what is written in the chat', () => {
  it('is sent one after the other in the order of writing, and is kept on the device until it has arrived', async () => {
    const waiting: (() => void)[] = [];
    const asked = serve(async (one) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return arrived(one);
    });
    const { outbox, states } = await load();
    const handed: string[] = [];
    outbox.handTo(({ text }) => handed.push(text));
    outbox.send('First');
    outbox.send('Second');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    expect([asked.length, kept().length]).toEqual([1, 2]);
    waiting.shift()?.();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect([handed, kept().length]).toEqual([['First'], 1]);
    waiting.shift()?.();
    await vi.waitFor(() => expect(handed).toEqual(['First', 'Second']));
    expect(states().map(([, kind]) => kind)).toEqual(['sent', 'sent']);
    outbox.settle(new Set(outbox.entries().map(({ id }) => id)));
    expect([outbox.entries(), kept()]).toEqual([[], []]);
  });

  it.each([
    ['the server is busy', refusal(503, 'unavailable')],
    ['too much was sent', refusal(429, 'chat.too_fast')],
  ])(
    'and not sent because %s holds up what comes after it, tells of it once, and keeps the order when all is sent again',
    async (_, failed) => {
      let isWell = false;
      const asked = serve((one) => (isWell ? arrived(one) : failed));
      const { outbox, states, toasts } = await load();
      for (const text of ['First', 'Second', 'Third']) outbox.send(text);
      await vi.waitFor(() =>
        expect(states().map(([, kind]) => kind)).toEqual(['failed', 'failed', 'failed']),
      );
      expect(asked.map(({ body }) => body.text)).toEqual(['First']);
      expect(toasts()).toEqual(['Failed to send message']);
      outbox.retryAll();
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      await vi.waitFor(() =>
        expect(states().map(([, kind]) => kind)).toEqual(['failed', 'failed', 'failed']),
      );
      isWell = true;
      outbox.retryAll();
      await vi.waitFor(() => expect(states().map(([, kind]) => kind)).toEqual(['sent', 'sent', 'sent']));
      expect(asked.map(({ body }) => body.text)).toEqual(['First', 'First', 'First', 'Second', 'Third']);
      // One message, however often it was sent.
      expect(new Set(asked.map(({ body }) => body.id)).size).toBe(3);
    },
  );

  it('and refused holds up nothing', async () => {
    const asked = serve((one) => (one.body.text === 'First' ? refusal(422, 'invalid') : arrived(one)));
    const { outbox, states } = await load();
    outbox.send('First');
    outbox.send('Second');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await vi.waitFor(() =>
      expect(states()).toEqual([
        ['First', 'failed', 'Refused: invalid'],
        ['Second', 'sent', false],
      ]),
    );
  });

  it('without a connection goes by itself when there is one again, before what is written later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isOnline = false;
    const asked = serve((one) => (isOnline ? arrived(one) : 'nothing'));
    const { outbox, states, toasts } = await load();
    outbox.send('First');
    await vi.waitFor(() => expect(states()[0]?.[1]).toBe('failed'));
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(toasts()).toEqual(['Failed to send message']);
    await vi.waitFor(() => expect(states()[0]?.[1]).toBe('failed'));
    isOnline = true;
    outbox.send('Second');
    await vi.waitFor(() => expect(states().map(([, kind]) => kind)).toEqual(['sent', 'sent']));
    expect(asked.map(({ body }) => body.text)).toEqual(['First', 'First', 'First', 'Second']);
  });

  it('whose answer was lost is settled when it arrives by the socket, and says of no failure then', async () => {
    let lose: (() => void) | undefined;
    serve(
      () =>
        new Promise((resolve) => {
          lose = () => resolve('nothing');
        }),
    );
    const { outbox, toasts } = await load();
    outbox.send('First');
    await vi.waitFor(() => expect(lose).toBeDefined());
    outbox.settle(new Set(outbox.entries().map(({ id }) => id)));
    lose?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect([outbox.entries(), toasts(), kept()]).toEqual([[], [], []]);
  });
});

describe('what a page was closed over', () => {
  it('stands there as not sent, in the order of writing, with the same ids, and can be sent or discarded', async () => {
    let isWell = false;
    const asked = serve((one) => (isWell ? arrived(one) : refusal(503, 'unavailable')));
    const before = await load();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-04-01T10:00:00Z') });
    before.outbox.send('Kept');
    await vi.waitFor(() => expect(before.states()[0]?.[1]).toBe('failed'));
    vi.setSystemTime(new Date('2026-04-01T10:00:01Z'));
    before.outbox.send('Dropped');
    await vi.waitFor(() => expect(before.states()[1]?.[1]).toBe('failed'));
    openTab();
    const after = await load();
    const interrupted = 'The page was closed before it was sent.';
    expect(after.states()).toEqual([
      ['Kept', 'failed', interrupted],
      ['Dropped', 'failed', interrupted],
    ]);
    const [wanted, dropped] = after.outbox.entries();
    after.outbox.discard(dropped?.id ?? '');
    isWell = true;
    after.outbox.retry(wanted?.id ?? '');
    await vi.waitFor(() => expect(after.states()).toEqual([['Kept', 'sent', false]]));
    expect(asked.at(-1)?.body.id).toBe(asked[0]?.body.id);
    expect(kept()).toEqual([]);
  });

  it('is nobody else’s, and of no other group', async () => {
    serve(() => refusal(503, 'unavailable'));
    const { outbox, states } = await load();
    outbox.send('Private');
    await vi.waitFor(() => expect(states()[0]?.[1]).toBe('failed'));
    openTab();
    const { outboxOf } = await import('../../frontend/features/chat/outbox.ts');
    expect(outboxOf('ada', 'echo').entries()).toEqual([]);
    expect(outboxOf('bob', 'delta').entries()).toEqual([]);
  });
});
