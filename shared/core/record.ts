import * as z from 'zod';
import type { Permission } from './access.ts';
import type { Route } from './contract.ts';
import { type Id, idOf, largestVersion, Version } from './ids.ts';
import { PageQuery, pageOf, wholeNumber } from './page.ts';
import { t } from './translate.ts';

/**
 * What may be written into a field, and what is read from it. Input rules clean and limit what is written, and may become stricter;
 * what was stored before is read all the same, so `stored` checks the shape alone.
 */
interface FieldSchema<S extends z.ZodType, N extends z.ZodType, C extends z.ZodType> {
  stored: S;
  created: N;
  changed: C;
}

/** A field that a new record must have. */
export const field = <S extends z.ZodType, W extends z.ZodType>(stored: S, written: W) => ({
  stored,
  created: written,
  changed: written,
});

/** A field that a new record has from the beginning, unless it says otherwise. */
export const fieldFrom = <S extends z.ZodType, W extends z.ZodType>(
  initially: z.output<W>,
  stored: S,
  written: W,
) => ({ stored, created: written.default(initially as never), changed: written });

type FieldSchemas = Readonly<Record<string, FieldSchema<z.ZodType, z.ZodType, z.ZodType>>>;
type Part<F extends FieldSchemas, K extends 'stored' | 'created' | 'changed'> = { [P in keyof F]: F[P][K] };
type Optional<S extends z.ZodRawShape> = { [P in keyof S]: z.ZodOptional<S[P]> };

/** A moment as it was stored: ISO 8601 in UTC with milliseconds. */
export const StoredMoment = z.string().meta({ format: 'date-time' });

const stamp = {
  createdAt: StoredMoment,
  createdBy: z.string(),
  updatedAt: StoredMoment,
  updatedBy: z.string(),
  /** Grows by one with every change; a change names the version it was made from. */
  version: z.number().int().positive(),
};

const partOf = <F extends FieldSchemas, K extends 'stored' | 'created' | 'changed'>(
  fields: F,
  part: K,
): Part<F, K> =>
  Object.fromEntries(Object.entries(fields).map(([name, schemas]) => [name, schemas[part]])) as Part<F, K>;

/**
 * The schemas of a kind of record, from its fields.
 * @param own what the server keeps of it beside the fields that people write
 */
export const recordSchemas = <F extends FieldSchemas, Own extends z.ZodRawShape>(fields: F, own: Own) => {
  const Stored = z.strictObject({ id: z.string(), ...partOf(fields, 'stored'), ...own, ...stamp });
  const changed = Object.fromEntries(
    Object.entries(fields).map(([name, schemas]) => [name, schemas.changed.optional()]),
  ) as Optional<Part<F, 'changed'>>;
  /** In Trash: when and by whom it was deleted, and until when it can be restored (30 days). */
  const Deleted = Stored.extend({
    deletedAt: StoredMoment,
    deletedBy: z.string(),
    restorableUntil: StoredMoment,
  });
  return {
    Stored,
    New: z.strictObject(partOf(fields, 'created')),
    Change: z
      .strictObject({ version: Version, ...changed })
      .refine((change: object) => Object.values(change).filter((value) => value !== undefined).length > 1, {
        error: () => t('Name at least one field to change.'),
      })
      .meta({ minProperties: 2 }),
    Deleted,
    /** As Trash lists it: by whom it was deleted, as the organization calls them. */
    InTrash: Deleted.extend({ deletedByName: z.string() }),
  };
};

type Schemas = Record<'Stored' | 'New' | 'Change' | 'Deleted' | 'InTrash', z.ZodType>;

const VersionText = wholeNumber(() => t('Give the version as a number.'), 1, largestVersion);

/** The routes of a kind of record. A module adds its own questions to `query`, and other routes beside these. */
export const defineRecordRoutes = <
  const P extends string,
  const Param extends string,
  S extends Schemas,
  Q extends z.ZodObject,
>({
  path,
  param,
  kind,
  noun,
  listed,
  read,
  write,
  query,
  schemas,
}: {
  path: `/${P}`;
  /** What the id is called in the path. */
  param: Param;
  /** Of shared/kinds.ts. */
  kind: string;
  /** With its article: `a task`. */
  noun: `${'a' | 'an'} ${string}`;
  /** How the list is summed up: `List tasks, newest first`. */
  listed: string;
  read: Permission;
  write: Permission;
  query: Q;
  schemas: S;
}) => {
  const params = z.strictObject({ [param]: idOf(kind) } as { [K in Param]: typeof Id });
  const one = `${path}/{${param}}` as `/${P}/{${Param}}`;
  const status = 200 as const;
  return {
    list: {
      method: 'GET',
      path,
      summary: listed,
      status,
      access: { permission: read },
      query,
      output: pageOf(schemas.Stored) as z.ZodObject<{
        items: z.ZodArray<S['Stored']>;
        nextCursor: z.ZodNullable<z.ZodString>;
      }>,
    },
    create: {
      method: 'POST',
      path,
      summary: `Create ${noun}`,
      status: 201,
      access: { permission: write },
      body: schemas.New as S['New'],
      output: schemas.Stored as S['Stored'],
    },
    listDeleted: {
      method: 'GET',
      path: `${path}/deleted` as `/${P}/deleted`,
      summary: 'List what is in Trash and can still be restored, newest first',
      status,
      access: { permission: 'trash.read' },
      query: PageQuery,
      output: pageOf(schemas.InTrash) as z.ZodObject<{
        items: z.ZodArray<S['InTrash']>;
        nextCursor: z.ZodNullable<z.ZodString>;
      }>,
    },
    get: {
      method: 'GET',
      path: one,
      summary: `Read ${noun}`,
      status,
      access: { permission: read },
      params,
      output: schemas.Stored as S['Stored'],
    },
    change: {
      method: 'PATCH',
      path: one,
      summary: `Change ${noun}, naming the version it was made from`,
      status,
      access: { permission: write },
      params,
      body: schemas.Change as S['Change'],
      output: schemas.Stored as S['Stored'],
    },
    remove: {
      method: 'DELETE',
      path: one,
      summary: `Move ${noun} to Trash, from which it can be restored for 30 days`,
      status,
      access: { permission: write },
      params,
      query: z.strictObject({ version: VersionText }),
      output: schemas.Deleted as S['Deleted'],
    },
    restore: {
      method: 'POST',
      path: `${one}/restore` as `/${P}/{${Param}}/restore`,
      summary: `Bring ${noun} back from Trash (who deleted it, a manager or an owner)`,
      status,
      access: { permission: write },
      params,
      // Of the deleted record: a restore that comes late must not undo what happened since.
      body: z.strictObject({ version: Version }),
      output: schemas.Stored as S['Stored'],
    },
  } as const satisfies Record<string, Route>;
};
