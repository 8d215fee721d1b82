import * as z from 'zod';

/** A ULID made by the server. Upper case only, as it is printed. */
export const Id = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'This is not an id.');
