import * as z from 'zod';
import { type Text, t } from './translate.ts';

/**
 * A whole number of a query, where everything is text: digits alone, not `1e3`, ` 5 ` or nothing.
 * @param message what a person reads when it is not one
 */
export const wholeNumber = (message: Text, minimum: number, maximum: number) =>
  z
    .preprocess(
      (given) =>
        typeof given === 'string'
          ? /^(0|[1-9][0-9]{0,15})$/.test(given)
            ? Number(given)
            : Number.NaN
          : given,
      z.number({ error: message }).int().min(minimum).max(maximum),
    )
    .meta({ type: 'integer', minimum, maximum });

/** What every list accepts: at most 100 records a page, and the opaque position where the last page ended. */
export const PageQuery = z.strictObject({
  limit: wholeNumber(() => t('Give a number from 1 to 100.'), 1, 100).default(50),
  cursor: z.string().min(1).max(2000).optional(),
});

/** A page of records; `nextCursor` is null on the last one. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}
