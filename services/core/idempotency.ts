import { createHash } from 'node:crypto';
import { absent } from './expressions.ts';
import { Failure } from './failure.ts';
import { isConflict } from './retry-on-conflict.ts';
import { type Key, type Row, refusalOf, type Table, type Write, type WriteRefused } from './table.ts';

/** For how long a repeated key gets the first answer, in seconds (PRODUCT §1). */
const keptSeconds = 24 * 60 * 60;

/** A request with an `Idempotency-Key`: the same key of the same caller with the same content is the same request. */
export interface KeyedRequest {
  row: Key;
  fingerprint: string;
}

/** What was carried out, and what is answered to it. */
export interface Committed<T> {
  /** On a repeat: what was answered the first time. */
  readonly answer: T;
  /** The request was carried out before, and nothing happened now. */
  readonly isReplay: boolean;
}

/**
 * Carries out what a request comes to: all its writes and its answer in one transaction, so that there is one effect, whatever is
 * retried or interrupted. Without an `Idempotency-Key` it just writes. No writes at all: the effect is elsewhere, and can bear a
 * repeat.
 * @returns what refused it (indexes are those of the writes), or what is answered
 * @throws Failure `idempotency_key.reused` when the key stands for other content
 */
export type Commit = <T>(writes: readonly Write[], answer: T) => Promise<Committed<T> | WriteRefused>;

/**
 * Reads the `Idempotency-Key` of a request; undefined without one.
 * @throws Failure `idempotency_key.invalid`
 */
export const toKeyedRequest = (
  key: string | undefined,
  userId: string,
  content: readonly (string | undefined)[],
): KeyedRequest | undefined => {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Failure('idempotency_key.invalid');
  return {
    row: { pk: `USER#${userId}`, sk: `SUBMISSION#${key}` },
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  };
};

const answerIn = (row: Row, keyed: KeyedRequest): unknown => {
  if (row.fingerprint !== keyed.fingerprint) throw new Failure('idempotency_key.reused');
  return JSON.parse(row.answer as string);
};

/** Remembers an answer, unless there is one already that has not expired. */
const memoryOf = (keyed: KeyedRequest, now: Date, answer: unknown): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: {
      ...keyed.row,
      fingerprint: keyed.fingerprint,
      answer: JSON.stringify(answer ?? null),
      ttl: seconds + keptSeconds,
    },
    condition: {
      text: `${absent.text} OR #ttl <= :now`,
      names: { '#ttl': 'ttl' },
      values: { ':now': seconds },
    },
  };
};

/** What was answered to this request before, if anything. DynamoDB removes expired rows late, so the time counts. */
export const earlierAnswer = async (
  table: Table,
  keyed: KeyedRequest,
  now: Date,
): Promise<{ answer: unknown } | undefined> => {
  const row = await table.get(keyed.row);
  return row && (row.ttl as number) > now.getTime() / 1000 ? { answer: answerIn(row, keyed) } : undefined;
};

/** Of a request, what a store needs: when it came, and how it is carried out. */
export interface CommitContext {
  now: Date;
  commit: Commit;
}

/** What a commit asks beside its own conditions, in the same transaction: whether its caller may still do this. */
export interface CommitGuard {
  readonly checks: readonly Write[];
  /** Told when they held, and the writes are done. */
  readonly held: () => void;
}

/** A {@link CommitGuard} did not hold, or could not be asked at that moment. Nothing was written. */
export class GuardRefused extends Error {
  override readonly name = 'GuardRefused';
}

/** The {@link Commit} of one request. A guard is asked where there is a key, with which a commit is a transaction anyway. */
export const commitFor =
  (table: Table, keyed: KeyedRequest | undefined, now: Date, guard?: CommitGuard): Commit =>
  async <T>(writes: readonly Write[], answer: T): Promise<Committed<T> | WriteRefused> => {
    const carriedOut = { answer, isReplay: false };
    const all = [...writes, ...(keyed ? [memoryOf(keyed, now, answer)] : []), ...(guard?.checks ?? [])];
    const [first, ...others] = all;
    if (!first) return carriedOut;
    const refusal = await refusalOf(
      guard ? table.tryWrite(first, ...others) : table.write(first, ...others),
    ).catch((error: unknown) => {
      throw guard && isConflict(error) ? new GuardRefused('busy', { cause: error }) : error;
    });
    if (!refusal) {
      guard?.held();
      return carriedOut;
    }
    if (refusal.refused.some(({ index }) => index > all.length - 1 - (guard?.checks.length ?? 0)))
      throw new GuardRefused('refused', { cause: refusal });
    const earlier = keyed && refusal.rowAt(writes.length);
    return earlier ? { answer: answerIn(earlier, keyed) as T, isReplay: true } : refusal;
  };
