import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectionStore } from '../../services/core/sockets.ts';
import { chat } from '../../shared/chat/contract.ts';
import { history } from '../../shared/history/contract.ts';
import { chatReader } from '../support/chat-reader.ts';
import { sockets, stream } from '../support/controls.ts';
import { organization, type Person, table } from '../support/people.ts';
import { randomFrom, seedOf } from '../support/random.ts';

// `FAULTS=full` cuts 1,000 sockets while 10,000 messages flow (a few minutes); every run does a tenth of that.
const full = process.env.FAULTS === 'full';
const scale = { groups: 8, senders: full ? 22 : 8, messages: full ? 10_000 : 1000, cuts: full ? 1000 : 100 };

/** Sends a message until it is known to be there: too many at once wait, and a repeat has the same id. */
const deliver = async (person: Person, text: string): Promise<void> => {
  const body = { id: randomUUID(), text };
  for (;;) {
    const { status } = await person.send(chat.routes.sendMessage, { body });
    if (status === 201) return;
    if (status !== 429 && status !== 503) throw new Error(`${status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

test(
  'while sockets are cut at random, no message is missing, doubled, or out of order',
  async () => {
    const random = randomFrom(seedOf('sockets'));
    const groups = await Promise.all(
      Array.from({ length: scale.groups }, async () => {
        const { owner, id, member } = await organization();
        const senders = await Promise.all(Array.from({ length: scale.senders }, () => member()));
        const readers = await Promise.all([owner, ...senders.slice(0, 2)].map(chatReader));
        return { id, owner, senders, readers, expected: scale.messages / scale.groups };
      }),
    );

    const connections = connectionStore(table());
    let flowing = true;
    let cuts = 0;
    const pace = scale.cuts / scale.messages;
    let sent = 0;
    const cutting = (async () => {
      while (flowing || cuts < scale.cuts) {
        if (flowing && cuts > sent * pace) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          continue;
        }
        // Their own alone: the tests that run beside this one keep theirs.
        const { authorized: open } = await connections.audience(random.pick(groups).id, new Date());
        if (open.length === 0) continue;
        const { connectionId } = random.pick(open);
        cuts += await sockets.cut([connectionId], { silently: random.chance(0.3) });
      }
    })();
    await Promise.all(
      groups.map(async ({ senders, expected }) => {
        let left = expected;
        await Promise.all(
          senders.map(async (sender) => {
            while (left > 0) {
              left -= 1;
              await deliver(sender, `Message ${left}`);
              sent += 1;
            }
          }),
        );
      }),
    );
    flowing = false;
    await cutting;

    for (const { readers, expected } of groups) {
      await Promise.all(readers.map((reader) => reader.has(expected)));
      for (const { taken } of readers) {
        expect(taken.map(({ number }) => number)).toEqual(Array.from({ length: expected }, (_, n) => n + 1));
        expect(new Set(taken.map(({ id }) => id)).size).toBe(expected);
      }
      for (const reader of readers) reader.stop();
    }
    expect(cuts).toBeGreaterThanOrEqual(scale.cuts);

    // The log has each message once, and its counters are what was sent.
    await stream.settled();
    for (const { id, owner, expected } of groups) {
      const { rows } = await table().query({ pk: `LOG#${id}#EVENTS`, limit: 100_000, consistent: true });
      const messages = rows.filter(({ type }) => type === 'message.sent');
      expect(new Set(messages.map((one) => one.id)).size).toBe(expected);
      expect(messages).toHaveLength(expected);
      const { seq } = await owner.call(history.routes.listSince, { query: { after: 0 } });
      expect(rows.at(-1)?.seq).toBe(seq);
      const { rows: counted } = await table().query({ pk: `LOG#${id}#COUNTERS`, limit: 1000 });
      const sum = counted
        .filter(({ sk }) => sk.startsWith('DAY#'))
        .reduce((all, { messagesSent }) => all + Number(messagesSent ?? 0), 0);
      expect(sum).toBe(expected);
    }
  },
  // So long that only what never ends is told by it.
  full ? 2_400_000 : 400_000,
);
