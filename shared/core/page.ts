import * as z from 'zod';

/** What every list accepts: at most 100 records a page, and the opaque position where the last page ended. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number('Give a number from 1 to 100.').int().min(1).max(100).default(50),
  cursor: z.string().min(1).max(2000).optional(),
});

/** A page of records; `nextCursor` is null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
