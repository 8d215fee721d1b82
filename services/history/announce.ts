import type { Frame } from '../../shared/live/frames.ts';
import { fits, presenceOf, type Sockets } from '../core/sockets.ts';
import type { Logged } from './event-log-store.ts';

/** After these, somebody may be here no more: they are no member any more, or have signed out everywhere. */
const endings: ReadonlySet<string> = new Set(['member.left', 'member.removed', 'member.signed_out']);

/** Tells the open sockets of a group what was appended to its log: one frame for all of it. */
export const announce =
  (sockets: Sockets) =>
  async (organizationId: string, logged: readonly Logged[], now: Date): Promise<void> => {
    const last = logged.at(-1);
    if (!last) return;
    const { hearing, intruding } = await sockets.store.audience(organizationId, now);
    // The request that ended a membership has closed its sockets; these are left where it could not, and by whoever writes rows by hand.
    await sockets.close(intruding);
    if (intruding.length > 0 || logged.some(({ type }) => endings.has(type)))
      await sockets.send(hearing, presenceOf(hearing, now));
    const frame: Frame = { events: logged.map(({ at: _, ...event }) => event) };
    await sockets.send(hearing, fits(frame) ? frame : { seq: last.seq });
  };
