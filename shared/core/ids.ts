import * as z from 'zod';

export const largestVersion = 1_000_000_000;

/** Grows by one with every change of a record; a change names the version it was made from. */
export const Version = z.number().int().min(1).max(largestVersion);

/** A ULID made by the server. Upper case only, as it is printed. */
export const Id = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'This is not an id.');
