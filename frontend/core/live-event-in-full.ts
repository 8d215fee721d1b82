import { api } from './api.ts';
import type { LiveEvent } from './live-events.ts';
import { routeTable } from './route-table.ts';

/** The event as the log has it; an announcement leaves out what it was about, who did it, and what changed. @throws Failure */
export const inFull = async (event: LiveEvent): Promise<LiveEvent> => {
  if (event.title !== undefined) return event;
  const { items } = await api(routeTable.history.listSince, { query: { after: event.seq - 1, limit: 1 } });
  return items[0]?.seq === event.seq ? items[0] : event;
};
