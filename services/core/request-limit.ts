import { Failure } from './failure.ts';
import { log } from './log.ts';
import type { Key, Table } from './table.ts';

/**
 * Requests that one person may make in a minute, counted together over all functions. Nobody who works comes near it; a benchmark, which
 * is one person in a great hurry, sets the variable.
 */
const perMinute = Number(process.env.REQUESTS_PER_MINUTE ?? 1200);
const windowMs = 60_000;

/** So many are counted in a function's own memory before the table hears of them. */
const batch = 50;
const rememberedAtMost = 10_000;

/** What is counted of one person, or of one socket, in one minute. */
interface Count {
  window: number;
  /** Here, and not told to the table yet. */
  untold: number;
  /** By all functions, as the table last said. */
  all: number;
}

/** "How much did they ask for in this minute?" */
const requestsKey = (who: string, window: number): Key => ({ pk: `REQUESTS#${who}`, sk: String(window) });

/**
 * Counts requests of persons (or whoever is named), so that none of them takes the place of all. Each function counts in its memory and
 * tells the table every {@link batch} requests, when it also learns what the others have counted: approximate, and no write for each
 * request. When the table can't be told, nobody is refused for it. (docs/decisions/0027-limits.md)
 */
export const requestLimit = (table: Table, { most = perMinute, every = batch } = {}) => {
  const counts = new Map<string, Count>();

  const tell = async (who: string, count: Count): Promise<void> => {
    const told = count.untold;
    count.untold = 0;
    count.all += told;
    try {
      const row = await table.write({
        update: requestsKey(who, count.window),
        expression: {
          text: 'SET #ttl = :ttl ADD requests :told',
          names: { '#ttl': 'ttl' },
          values: { ':told': told, ':ttl': Math.floor((count.window * windowMs) / 1000) + 600 },
        },
      });
      count.all = Math.max(count.all, row?.requests as number);
    } catch (error) {
      log.error('requests could not be counted', error, { told });
    }
  };

  /**
   * Counts a request, which may weigh more than one.
   * @throws Failure `requests.too_many`, with the seconds until the next minute
   */
  return async (who: string, now: Date, weight = 1): Promise<void> => {
    const window = Math.floor(now.getTime() / windowMs);
    let count = counts.get(who);
    if (count?.window !== window) {
      if (counts.size >= rememberedAtMost) counts.clear();
      count = { window, untold: 0, all: 0 };
      counts.set(who, count);
    }
    if (count.all + count.untold >= most) {
      const left = (window + 1) * windowMs - now.getTime();
      throw new Failure('requests.too_many', { retryAfterSeconds: Math.ceil(left / 1000) });
    }
    count.untold += weight;
    if (count.untold >= every) await tell(who, count);
  };
};

/** What a request weighs that makes us ask the sign-in provider, whose own limit all people share. */
export const weightOfAsking = 10;
