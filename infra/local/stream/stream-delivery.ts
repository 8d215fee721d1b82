import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { InvocationResult, LocalFunction } from '../lambda/functions.ts';
import { RecentList } from '../runner/recent-list.ts';
import type { EventFilter } from './event-filter.ts';
import type { ChangeRecord, StreamPosition, TableStream } from './table-stream.ts';

/** What an event source mapping says. */
export interface DeliveryRules {
  batchSize: number;
  bisects: boolean;
  reportsItemFailures: boolean;
  /** -1: without end. */
  retryAttempts: number;
  /** -1: without end. */
  maxRecordAgeSeconds: number;
  passes: EventFilter;
  streamArn: string;
}

export interface DeliveryOptions {
  rules: DeliveryRules;
  stream: TableStream;
  function: LocalFunction;
  /** Keeps where it stands. */
  savePosition: (position: StreamPosition) => void;
  /** Told of changes that were given up, in AWS's own words. */
  onGivenUp: (message: object) => void;
  onProblem: (line: string) => void;
}

/** How delivery is going, for `/_local`. */
export interface DeliveryState {
  functionName: string;
  position: string | undefined;
  /** Age of the oldest change that was not taken yet, in milliseconds; 0 when there is none. */
  lagMs: number;
  delivered: number;
  givenUp: number;
  isPaused: boolean;
}

/** What a test does to the stream. */
export interface StreamControls {
  /** No function is called until {@link resume}; resolves when none is any more. */
  pause(): Promise<void>;
  resume(): void;
  /** Delivers the last changes once more, whatever became of them. Resolves when they were. */
  redeliver(count: number): Promise<void>;
  /** The sizes of the next batches, over and over; an empty list ends that. */
  deliverInBatchesOf(sizes: readonly number[]): void;
  /**
   * Lets the next invocations fail: `before` the function runs, or `after` it has, so that its result is lost.
   * What fails goes on as for any failure: in halves, with retries.
   */
  failNext(count: number, when: 'before' | 'after'): void;
  /** Resolves when everything that is in the table by now has been taken or given up. */
  settled(): Promise<void>;
  state(): DeliveryState;
}

export interface StreamDelivery {
  /** There may be something new. */
  nudge(): void;
  controls: StreamControls;
  stop(): Promise<void>;
}

/** Writes that pass the gateway nudge; this finds those that don't. */
const pollEveryMs = 250;

/**
 * While changes keep coming, they are gathered for so long before they are read again, so that a batch is worth its invocation: AWS
 * reads four times a second. What comes alone is delivered at once.
 */
const gatherMs = 40;
const busyForMs = 200;
/** Lambda waits longer with each attempt, up to minutes. */
const backoffMs = [50, 100, 200, 400, 800, 1000];
const rememberedChanges = 1000;

/** Where to go on within a batch: behind it, or at the first that failed. `undefined`: the whole batch failed. */
const firstFailure = (records: readonly ChangeRecord[], result: string): number | undefined => {
  const { batchItemFailures } = (JSON.parse(result) ?? {}) as {
    batchItemFailures?: { itemIdentifier?: string }[] | null;
  };
  const failures = batchItemFailures ?? [];
  const at = failures.map(({ itemIdentifier }) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
  );
  // A name that is none of the batch's makes the answer worthless.
  if (at.includes(-1)) return undefined;
  return Math.min(records.length, ...at);
};

/** What Lambda sends to a destination. Source: Lambda developer guide, "Retain discarded records for a DynamoDB event source". */
const failureMessage = (
  records: readonly ChangeRecord[],
  about: { functionArn: string; requestId: string; condition: string; attempts: number; failed: boolean },
  position: StreamPosition | undefined,
  streamArn: string,
): object => {
  const time = (record: ChangeRecord | undefined) =>
    new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
  return {
    requestContext: {
      requestId: about.requestId,
      functionArn: about.functionArn,
      condition: about.condition,
      approximateInvokeCount: about.attempts,
    },
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: about.failed ? 'Unhandled' : null,
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: position?.shardId,
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      approximateArrivalOfFirstRecord: time(records[0]),
      approximateArrivalOfLastRecord: time(records.at(-1)),
      batchSize: records.length,
      streamArn,
    },
  };
};

/** Calls a function with the changes of a stream, in their order, as Lambda's event source mapping does. */
export function streamDelivery(options: DeliveryOptions): StreamDelivery {
  const { rules, stream, function: target, onProblem } = options;
  const recent = new RecentList<ChangeRecord>(rememberedChanges);
  const stopping = new AbortController();
  let pending: ChangeRecord[] = [];
  let readTo: StreamPosition | undefined;
  let takenTo: StreamPosition | undefined;
  let delivered = 0;
  let givenUp = 0;
  let sizes: number[] = [];
  const faults: ('before' | 'after')[] = [];
  /** Whether the last failure was one that a test asked for: no problem to tell of. */
  let isAsked = false;
  let isPaused = false;
  let lastDelivered = Number.NEGATIVE_INFINITY;
  /** Ends the gathering: somebody waits for what is there. */
  let hurry = (): void => {};
  /** Everything happens one after the other. */
  let work: Promise<unknown> = Promise.resolve();
  let isPollQueued = false;
  /** Who waits until all has been taken that was in the table at a moment. */
  let waiting: { since: number; settle: (error?: unknown) => void }[] = [];
  const settle = (which: (one: (typeof waiting)[number]) => boolean, error?: unknown): void => {
    const settled = waiting.filter(which);
    waiting = waiting.filter((one) => !settled.includes(one));
    for (const one of settled) one.settle(error);
  };

  const take = (record: ChangeRecord | undefined): void => {
    if (!record || !readTo) return;
    takenTo = { ...readTo, sequenceNumber: record.dynamodb.SequenceNumber };
    options.savePosition(takenTo);
  };

  const invoke = async (records: readonly ChangeRecord[]): Promise<InvocationResult> => {
    const fault = faults.shift();
    isAsked = fault !== undefined;
    const lost: InvocationResult = {
      ok: false,
      error: { errorType: 'Asked', errorMessage: 'asked to fail', trace: [] },
    };
    if (fault === 'before') return lost;
    const result = await target.invoke(JSON.stringify({ Records: records }), `${records.length} changes`);
    return fault === 'after' ? lost : result;
  };

  const giveUp = (records: readonly ChangeRecord[], condition: string, attempts: number, failed: boolean) => {
    givenUp += records.length;
    const requestId = target.invocations()[0]?.requestId ?? randomUUID();
    const about = { functionArn: target.definition.arn, requestId, condition, attempts, failed };
    options.onGivenUp(failureMessage(records, about, readTo, rules.streamArn));
    if (!isAsked) {
      onProblem(`${target.definition.name}: ${records.length} changes were given up (${condition})`);
    }
  };

  const isTooOld = ({ dynamodb }: ChangeRecord): boolean =>
    rules.maxRecordAgeSeconds >= 0 &&
    Date.now() / 1000 - dynamodb.ApproximateCreationDateTime > rules.maxRecordAgeSeconds;

  /** @param done told of the records that are behind us */
  const deliver = async (
    records: readonly ChangeRecord[],
    done: (records: readonly ChangeRecord[]) => void,
    attempt = 0,
  ): Promise<void> => {
    const [first] = records;
    if (!first || stopping.signal.aborted) return;
    if (isTooOld(first)) {
      const old = records.filter(isTooOld);
      giveUp(old, 'RecordAgeExceeded', attempt, attempt > 0);
      done(old);
      return deliver(records.slice(old.length), done);
    }
    const result = await invoke(records);
    if (result.ok) {
      const end = rules.reportsItemFailures ? firstFailure(records, result.result) : records.length;
      if (end === records.length) return done(records);
      if (end !== undefined && end > 0) {
        done(records.slice(0, end));
        return deliver(records.slice(end), done);
      }
    }
    // Halving does not use up attempts.
    if (rules.bisects && records.length > 1) {
      const middle = Math.ceil(records.length / 2);
      await deliver(records.slice(0, middle), done, attempt);
      return deliver(records.slice(middle), done, attempt);
    }
    if (rules.retryAttempts >= 0 && attempt >= rules.retryAttempts) {
      giveUp(records, 'RetryAttemptsExhausted', attempt + 1, !result.ok);
      return done(records);
    }
    await delay(backoffMs[Math.min(attempt, backoffMs.length - 1)], undefined, {
      signal: stopping.signal,
    }).catch(
      // Stopped meanwhile: the next run begins with these.
      () => {},
    );
    return deliver(records, done, attempt + 1);
  };

  const nextSize = (): number => {
    const [size = rules.batchSize, ...others] = sizes;
    if (sizes.length > 0) sizes = [...others, size];
    return Math.min(size, rules.batchSize);
  };

  /** Waits for more changes, unless somebody waits for those that are there. */
  const gather = async (): Promise<void> => {
    if (waiting.length > 0) return;
    const early = new AbortController();
    hurry = () => early.abort();
    await delay(gatherMs, undefined, { signal: AbortSignal.any([early.signal, stopping.signal]) }).catch(
      () => {},
    );
  };

  /** Reads and delivers until there is nothing more. */
  const poll = async (): Promise<void> => {
    while (!isPaused && !stopping.signal.aborted) {
      if (pending.length === 0) {
        if (performance.now() - lastDelivered < busyForMs) await gather();
        const asked = waiting;
        const page = await stream.next();
        if (page.position === readTo) return settle((one) => asked.includes(one));
        readTo = page.position;
        pending = page.records.filter(rules.passes);
        if (pending.length === 0 && readTo) {
          takenTo = readTo;
          options.savePosition(readTo);
        }
        continue;
      }
      await deliver(pending.slice(0, nextSize()), (records) => {
        pending = pending.slice(records.length);
        delivered += records.length;
        lastDelivered = performance.now();
        for (const record of records) recent.add(record);
        take(records.at(-1));
        // Where others go on writing there is always more; what was there before is behind a change of a later second.
        const second = records.at(-1)?.dynamodb.ApproximateCreationDateTime ?? 0;
        settle(({ since }) => second > Math.floor(since / 1000));
      });
    }
    settle(() => true);
  };

  const enqueue = <Result>(job: () => Promise<Result>): Promise<Result> => {
    const done = work.then(job);
    work = done.catch((error: unknown) => {
      if (!stopping.signal.aborted)
        onProblem(`The table's stream: ${error instanceof Error ? error.stack : error}`);
    });
    return done;
  };

  const nudge = (): void => {
    if (isPollQueued || isPaused || stopping.signal.aborted) return;
    isPollQueued = true;
    void enqueue(() => {
      isPollQueued = false;
      return poll();
    }).catch((error: unknown) => {
      // Told by enqueue to whoever runs this.
      settle(() => true, error);
    });
  };
  const timer = setInterval(nudge, pollEveryMs).unref();
  nudge();

  return {
    nudge,
    controls: {
      pause: async () => {
        isPaused = true;
        await work;
      },
      resume: () => {
        isPaused = false;
        nudge();
      },
      redeliver: (count) =>
        enqueue(async () => {
          const again = recent.newestFirst().slice(0, count).reverse();
          while (again.length > 0) await deliver(again.splice(0, nextSize()), () => {});
        }),
      deliverInBatchesOf: (given) => {
        sizes = [...given];
      },
      failNext: (count, when) => {
        faults.push(...Array.from({ length: count }, () => when));
      },
      settled: () =>
        new Promise((resolve, reject) => {
          if (isPaused || stopping.signal.aborted) return resolve();
          waiting.push({ since: Date.now(), settle: (error) => (error ? reject(error) : resolve()) });
          hurry();
          nudge();
        }),
      state: () => ({
        functionName: target.definition.name,
        position: takenTo?.sequenceNumber,
        lagMs: pending[0]
          ? Math.max(0, Date.now() - pending[0].dynamodb.ApproximateCreationDateTime * 1000)
          : 0,
        delivered,
        givenUp,
        isPaused,
      }),
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await work;
    },
  };
}
