import { createHash } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { absent } from '../../services/core/expressions.ts';
import { Failure } from '../../services/core/failure.ts';
import { commitFor, earlierAnswer, GuardRefused, toKeyedRequest } from '../../services/core/idempotency.ts';
import { type Row, type Table, type Write, WriteRefused } from '../../services/core/table.ts';
import { alter, codeOf, now, put, rowAt, seconds, table, tableWith } from './seeded.ts';

const newRow = (): Row => ({ pk: `THING#${ulid()}`, sk: 'x' });
const keyed = (key: string = ulid(), content: string[] = ['POST', '/things']) => {
  const made = toKeyedRequest(key, 'ada', content);
  if (!made) throw new Error('no keyed request');
  return made;
};
const later = (by: number) => new Date(now.getTime() + by * 1000);
const conflict = new TransactionCanceledException({
  message: 'conflict',
  $metadata: {},
  CancellationReasons: [{ Code: 'TransactionConflict' }],
});

describe('a key', () => {
  it('is one of one person, in the content that it came with', () => {
    expect(toKeyedRequest(undefined, 'ada', [])).toBeUndefined();
    const digest = createHash('sha256').update('["POST","/things"]').digest('base64url');
    expect(toKeyedRequest('k', 'ada', ['POST', '/things'])).toEqual({
      row: { pk: 'USER#ada', sk: 'SUBMISSION#k' },
      fingerprint: digest,
    });
  });

  it.each(['', ' ', 'a b', 'a\n', '\na', 'é', 'a\u007f', ' a', 'a ', 'x'.repeat(256)])(
    'is not %j',
    async (key) => {
      expect(await codeOf((async () => toKeyedRequest(key, 'ada', []))())).toBe('idempotency_key.invalid');
    },
  );

  it.each(['!', '~', 'x', 'x'.repeat(255)])('may be %j', (key) => {
    expect(toKeyedRequest(key, 'ada', [])?.row.sk).toBe(`SUBMISSION#${key}`);
  });
});

describe('a keyed request', () => {
  it('is carried out once: a repeat gets the first answer, and writes nothing', async () => {
    const one = keyed();
    const [first, second] = [newRow(), newRow()];
    expect(await commitFor(table, one, now)([{ put: first }], { n: 1 })).toEqual({
      answer: { n: 1 },
      isReplay: false,
    });
    expect(await commitFor(table, one, now)([{ put: second }], { n: 2 })).toEqual({
      answer: { n: 1 },
      isReplay: true,
    });
    expect([await rowAt(first), await rowAt(second)]).toEqual([first, undefined]);
    expect(await rowAt(one.row)).toEqual({
      ...one.row,
      fingerprint: one.fingerprint,
      answer: '{"n":1}',
      ttl: seconds + 86_400,
    });
  });

  it('without an answer is repeated as null', async () => {
    const one = keyed();
    await commitFor(table, one, now)([{ put: newRow() }], undefined);
    expect(await commitFor(table, one, now)([{ put: newRow() }], undefined)).toEqual({
      answer: null,
      isReplay: true,
    });
  });

  it('with the key of another content is refused, also before it is carried out', async () => {
    const key = ulid();
    await commitFor(table, keyed(key), now)([{ put: newRow() }], 1);
    const other = keyed(key, ['POST', '/others']);
    const effect = newRow();
    expect(await codeOf(commitFor(table, other, now)([{ put: effect }], 2))).toBe('idempotency_key.reused');
    expect(await rowAt(effect)).toBeUndefined();
    expect(await codeOf(earlierAnswer(table, other, now))).toBe('idempotency_key.reused');
  });

  it('is remembered for a day to the second, however late DynamoDB removes the row', async () => {
    const one = keyed();
    await commitFor(table, one, now)([{ put: newRow() }], 1);
    expect(await earlierAnswer(table, one, later(86_399))).toEqual({ answer: 1 });
    expect(await earlierAnswer(table, one, later(86_400))).toBeUndefined();
    expect(await earlierAnswer(table, one, later(86_401))).toBeUndefined();
    expect(await earlierAnswer(table, keyed(), now)).toBeUndefined();
    const half = await commitFor(table, one, later(86_399))([{ put: newRow() }], 2);
    expect(half).toEqual({ answer: 1, isReplay: true });
    const anew = await commitFor(table, one, later(86_400))([{ put: newRow() }], 3);
    expect(anew).toEqual({ answer: 3, isReplay: false });
    expect(await earlierAnswer(table, one, later(86_400))).toEqual({ answer: 3 });
  });

  it('counts from the beginning of its second', async () => {
    const one = keyed();
    await commitFor(table, one, new Date(now.getTime() + 999))([{ put: newRow() }], 1);
    expect((await rowAt(one.row))?.ttl).toBe(seconds + 86_400);
  });

  it('with no writes of its own is remembered all the same', async () => {
    const one = keyed();
    expect(await commitFor(table, one, now)([], 1)).toEqual({ answer: 1, isReplay: false });
    expect(await commitFor(table, one, now)([], 2)).toEqual({ answer: 1, isReplay: true });
  });

  it('that a condition refuses is told which, and is not remembered', async () => {
    const one = keyed();
    const there = newRow();
    await put(there);
    const outcome = await commitFor(
      table,
      one,
      now,
    )([{ put: newRow() }, { put: there, condition: absent }], 1);
    expect(outcome).toBeInstanceOf(WriteRefused);
    expect((outcome as WriteRefused).refused).toEqual([{ index: 1, row: there }]);
    expect(await rowAt(one.row)).toBeUndefined();
  });

  it('that is a repeat gets its answer, also where its own condition refuses by now', async () => {
    const one = keyed();
    const thing = newRow();
    const make = () => commitFor(table, one, now)([{ put: thing, condition: absent }], 1);
    expect(await make()).toEqual({ answer: 1, isReplay: false });
    expect(await make()).toEqual({ answer: 1, isReplay: true });
  });
});

describe('a commit without a key', () => {
  it('writes, each time, and remembers nothing', async () => {
    const row = newRow();
    expect(await commitFor(table, undefined, now)([{ put: row }], 1)).toEqual({ answer: 1, isReplay: false });
    expect(await commitFor(table, undefined, now)([{ put: { ...row, again: true } }], 2)).toEqual({
      answer: 2,
      isReplay: false,
    });
    expect(await rowAt(row)).toEqual({ ...row, again: true });
  });

  it('is refused by its condition', async () => {
    const row = newRow();
    await put(row);
    const outcome = await commitFor(table, undefined, now)([{ put: row, condition: absent }], 1);
    expect((outcome as WriteRefused).refused).toEqual([{ index: 0, row }]);
  });

  it('that has nothing to write asks nothing of the table', async () => {
    const none = tableWith({ write: () => Promise.reject(new Error('asked')) });
    expect(await commitFor(none, undefined, now)([], 1)).toEqual({ answer: 1, isReplay: false });
  });
});

describe('a commit with a guard', () => {
  const guarded = (held: boolean[] = []) => {
    const person = newRow();
    const checks: Write[] = [{ check: person, condition: { text: 'attribute_exists(pk)' } }];
    return { person, guard: { checks, held: () => held.push(true) } };
  };

  it('tells it that it held once everything is written', async () => {
    const held: boolean[] = [];
    const { person, guard } = guarded(held);
    await put(person);
    const row = newRow();
    await commitFor(table, keyed(), now, guard)([{ put: row }], 1);
    expect([held, await rowAt(row)]).toEqual([[true], row]);
  });

  it('that does not hold writes nothing, whatever else refused', async () => {
    const held: boolean[] = [];
    const { guard } = guarded(held);
    const there = newRow();
    await put(there);
    const one = keyed();
    for (const writes of [[{ put: newRow() }], [{ put: there, condition: absent }]] as Write[][]) {
      const refused = commitFor(table, one, now, guard)(writes, 1);
      await expect(refused).rejects.toBeInstanceOf(GuardRefused);
      await expect(refused).rejects.toMatchObject({
        message: 'refused',
        name: 'GuardRefused',
        cause: expect.any(WriteRefused),
      });
    }
    expect([held, await rowAt(one.row)]).toEqual([[], undefined]);
  });

  it('that does not hold answers no repeat from memory', async () => {
    const { person, guard } = guarded();
    await put(person);
    const one = keyed();
    const make = () => commitFor(table, one, now, guard)([{ put: newRow() }], 1);
    await make();
    expect(await make()).toEqual({ answer: 1, isReplay: true });
    await table.write({ remove: person });
    await expect(make()).rejects.toBeInstanceOf(GuardRefused);
  });

  it('that held is told what its own conditions refused', async () => {
    const held: boolean[] = [];
    const { person, guard } = guarded(held);
    await put(person);
    const there = newRow();
    await put(there);
    const outcome = await commitFor(table, keyed(), now, guard)([{ put: there, condition: absent }], 1);
    expect((outcome as WriteRefused).refused).toEqual([{ index: 0, row: there }]);
    expect(held).toEqual([]);
  });

  it('meets a conflict at once, and says that it was busy; without a guard the table tries again by itself', async () => {
    const { guard } = guarded();
    const ways: string[] = [];
    const busy = (error: unknown): Table =>
      tableWith({
        tryWrite: () => {
          ways.push('tryWrite');
          return Promise.reject(error);
        },
        write: () => {
          ways.push('write');
          return Promise.reject(error);
        },
      });
    const make = (error: unknown, asked?: typeof guard) =>
      commitFor(busy(error), keyed(), now, asked)([{ put: newRow() }], 1);
    await expect(make(conflict, guard)).rejects.toMatchObject({
      name: 'GuardRefused',
      message: 'busy',
      cause: conflict,
    });
    await expect(make(conflict)).rejects.toBe(conflict);
    const fault = new Failure('internal');
    await expect(make(fault, guard)).rejects.toBe(fault);
    await expect(make(fault)).rejects.toBe(fault);
    expect(ways).toEqual(['tryWrite', 'write', 'tryWrite', 'write']);
  });
});

it('what stands in a remembered row is read as it stands', async () => {
  const one = keyed();
  await commitFor(table, one, now)([], { a: [1, null] });
  await alter(one.row, { ttl: seconds + 1 });
  expect(await earlierAnswer(table, one, now)).toEqual({ answer: { a: [1, null] } });
  expect(await earlierAnswer(table, one, later(1))).toBeUndefined();
});
