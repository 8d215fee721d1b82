import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveSocket, type SocketLike } from '../../frontend/core/live-socket.ts';

/** A socket whose other end is the test. */
class FakeSocket implements SocketLike {
  said: string[] = [];
  closed = false;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;

  send(text: unknown): void {
    this.said.push((JSON.parse(String(text)) as { action: string }).action);
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.onopen?.call(this as never, {} as never);
  }
  hears(frame: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(frame) } as never);
  }
  ends(): void {
    this.onclose?.call(this as never, {} as never);
  }
}

const refusal = new Error('no member');

const connecting = (failure?: Error) => {
  const sockets: FakeSocket[] = [];
  const frames: unknown[] = [];
  const changes: boolean[] = [];
  const world = { hidden: false, tickets: 0, failure, refused: 0 };
  const live = liveSocket({
    address: async () => {
      world.tickets += 1;
      if (world.failure) throw world.failure;
      return 'ws://test/live?ticket=1';
    },
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    isRefusal: (error) => error === refusal,
    onRefused: () => {
      world.refused += 1;
    },
    onFrame: (frame) => frames.push(frame),
    onChange: (connected) => changes.push(connected),
    isHidden: () => world.hidden,
  });
  const last = (): FakeSocket => sockets.at(-1) as FakeSocket;
  const soon = () => vi.advanceTimersByTimeAsync(0);
  /** Lets the newest socket open and be answered. */
  const stands = async (): Promise<FakeSocket> => {
    await soon();
    last().opens();
    last().hears({ seq: 1, online: [], at: 1 });
    return last();
  };
  return { sockets, frames, changes, world, live, last, soon, stands };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the connection', () => {
  it('says hello, stands when it is answered, and hands frames on', async () => {
    const { changes, frames, stands } = connecting();
    const socket = await stands();
    expect(socket.said).toEqual(['hello']);
    expect(changes).toEqual([true]);
    socket.hears({ seq: 2 });
    expect(frames).toHaveLength(2);
  });

  it('pings every two minutes, and every five when nobody looks', async () => {
    const { world, stands } = connecting();
    const socket = await stands();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(socket.said).toEqual(['hello', 'ping']);
    socket.hears({ seq: 1 });
    world.hidden = true;
    await vi.advanceTimersByTimeAsync(120_000);
    socket.hears({ seq: 1 });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(socket.said).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.said).toHaveLength(4);
  });

  it.each([
    ['hello', 0],
    ['ping', 120_000],
  ])('is given up when %s is not answered within ten seconds', async (_, later) => {
    const { sockets, changes, soon, stands, last } = connecting();
    if (later === 0) {
      await soon();
      last().opens();
    } else await stands();
    await vi.advanceTimersByTimeAsync(later + 10_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(changes.at(-1) ?? false).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(sockets).toHaveLength(2);
  });

  it('takes what API Gateway says in our place neither for a message nor for an answer', async () => {
    const { sockets, frames, changes, soon, last } = connecting();
    await soon();
    last().opens();
    last().hears({ message: 'Internal server error', connectionId: 'L0SM9cOFvHcCIhw=', requestId: 'r1' });
    expect(frames).toEqual([]);
    expect(changes).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_300);
    expect(sockets).toHaveLength(2);
  });

  it('comes back almost at once, then waits twice as long each time, a minute at most', async () => {
    const { sockets, stands, last, soon } = connecting();
    await stands();
    last().ends();
    for (const wait of [300, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const before = sockets.length;
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sockets).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      await soon();
      expect(sockets).toHaveLength(before + 1);
      last().ends();
    }
  });

  it('that stood for a while comes back almost at once again', async () => {
    const { sockets, stands, last, world, soon } = connecting(new Error('no network'));
    await vi.advanceTimersByTimeAsync(3_000);
    world.failure = undefined;
    await vi.advanceTimersByTimeAsync(4_000);
    await stands();
    await vi.advanceTimersByTimeAsync(10_000);
    last().ends();
    await vi.advanceTimersByTimeAsync(300);
    await soon();
    expect(sockets).toHaveLength(2);
  });

  it('is looked after when somebody looks again: pinged when it stands, tried at once when it does not', async () => {
    const { live, world, stands, soon } = connecting();
    const socket = await stands();
    live.wake();
    expect(socket.said.at(-1)).toBe('ping');
    world.failure = new Error('no network');
    socket.ends();
    await vi.advanceTimersByTimeAsync(5_000);
    const { tickets } = world;
    live.wake();
    await soon();
    expect(world.tickets).toBe(tickets + 1);
  });

  it('that is refused says so, and asks again only much later', async () => {
    const { live, world, soon } = connecting(refusal);
    await soon();
    expect(world.refused).toBe(1);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(world.tickets).toBe(1);
    live.stop();
  });

  it('once stopped, stays so, and does not hear what an earlier socket still says', async () => {
    const { live, frames, changes, sockets, stands } = connecting();
    const socket = await stands();
    live.stop();
    expect(socket.closed).toBe(true);
    socket.hears({ seq: 9 });
    socket.ends();
    live.wake();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(frames).toHaveLength(1);
    expect(changes).toEqual([true]);
    expect(sockets).toHaveLength(1);
  });
});
