import { createHash } from 'node:crypto';
import { Failure } from './failure.ts';

/**
 * Positions in lists. A cursor is bound to the list it was made for (its partition and its filters) by a digest, and
 * carries nothing but sort keys: whatever a person does to it, it can only ever point into a list of their own group.
 */
const digest = (list: readonly unknown[], position: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([list, position]))
    .digest('base64url')
    .slice(0, 16);

/** Makes the opaque text that a page ends with. */
export const writeCursor = (list: readonly unknown[], position: Record<string, string>): string =>
  Buffer.from(JSON.stringify([position, digest(list, position)])).toString('base64url');

/** Reads a cursor back; throws `cursor.invalid` when it was changed or belongs to another list. */
export const readCursor = (list: readonly unknown[], cursor: string): Record<string, string> => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw Object.assign(new Failure('cursor.invalid'), { cause });
  }
  const [position, mark] = Array.isArray(parsed) ? parsed : [];
  if (typeof position !== 'object' || position === null || mark !== digest(list, position))
    throw new Failure('cursor.invalid');
  return position as Record<string, string>;
};
