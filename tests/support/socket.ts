import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { connectionStore } from '../../services/core/sockets.ts';
import { live } from '../../shared/live/contract.ts';
import type { Frame, Signal } from '../../shared/live/frames.ts';
import { sockets } from './controls.ts';
import { type Person, table } from './people.ts';

/** A socket of the running system, as a browser holds one, and all that came over it. */
export interface TestSocket {
  readonly frames: readonly Frame[];
  /** Waits for the first frame, of those that came and those to come, in which something is found. */
  find: <Found>(look: (frame: Frame) => Found | undefined) => Promise<Found>;
  /** Calls back for every frame that comes from now on. */
  listen: (hear: (frame: Frame) => void) => void;
  say: (signal: Signal | Record<string, unknown>) => void;
  /** Resolves with the code when the socket has ended, whoever ended it. */
  readonly ended: Promise<number>;
  close: () => void;
}

/** The address of the sockets, as the website's settings name it. */
export const socketUrl = async (): Promise<string> =>
  ((await (await fetch(`${inject('system').url}/config.json`)).json()) as { socketUrl: string }).socketUrl;

export const ticketOf = async (person: Person): Promise<string> =>
  (await person.call(live.routes.createTicket, {})).ticket;

/** Opens a socket with a ticket, as a page of the website or of another origin. Rejects with the status that refused it. */
export const socketWith = async (
  ticket: string,
  origin: string | undefined = inject('system').url,
): Promise<TestSocket> => {
  const address = `${await socketUrl()}?${new URLSearchParams({ ticket })}`;
  const socket = new WebSocket(address, { headers: origin === '' ? {} : { origin } });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    for (const look of waiting) look();
  });
  const ended = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, { statusCode }) =>
      reject(new Error(`refused with ${statusCode}`)),
    );
    socket.once('error', reject);
  });
  return {
    frames,
    ended,
    find: (look) =>
      new Promise((resolve, reject) => {
        let at = 0;
        const go = () => {
          while (at < frames.length) {
            const found = look(frames[at++] as Frame);
            if (found === undefined) continue;
            waiting.delete(go);
            resolve(found);
            return;
          }
        };
        waiting.add(go);
        go();
        void ended.then((code) => reject(new Error(`the socket ended with ${code}`)));
      }),
    listen: (hear) => {
      socket.on('message', (data) => hear(JSON.parse(String(data)) as Frame));
    },
    say: (signal) => socket.send(JSON.stringify(signal)),
    close: () => socket.close(),
  };
};

/** Opens a socket as somebody. */
export const socketOf = async (person: Person): Promise<TestSocket> => socketWith(await ticketOf(person));

/** Looks for an event of a type in a frame. */
export const event = (type: string, id?: string) => (frame: Frame) =>
  'events' in frame
    ? frame.events.find((one) => one.type === type && (id === undefined || one.id === id))
    : undefined;

/** Breaks the connections of one group: the tests that run beside this one keep theirs. */
export const cutSocketsOf = async (
  organizationId: string,
  options: { silently?: boolean } = {},
): Promise<void> => {
  const { authorized: open } = await connectionStore(table()).audience(organizationId, new Date());
  await sockets.cut(
    open.map(({ connectionId }) => connectionId),
    options,
  );
};
