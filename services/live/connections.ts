import type { Frame } from '../../shared/live/frames.ts';
import { logEnd } from '../core/event-log.ts';
import { Failure } from '../core/failure.ts';
import { admit } from '../core/membership.ts';
import { type Connection, presenceOf, type Sockets } from '../core/sockets.ts';
import type { Table } from '../core/table.ts';
import type { TicketStore } from './ticket-store.ts';

export interface SocketDeps {
  table: Table;
  tickets: TicketStore;
  sockets: Sockets;
}

/** Pages of one person that are live at once; the oldest makes room for the next one. */
const mostOfOnePerson = 20;

/** Lets in whoever has a ticket, and tells the others when somebody has come. */
export const connect = async (
  { tickets, sockets }: SocketDeps,
  ticket: string | undefined,
  connectionId: string,
  now: Date,
): Promise<boolean> => {
  const connection = ticket === undefined ? undefined : await tickets.redeem(ticket, connectionId, now);
  if (!connection) return false;
  const { authorized } = await sockets.store.audience(connection.organizationId, now);
  // Whoever was removed meanwhile has had this socket taken from the list before it could be ended.
  if (!authorized.some((one) => one.connectionId === connectionId)) {
    await sockets.store.forget(connection);
    return false;
  }
  const own = authorized
    .filter(({ userId }) => userId === connection.userId)
    .sort((one, other) => one.connectedAt.localeCompare(other.connectedAt));
  await sockets.close(own.slice(0, -mostOfOnePerson));
  if (own.length === 1)
    await sockets.send(
      authorized.filter((one) => one.connectionId !== connectionId),
      presenceOf(authorized, now),
    );
  return true;
};

/** Forgets a socket that has ended, and tells the others when its person has gone. */
export const closed = async ({ sockets }: SocketDeps, connectionId: string, now: Date): Promise<void> => {
  const connection = await sockets.store.owner(connectionId);
  if (!connection) return;
  await sockets.store.forget(connection);
  const { authorized } = await sockets.store.audience(connection.organizationId, now);
  if (!authorized.some(({ userId }) => userId === connection.userId))
    await sockets.send(authorized, presenceOf(authorized, now));
};

const actionIn = (body: string | undefined): unknown => {
  try {
    return (JSON.parse(body ?? '') as { action?: unknown } | null)?.action;
  } catch {
    // Not ours: a browser of ours says nothing else.
    return undefined;
  }
};

/** Whether a ticket would still be made for the one who holds a socket: time alone may have ended that, as at the end of a trial. */
const isWelcome = async (table: Table, connection: Connection, now: Date): Promise<boolean> => {
  try {
    const { actor } = await admit(table, connection, { permission: 'live.connect' }, now);
    return actor.organizationId === connection.organizationId;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};

/**
 * Answers what a browser says over its socket. `hello`, its first word, is answered with who is there and where the log
 * ends; `ping` with where the log ends, so that whoever has missed an announcement notices. Who may not be here any more
 * is shown out by what they say next.
 */
export const answerSignal = async (
  { table, sockets }: SocketDeps,
  body: string | undefined,
  connectionId: string,
  now: Date,
): Promise<Frame | undefined> => {
  const action = actionIn(body);
  if (action !== 'hello' && action !== 'ping') return undefined;
  const connection = await sockets.store.owner(connectionId);
  if (!connection) return undefined;
  if (!(await isWelcome(table, connection, now))) {
    await sockets.close([connection]);
    return undefined;
  }
  const seq = await logEnd(table, connection.organizationId);
  if (action === 'ping') return { seq };
  return {
    seq,
    ...presenceOf((await sockets.store.audience(connection.organizationId, now)).authorized, now),
  };
};
