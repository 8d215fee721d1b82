import { chat, type Message } from '../../shared/chat/contract.ts';
import type { Person } from './people.ts';
import { socketOf, type TestSocket } from './socket.ts';

/**
 * Reads the chat of a group as a browser does: over a socket that is opened again whenever it ends, taking a message only
 * when it is the next one, and asking for what is missing. Keeps everything in the order in which it took it.
 */
export interface ChatReader {
  readonly taken: readonly Message[];
  /** Resolves when it has taken this many messages. */
  has: (count: number) => Promise<void>;
  stop: () => void;
}

export const chatReader = async (person: Person): Promise<ChatReader> => {
  const taken: Message[] = [];
  const waiting = new Set<() => void>();
  let socket: TestSocket | undefined;
  let stopped = false;

  const take = (message: Message): void => {
    if (message.number !== taken.length + 1) return;
    taken.push(message);
    for (const look of waiting) look();
  };

  let fetching: Promise<void> | undefined;
  /** Asks for what comes after the last message; once more if it was asked for meanwhile. */
  const catchUp = (): Promise<void> => {
    fetching ??= (async () => {
      for (let more = true; more && !stopped; ) {
        const { items, latest } = await person.call(chat.routes.listMessages, {
          query: { after: taken.length },
        });
        for (const message of items) take(message);
        more = taken.length < latest;
      }
    })().finally(() => {
      fetching = undefined;
    });
    return fetching;
  };

  const connect = async (): Promise<void> => {
    socket = await socketOf(person);
    socket.listen((frame) => {
      if (!('message' in frame)) return;
      if (frame.message.number > taken.length + 1) void catchUp();
      else take(frame.message);
    });
    void socket.ended.then(() => (stopped ? undefined : connect()));
    await catchUp();
  };
  await connect();

  return {
    taken,
    has: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (taken.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    stop: () => {
      stopped = true;
      socket?.close();
    },
  };
};
