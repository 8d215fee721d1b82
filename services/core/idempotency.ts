import { createHash } from 'node:crypto';
import { absent } from './expressions.ts';
import { Failure } from './failure.ts';
import { type Key, type Row, refusalOf, type Table, type Write, type WriteRefused } from './table.ts';

/** For how long a repeated key gets the first answer, in seconds (PRODUCT §1). */
const keptSeconds = 24 * 60 * 60;

/** Names one submission of one caller: the same key with the same content is the same submission. */
export interface Submission {
  row: Key;
  fingerprint: string;
}

/** What was carried out, and what is answered to it. */
export interface Committed<T> {
  /** On a repeat: what was answered the first time. */
  readonly answer: T;
  /** This submission was carried out before, and nothing happened now. */
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
export const submissionOf = (
  key: string | undefined,
  userId: string,
  content: readonly (string | undefined)[],
): Submission | undefined => {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Failure('idempotency_key.invalid');
  return {
    row: { pk: `USER#${userId}`, sk: `SUBMISSION#${key}` },
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
  };
};

const answerIn = (row: Row, submission: Submission): unknown => {
  if (row.fingerprint !== submission.fingerprint) throw new Failure('idempotency_key.reused');
  return JSON.parse(row.answer as string);
};

/** Remembers an answer, unless there is one already that has not expired. */
const memoryOf = (submission: Submission, now: Date, answer: unknown): Write => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    put: {
      ...submission.row,
      fingerprint: submission.fingerprint,
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

/** What was answered to this submission before, if anything. DynamoDB removes expired rows late, so the time counts. */
export const earlierAnswer = async (
  table: Table,
  submission: Submission,
  now: Date,
): Promise<{ answer: unknown } | undefined> => {
  const row = await table.get(submission.row);
  return row && (row.ttl as number) > now.getTime() / 1000
    ? { answer: answerIn(row, submission) }
    : undefined;
};

/** Of a request, what a store needs: when it came, and how it is carried out. */
export interface CommitContext {
  now: Date;
  commit: Commit;
}

/** The {@link Commit} of one request. */
export const commitFor =
  (table: Table, submission: Submission | undefined, now: Date): Commit =>
  async <T>(writes: readonly Write[], answer: T): Promise<Committed<T> | WriteRefused> => {
    const carriedOut = { answer, isReplay: false };
    const all = submission ? [...writes, memoryOf(submission, now, answer)] : writes;
    const [first, ...others] = all;
    if (!first) return carriedOut;
    const refusal = await refusalOf(table.write(first, ...others));
    if (!refusal) return carriedOut;
    const earlier = submission && refusal.rowAt(writes.length);
    return earlier ? { answer: answerIn(earlier, submission) as T, isReplay: true } : refusal;
  };
