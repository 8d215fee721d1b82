import * as z from 'zod';
import { t } from './translate.ts';

export const largestVersion = 1_000_000_000;

/** Grows by one with every change of a record; a change names the version it was made from. */
export const Version = z.number().int().min(1).max(largestVersion);

/** A ULID made by the server. Upper case only, as it is printed. */
export const Id = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, { error: () => t('This is not an id.') });

/** The keyword in docs/openapi.json that says of which kind the record is that a field names. */
export const namesKeyword = 'x-names';

/**
 * Declares that a field of a request names a record of some kind, so that tests/contract tries one of another organization, a deleted
 * one and an unknown one in it: all three have to be answered alike.
 * @param kind of shared/kinds.ts; `record` where another field says which
 */
export const naming = <S extends z.ZodType>(kind: string, id: S): S =>
  id.meta({ ...id.meta(), [namesKeyword]: kind }) as S;

/** The id of a record of this kind, in a request. */
export const idOf = (kind: string) => naming(kind, Id);

/** The id of a person, in a request. What it looks like is up to the sign-in service. */
export const userId = () => naming('member', z.string().min(1).max(128));
