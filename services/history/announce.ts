import type { Frame } from '../../shared/live/frames.ts';
import { type Connection, fits, presenceOf, type Sockets } from '../core/sockets.ts';
import type { Logged } from './event-log-store.ts';

/** After these, the sockets of the person named end: they are no member any more, or have signed out everywhere. */
const endings: ReadonlySet<string> = new Set(['member.left', 'member.removed', 'member.signed_out']);

/** Tells the open sockets of a group what was appended to its log: one frame for all of it. */
export const announce =
  (sockets: Sockets) =>
  async (organizationId: string, logged: readonly Logged[], now: Date): Promise<void> => {
    const last = logged.at(-1);
    if (!last) return;
    const connections = await sockets.store.open(organizationId, now);
    const ended = new Map(
      logged.filter(({ type }) => endings.has(type)).map(({ id, at }) => [id, at] as const),
    );
    const concerned = connections.filter(({ userId }) => ended.has(userId));
    // A socket may have been let in while its person was being removed, after the moment that the event names.
    const intruding = new Set(await sockets.store.intruding(concerned));
    // One who has come back since has a new socket, and keeps it.
    const ends = (connection: Connection): boolean =>
      intruding.has(connection) || connection.connectedAt <= (ended.get(connection.userId) ?? '');
    const ending = connections.filter(ends);
    const staying = connections.filter((connection) => !ends(connection));
    await sockets.close(ending);
    if (ending.length > 0) await sockets.send(staying, presenceOf(staying, now));
    const frame: Frame = { events: logged.map(({ at: _, ...event }) => event) };
    await sockets.send(staying, fits(frame) ? frame : { seq: last.seq });
  };
