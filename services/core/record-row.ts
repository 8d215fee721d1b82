import { createHash } from 'node:crypto';
import { decodeTime } from 'ulid';
import { sameValue } from '../../shared/core/fields.ts';
import { organizationInKey } from './record-keys.ts';

/** What every record has beside its fields. */
export interface StoredRecord {
  id: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  version: number;
}

/** What a record in Trash has beside that. */
export interface Deletion {
  deletedAt: string;
  deletedBy: string;
  /** It can be brought back until then. */
  restorableUntil: string;
}

/** A kind's fields, each with the value that a row leaves out; undefined where it leaves out none. */
export type EmptyValues = Readonly<Record<string, unknown>>;

type Columns = Readonly<Record<string, unknown>>;

/** The moment in an id: ids are ULIDs, made when their record is. */
const momentIn = (id: string): string => new Date(decodeTime(id)).toISOString();

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The id of a part that a change adds to a record, such as a sub-task. The same change, sent again, gives its parts the same ids: so
 * its repeat is known as one, and adds nothing twice. At most one change is made of each version, so no other part has them.
 */
export const partId = (recordId: string, version: number, part: number): string => {
  const digest = createHash('sha256').update(`${recordId} ${version} ${part}`).digest();
  return recordId.slice(0, 10) + Array.from(digest.subarray(0, 16), (byte) => letters[byte % 32]).join('');
};

/** Columns of some fields; undefined for those that need none. */
export const toColumns = (fields: Columns, empty: EmptyValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      sameValue(value, empty[field]) ? undefined : value,
    ]),
  );

/**
 * A record as the columns of its row. What says nothing takes no room there: empty fields, an id that the key has, the moment of
 * creation that the id has, and a last change that was the creation. (A page of a hundred is paid for by its bytes.)
 */
export const fromRecord = <R extends StoredRecord>(
  record: R,
  empty: EmptyValues,
): Record<string, unknown> => {
  const { id, createdAt, updatedAt, updatedBy, ...rest } = record;
  const untouched = updatedAt === createdAt && updatedBy === record.createdBy;
  return {
    ...toColumns(rest, empty),
    ...(createdAt !== momentIn(id) && { createdAt }),
    ...(!untouched && { updatedAt, updatedBy }),
  };
};

/** The record that a row holds. */
export const toRecord = <R extends StoredRecord>(row: Columns, empty: EmptyValues): R => {
  const id = row.sk as string;
  const record: Record<string, unknown> = { id };
  for (const field in empty) record[field] = row[field] ?? empty[field];
  record.createdAt = row.createdAt ?? momentIn(id);
  record.createdBy = row.createdBy;
  record.updatedAt = row.updatedAt ?? record.createdAt;
  record.updatedBy = row.updatedBy ?? row.createdBy;
  record.version = row.version;
  return record as unknown as R;
};

/** The columns out of which {@link toRecord} makes a record, besides its key. */
export const recordColumns = (empty: EmptyValues): string[] => [
  ...Object.keys(empty),
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'version',
];

/** The record in Trash that a row holds. */
export const toDeleted = <R extends StoredRecord>(row: Columns, empty: EmptyValues): R & Deletion => {
  const { deletedAt, deletedBy, restorableUntil } = row as unknown as Deletion;
  return { ...toRecord<R>(row, empty), deletedAt, deletedBy, restorableUntil };
};

/** A row of the table's stream with all that it leaves unsaid, so that mappers and search read whole records. */
export const completed = (row: Columns, empty: EmptyValues): Columns => ({
  ...row,
  ...toRecord(row, empty),
  organizationId: organizationInKey(row.pk),
});

/**
 * Who last touched a record, and when. `changed…` stands where that differs from what people see as its last change; null where
 * no person did it.
 * @throws Error when the row says no moment
 */
export const lastTouched = (columns: Columns): { by: string | null; at: string } => {
  const last = (what: 'By' | 'At') =>
    ['changed', 'deleted', 'updated']
      .map((verb) => columns[`${verb}${what}`])
      .find((said) => said !== undefined);
  const [by, at] = [last('By'), last('At')];
  if (typeof at !== 'string')
    throw new Error(`A row of kind ${columns.entity} does not say when it changed.`);
  return { by: typeof by === 'string' ? by : null, at };
};
