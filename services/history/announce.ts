import type { Frame } from '../../shared/live/frames.ts';
import { fits, presenceOf, type Sockets } from '../core/sockets.ts';
import type { AppendedEvent } from './event-log-store.ts';

/** After these, somebody may be here no more: they are no member any more, or have signed out everywhere. */
const endings: ReadonlySet<string> = new Set(['member.left', 'member.removed', 'member.signed_out']);

/** Tells the open sockets of an organization what was appended to its log: one frame for all of it. */
export const announce =
  (sockets: Sockets) =>
  async (organizationId: string, appended: readonly AppendedEvent[], now: Date): Promise<void> => {
    const last = appended.at(-1);
    if (!last) return;
    const { authorized, unauthorized } = await sockets.store.audience(organizationId, now);
    // The request that ended a membership has closed its sockets; these are left where it could not, and by whoever writes rows by hand.
    await sockets.close(unauthorized);
    if (unauthorized.length > 0 || appended.some(({ type }) => endings.has(type)))
      await sockets.send(authorized, presenceOf(authorized, now));
    const frame: Frame = { events: appended.map(({ at: _, ...event }) => event) };
    await sockets.send(authorized, fits(frame) ? frame : { seq: last.seq });
  };
