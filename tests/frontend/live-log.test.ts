import { describe, expect, it } from 'vitest';
import { followLog } from '../../frontend/core/live-log.ts';
import { randomFrom, seedOf } from '../support/random.ts';

interface Event {
  seq: number;
}

const events = (from: number, to: number): Event[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index }));

/** A log on a server, and what a follower of it has handled. */
const following = (after: number, { furthest = Number.POSITIVE_INFINITY, pageSize = 100 } = {}) => {
  const server = { end: after, fails: false, reads: 0 };
  const handled: number[] = [];
  const told = { reloads: 0, failures: 0 };
  const follower = followLog<Event>({
    after,
    listSince: async (seq) => {
      server.reads += 1;
      if (server.fails) throw new Error('no network');
      const items = server.end - seq > furthest ? [] : events(seq + 1, Math.min(seq + pageSize, server.end));
      return { items, seq: server.end };
    },
    onEvents: (news) => handled.push(...news.map(({ seq }) => seq)),
    onReload: () => {
      told.reloads += 1;
    },
    onFailure: () => {
      told.failures += 1;
    },
  });
  return { server, handled, told, follower };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (from: number, to: number): number[] => events(from, to).map(({ seq }) => seq);

describe('whoever follows the log', () => {
  it('handles what comes in order without asking', () => {
    const { server, handled, follower } = following(4);
    follower.take(events(5, 6));
    follower.take(events(7, 7));
    expect(handled).toEqual([5, 6, 7]);
    expect(server.reads).toBe(0);
  });

  it('reads what a gap hides, page by page', async () => {
    const { server, handled, follower } = following(0, { pageSize: 3 });
    server.end = 8;
    follower.take(events(8, 8));
    await settled();
    expect(handled).toEqual(numbers(1, 8));
  });

  it('reads what was never announced when it hears where the log ends', async () => {
    const { server, handled, follower } = following(2);
    server.end = 5;
    follower.reaches(5);
    await settled();
    expect(handled).toEqual([3, 4, 5]);
  });

  it('begins anew when it is too far behind, and goes on from there', async () => {
    const { server, handled, told, follower } = following(0, { furthest: 10 });
    server.end = 50;
    follower.reaches(50);
    await settled();
    expect({ handled, reloads: told.reloads }).toEqual({ handled: [], reloads: 1 });
    follower.take(events(51, 51));
    expect(handled).toEqual([51]);
  });

  it('keeps its place when reading fails, and reads when it is told to', async () => {
    const { server, handled, told, follower } = following(0);
    Object.assign(server, { end: 3, fails: true });
    follower.reaches(3);
    await settled();
    expect(told.failures).toBe(1);
    server.fails = false;
    follower.resume();
    await settled();
    expect(handled).toEqual([1, 2, 3]);
  });

  it('handles nothing more once it is stopped', async () => {
    const { server, handled, follower } = following(0);
    server.end = 2;
    follower.reaches(2);
    follower.stop();
    await settled();
    follower.take(events(1, 2));
    expect(handled).toEqual([]);
  });

  it('handles each event once and in order, whatever is doubled, reordered, lost or cut off', async () => {
    const random = randomFrom(seedOf('following the log'));
    for (let round = 0; round < 200; round += 1) {
      const start = random.below(5);
      const { server, handled, follower } = following(start, { pageSize: 1 + random.below(4) });
      const announced: Event[][] = [];
      for (let step = 0; step < 40; step += 1) {
        server.fails = random.chance(0.2);
        const size = 1 + random.below(3);
        const batch = events(server.end + 1, server.end + size);
        server.end += size;
        announced.push(batch);
        if (random.chance(0.7)) follower.take(batch);
        if (random.chance(0.3)) follower.take(random.pick(announced));
        if (random.chance(0.1)) follower.take([...batch].reverse());
        if (random.chance(0.2)) follower.reaches(random.below(server.end + 1));
        if (random.chance(0.5)) await settled();
      }
      server.fails = false;
      follower.reaches(server.end);
      await settled();
      follower.resume();
      await settled();
      expect(handled).toEqual(numbers(start + 1, server.end));
    }
  });
});
