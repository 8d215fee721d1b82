import { createHash } from 'node:crypto';
import { Failure } from './failure.ts';
import type { Row } from './table.ts';

/**
 * Positions in lists. A cursor is bound to the list it was made for (its partition and its filters) by a digest, and
 * carries nothing but sort keys: whatever a person does to it, it can only ever point into a list of their own group.
 */
const digest = (list: readonly unknown[], position: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([list, position]))
    .digest('base64url')
    .slice(0, 16);

/** Where a page ended: the table's key of its last row, and that of the index by which it was read. */
export const positionOf = (row: Row, index?: 'gsi1' | 'gsi2'): Record<string, string> => ({
  pk: row.pk,
  sk: row.sk,
  ...(index && { [`${index}pk`]: row[`${index}pk`] as string, [`${index}sk`]: row[`${index}sk`] as string }),
});

/** Makes the opaque text that a page ends with. */
export const writeCursor = (list: readonly unknown[], position: Record<string, string>): string =>
  Buffer.from(JSON.stringify([position, digest(list, position)])).toString('base64url');

const keyNames = ['pk,sk', 'gsi1pk,gsi1sk,pk,sk', 'gsi2pk,gsi2sk,pk,sk'];

/** Anybody can compute a digest, so what it covers has to be a position that the table could have given for this partition. */
const isPosition = (position: unknown, partition: string): position is Record<string, string> => {
  if (typeof position !== 'object' || position === null) return false;
  const { gsi1pk, gsi2pk, pk } = position as Record<string, unknown>;
  return (
    keyNames.includes(Object.keys(position).sort().join()) &&
    Object.values(position).every(
      (value) => typeof value === 'string' && value !== '' && value.length <= 1024,
    ) &&
    (gsi1pk ?? gsi2pk ?? pk) === partition
  );
};

/** Reads a cursor back; throws `cursor.invalid` when it was changed or belongs to another list. */
export const readCursor = (list: readonly unknown[], cursor: string): Record<string, string> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw Object.assign(new Failure('cursor.invalid'), { cause });
  }
  const [position, mark] = Array.isArray(parsed) ? parsed : [];
  if (mark !== digest(list, position) || !isPosition(position, String(list[0])))
    throw new Failure('cursor.invalid');
  return position;
};
