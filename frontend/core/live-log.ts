/** Anything that has a place in the group's log. */
interface Numbered {
  readonly seq: number;
}

interface LogFollowerOptions<Event extends Numbered> {
  /** The last event that is known already. */
  after: number;
  /** Reads what came after an event, page by page; nothing when that is too long ago to be caught up with. */
  listSince: (seq: number) => Promise<{ items: readonly Event[]; seq: number }>;
  /** Gets every event once, in order. */
  onEvents: (events: readonly Event[]) => void;
  /** Events were left out: all that is shown has to be loaded anew. */
  onReload: () => void;
  /** Reading failed; the next word about the log, or `resume`, tries again. */
  onFailure: (error: unknown) => void;
}

/** Follows the group's log, whatever comes twice, late or never: each event is handled once, in order. */
export interface LogFollower<Event extends Numbered> {
  /** Takes events that were announced. */
  take: (events: readonly Event[]) => void;
  /** Hears that the log goes at least so far. */
  reaches: (seq: number) => void;
  /** Reads what is still missing. */
  resume: () => void;
  stop: () => void;
}

export const followLog = <Event extends Numbered>({
  after,
  listSince,
  onEvents,
  onReload,
  onFailure,
}: LogFollowerOptions<Event>): LogFollower<Event> => {
  let known = after;
  /** How far the log is known to go. */
  let end = after;
  let reading = false;
  let stopped = false;

  const advance = (news: readonly Event[]): void => {
    const last = news.at(-1);
    if (!last) return;
    known = last.seq;
    onEvents(news);
  };

  const readPage = async (): Promise<void> => {
    const announced = end;
    const page = await listSince(known);
    if (stopped) return;
    const news = page.items.filter(({ seq }) => seq > known);
    const [first] = news;
    // What HTTP answers counts, be it less than was announced before.
    end = first || end > announced ? Math.max(end, page.seq) : page.seq;
    if (first ? first.seq > known + 1 : page.seq > known) onReload();
    if (first) advance(news);
    else known = Math.max(known, page.seq);
  };

  const catchUp = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      while (!stopped && known < end) await readPage();
    } catch (error) {
      if (!stopped) onFailure(error);
    } finally {
      reading = false;
    }
  };

  return {
    take: (events) => {
      const news = events.filter(({ seq }) => seq > known);
      end = Math.max(end, ...news.map(({ seq }) => seq));
      const inOrder = news.every(({ seq }, index) => seq === known + 1 + index);
      if (!stopped && !reading && inOrder) advance(news);
      else void catchUp();
    },
    reaches: (seq) => {
      end = Math.max(end, seq);
      void catchUp();
    },
    resume: () => void catchUp(),
    stop: () => {
      stopped = true;
    },
  };
};
