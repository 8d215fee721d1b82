import { performance } from 'node:perf_hooks';

/** The figure below which this share of them lies. */
const quantile = (figures: number[], share: number): number => {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] as number;
};

/** The middle of some figures. */
export const median = (figures: number[]): number => quantile(figures, 0.5);

/**
 * Times several ways of doing a thing in turn, so that whatever else the machine does meets all of them alike.
 * @param share of the runs that were faster than what is told: the median unless it is said here. A tenth tells what it costs
 * when nothing else has the processor.
 * @returns the milliseconds of each
 */
export const interleaved = async <Name extends string>(
  ways: Record<Name, () => Promise<unknown>>,
  rounds: number,
  share = 0.5,
): Promise<Record<Name, number>> => {
  const names = Object.keys(ways) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round += 1)
    for (const name of names) {
      const started = performance.now();
      await ways[name]();
      if (round >= 0) times[name].push(performance.now() - started);
    }
  return Object.fromEntries(names.map((name) => [name, quantile(times[name], share)])) as Record<
    Name,
    number
  >;
};

/** Requests per second when this many callers each send the next request as soon as they have an answer. */
export const perSecond = async (
  work: () => Promise<unknown>,
  callers: number,
  total: number,
): Promise<number> => {
  let left = total;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
  return (total / (performance.now() - started)) * 1000;
};

/** One line of the report: what was measured, the target, and the figure; a missed target carries its reason. */
export interface Figure {
  what: string;
  target?: string;
  figure: string;
  met?: boolean;
  why?: string;
}

/** At most this many times the other. */
export const ratio = (what: string, figure: number, most: number, detail: string, why?: string): Figure => ({
  what,
  target: `≤ ${most}×`,
  figure: `${figure.toFixed(2)}× (${detail})`,
  met: figure <= most,
  why,
});

/** At most this much of something. */
export const amount = (what: string, figure: number, most: number, unit: string, why?: string): Figure => ({
  what,
  target: `≤ ${most} ${unit}`,
  figure: `${Number.isInteger(figure) ? figure : figure.toFixed(1)} ${unit}`,
  met: figure <= most,
  why,
});

/** At least this many points of a hundred. */
export const score = (what: string, figure: number, least: number, detail: string, why?: string): Figure => ({
  what,
  target: `≥ ${least}`,
  figure: `${figure} (${detail})`,
  met: figure >= least,
  why,
});
