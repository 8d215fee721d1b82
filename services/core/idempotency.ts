import { createHash } from 'node:crypto';
import { absent } from './expressions.ts';
import { Failure } from './failure.ts';
import { type Key, type Row, type Table, type Write, WriteRefused } from './table.ts';

/** For how long a repeated key gets the first answer (PRODUCT §1). */
const kept = 24 * 60 * 60;

/** Names one submission of one caller: the same key with the same content is the same submission. */
export interface Submission {
  row: Key;
  fingerprint: string;
}

/** A retry-safe request, as a store hands it to {@link writeOnce}: what it is recognized by, when it came, and its answer. */
export interface Once {
  submission: Submission | undefined;
  now: Date;
  answer: unknown;
}

/** Thrown to answer a repeated submission with what was answered the first time. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('already answered');
    this.answer = answer;
  }
}

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

/**
 * Performs the writes and remembers the answer in the same transaction, so that there is one effect, whatever is
 * retried or interrupted. Without a submission it just writes. No writes at all: the effect is elsewhere, and can bear a repeat.
 * @throws AlreadyAnswered when this submission was carried out before
 * @throws Failure `idempotency_key.reused` when the key stands for other content
 * @throws WriteRefused when one of the writes is refused (indexes are those of `writes`)
 */
export const writeOnce = async (
  table: Table,
  submission: Submission | undefined,
  now: Date,
  writes: Write[],
  answer: unknown,
): Promise<void> => {
  const [first, ...others] = writes;
  if (!submission) {
    if (first) await table.write(first, ...others);
    return;
  }
  const seconds = Math.floor(now.getTime() / 1000);
  const memory: Write = {
    put: {
      ...submission.row,
      fingerprint: submission.fingerprint,
      answer: JSON.stringify(answer),
      ttl: seconds + kept,
    },
    condition: {
      text: `${absent.text} OR #ttl <= :now`,
      names: { '#ttl': 'ttl' },
      values: { ':now': seconds },
    },
  };
  try {
    await (first ? table.write(first, ...others, memory) : table.write(memory));
  } catch (error) {
    const earlier = error instanceof WriteRefused ? error.rowAt(writes.length) : undefined;
    if (earlier) throw new AlreadyAnswered(answerIn(earlier, submission));
    throw error;
  }
};
