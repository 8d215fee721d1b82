import { sameValue } from '../../shared/core/fields.ts';
import { Id } from '../../shared/core/ids.ts';
import type { Page } from '../../shared/core/page.ts';
import type { Entity } from '../../shared/kinds.ts';
import { type PagedList, readPage, readPageOfAll } from './cursor.ts';
import { absent, allOf, type Expression, inVersion, setting } from './expressions.ts';
import { Failure } from './failure.ts';
import type { Commit, Committed } from './idempotency.ts';
import {
  indexColumn,
  recordKey,
  recordPartition,
  trashKey,
  trashPartition,
  valuePartition,
} from './record-keys.ts';
import {
  type Deletion,
  type EmptyValues,
  fromRecord,
  recordColumns,
  type StoredRecord,
  toColumns,
  toDeleted,
  toRecord,
} from './record-row.ts';
import { type IndexName, orRefusal, type Row, type Table, WriteRefused } from './table.ts';

/** How records of one kind are stored. */
export interface StoredKind<R extends StoredRecord> {
  entity: Entity;
  /** Its fields, each with the value for which a row stores nothing. */
  empty: EmptyValues;
  /** Fields that have an index: "which records have this value in it?" */
  indexes: Partial<Record<IndexName, keyof R & string>>;
}

/** Which records of a kind are asked for. */
export interface Question<R> {
  /** Values that they all have. One of an indexed field costs as much as is found; others are read past. */
  equal?: { [F in keyof R]?: R[F] | undefined };
  /** In the order of these values of an indexed field; newest first otherwise. */
  inOrderOf?: { field: keyof R & string; values: readonly unknown[] } | undefined;
  /** Of what has been read, only this. */
  filters?: readonly Expression[];
  /** Of what has been read, only what this holds for, where DynamoDB can't say it. `mark` tells two of them apart. */
  matching?: { mark: string; test: (record: R) => boolean } | undefined;
}

/** What a change does to a record. */
export interface RecordChange<R> {
  set: { [F in keyof R]?: R[F] | undefined };
  /** Only where there is none yet. */
  setIfEmpty?: { [F in keyof R]?: R[F] | undefined };
}

/** Who writes, and when. Whatever is written carries it. */
export interface Author {
  organizationId: string;
  userId: string;
  now: Date;
}

type PageOf = { limit: number; cursor?: string };

const isRestorable = (row: Row | undefined, now: Date): row is Row =>
  row !== undefined && (row.restorableUntil as string) > now.toISOString();

/** What a refused write of a record is answered. */
const refused = (current: unknown): Failure =>
  current === undefined ? new Failure('not_found') : new Failure('version.conflict', { current });

/** The records of one kind: the only code that knows how they lie in the table. */
export const recordStore = <R extends StoredRecord>(
  table: Table,
  { entity, empty, indexes }: StoredKind<R>,
) => {
  const columns = recordColumns(empty);
  const indexed = Object.entries(indexes) as [IndexName, keyof R & string][];
  const indexOf = (field: string) => indexed.find(([, one]) => one === field)?.[0];
  const read = (row: Row): R => toRecord<R>(row, empty);
  const readDeleted = (row: Row): R & Deletion => toDeleted<R>(row, empty);

  /** The columns by which the indexes find a record. */
  const indexColumns = (organizationId: string, fields: Partial<R>) =>
    Object.fromEntries(
      indexed.flatMap(([index, field]) =>
        fields[field] === undefined
          ? []
          : [[indexColumn(index), valuePartition(organizationId, entity, field, fields[field])]],
      ),
    );

  const toRow = (organizationId: string, record: R): Row => ({
    ...recordKey(organizationId, entity, record.id),
    entity,
    ...fromRecord(record, empty),
    ...indexColumns(organizationId, record),
  });

  /** The partitions that hold the fewest records besides those wanted, in the order in which they are read. */
  const listsFor = (
    organizationId: string,
    { equal = {}, inOrderOf, filters = [], matching }: Question<R>,
  ): PagedList[] => {
    const wanted = Object.entries(equal).filter(([, value]) => value !== undefined);
    const ordered = inOrderOf && equal[inOrderOf.field] === undefined ? inOrderOf : undefined;
    const first = ordered
      ? undefined
      : indexed.map(([, field]) => field).find((field) => equal[field] !== undefined);
    const allFilters = [
      ...wanted
        .filter(([field]) => field !== first)
        .map(([field, value]) => ({
          text: `#${field} = :${field}`,
          names: { [`#${field}`]: field },
          values: { [`:${field}`]: value },
        })),
      ...filters,
    ];
    const list = {
      sortKey: Id,
      columns,
      filter: allFilters.length > 0 ? allOf(...allFilters) : undefined,
      matching: matching && { mark: matching.mark, test: (row: Row) => matching.test(read(row)) },
    };
    const tablePk = recordPartition(organizationId, entity);
    const ofValue = (field: string, value: unknown): PagedList => {
      const name = indexOf(field);
      if (!name) throw new Error(`There is no index of ${entity} by ${field}.`);
      return { ...list, pk: valuePartition(organizationId, entity, field, value), index: { name, tablePk } };
    };
    if (ordered) return ordered.values.map((value) => ofValue(ordered.field, value));
    return [first ? ofValue(first, equal[first]) : { ...list, pk: tablePk }];
  };

  const get = async (organizationId: string, id: string): Promise<R> => {
    const row = await table.get(recordKey(organizationId, entity, id));
    if (!row) throw refused(undefined);
    return read(row);
  };

  return {
    /** "Which records are there that fit the question?" */
    async list(organizationId: string, question: Question<R>, page: PageOf): Promise<Page<R>> {
      const { rows, nextCursor } = await readPageOfAll(table, listsFor(organizationId, question), page);
      return { items: rows.map(read), nextCursor };
    },

    /** "Which can still be restored?" DynamoDB removes expired rows late, so the time counts. */
    async listDeleted(organizationId: string, page: PageOf, now: Date): Promise<Page<R & Deletion>> {
      const list = { pk: trashPartition(organizationId, entity), sortKey: Id };
      const { rows, nextCursor } = await readPage(table, list, page);
      return { items: rows.filter((row) => isRestorable(row, now)).map(readDeleted), nextCursor };
    },

    /** @throws Failure `not_found` */
    get,

    /** Makes a record; a repeat with the same key makes none and gets the same answer. */
    async create(organizationId: string, record: R, commit: Commit): Promise<R> {
      const outcome = await commit([{ put: toRow(organizationId, record), condition: absent }], record);
      if (outcome instanceof WriteRefused) throw outcome;
      return outcome.answer;
    },

    /**
     * Changes the fields named, if the record is still in that version. A repeat of the change that made the present version is
     * answered with the record as it is.
     * @throws Failure `not_found` · `version.conflict` with the record as it is now
     */
    async change(
      { organizationId, userId, now }: Author,
      id: string,
      version: number,
      { set, setIfEmpty = {} }: RecordChange<R>,
    ): Promise<R> {
      const given = Object.entries(set).filter(([, value]) => value !== undefined);
      const changed = Object.entries(toColumns(Object.fromEntries(given), empty));
      const sets = setting({
        version: version + 1,
        updatedAt: now.toISOString(),
        updatedBy: userId,
        ...Object.fromEntries(changed),
        ...indexColumns(organizationId, set as Partial<R>),
      });
      const once = Object.entries(setIfEmpty).filter(([, value]) => value !== undefined);
      // Who touched it last is who updated it.
      const removed = [
        'changedAt',
        'changedBy',
        ...changed.flatMap(([name, value]) => (value === undefined ? [name] : [])),
      ];
      const written = await orRefusal(
        table.write({
          update: recordKey(organizationId, entity, id),
          expression: {
            text: [
              sets.text,
              ...once.map(([name]) => `, #${name} = if_not_exists(#${name}, :${name})`),
              ` REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
            ].join(''),
            names: {
              ...sets.names,
              ...Object.fromEntries(
                [...removed, ...once.map(([name]) => name)].map((name) => [`#${name}`, name]),
              ),
            },
            values: {
              ...sets.values,
              ...Object.fromEntries(once.map(([name, value]) => [`:${name}`, value])),
            },
          },
          condition: inVersion(version),
        }),
      );
      if (!(written instanceof WriteRefused)) return read(written as Row);
      const met = written.rowAt(0);
      const current = met && read(met);
      const isRepeat =
        current?.version === version + 1 &&
        current.updatedBy === userId &&
        given.every(([field, value]) => sameValue(current[field as keyof R], value));
      if (isRepeat) return current;
      throw refused(current);
    },

    /**
     * Moves a record to Trash, if it is still in that version.
     * @throws Failure `not_found` · `version.conflict` with the record as it is now
     */
    async remove(
      { organizationId, userId, now }: Author,
      id: string,
      version: number,
      restorableUntil: Date,
      commit: Commit,
    ): Promise<R & Deletion> {
      const record = await get(organizationId, id);
      if (record.version !== version) throw refused(record);
      const deletion: Deletion = {
        deletedAt: now.toISOString(),
        deletedBy: userId,
        restorableUntil: restorableUntil.toISOString(),
      };
      const deleted = { ...record, ...deletion, version: version + 1 };
      const outcome: Committed<R & Deletion> | WriteRefused = await commit(
        [
          { remove: recordKey(organizationId, entity, id), condition: inVersion(version) },
          {
            put: {
              ...trashKey(organizationId, entity, id),
              entity,
              ...fromRecord(deleted, empty),
              ttl: Math.floor(restorableUntil.getTime() / 1000),
            },
          },
        ],
        deleted,
      );
      if (!(outcome instanceof WriteRefused)) return outcome.answer;
      const met = outcome.rowAt(0);
      throw refused(met && read(met));
    },

    /**
     * Brings a record back from Trash, if it is there in that version. What people see as its last change stays.
     * @param allowed whether the caller may bring back what this person has deleted
     * @throws Failure `not_found` · `version.conflict` with the deleted record as it is now · `forbidden`
     */
    async restore(
      { organizationId, userId, now }: Author,
      id: string,
      version: number,
      allowed: (deletedBy: string) => boolean,
      commit: Commit,
    ): Promise<R> {
      const row = await table.get(trashKey(organizationId, entity, id));
      if (!isRestorable(row, now)) throw refused(undefined);
      const found = readDeleted(row);
      if (found.version !== version) throw refused(found);
      if (!allowed(found.deletedBy)) throw new Failure('forbidden');
      const restored: R = { ...read(row), version: version + 1 };
      const outcome = await commit(
        [
          { remove: trashKey(organizationId, entity, id), condition: inVersion(version) },
          {
            put: {
              ...toRow(organizationId, restored),
              changedAt: now.toISOString(),
              changedBy: userId,
            },
            condition: absent,
          },
        ],
        restored,
      );
      if (!(outcome instanceof WriteRefused)) return outcome.answer;
      const met = outcome.rowAt(0);
      throw refused(met && readDeleted(met));
    },
  };
};
