import type { ReactNode } from 'react';
import type { FieldTable, ValuesOf } from '../../shared/core/fields.ts';
import type { Page } from '../../shared/core/page.ts';
import { api } from '../core/api.ts';
import type { RouteLine } from '../core/route-table.ts';

/** What every record has beside the fields that people write. */
export interface Stamp {
  id: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string;
  updatedBy: string;
  version: number;
}

/** A record of a kind with these fields. */
export type RecordOf<F extends FieldTable> = ValuesOf<F> & Stamp;

/** A record in Trash, as its list tells of it. */
export type InTrash<R> = R & {
  deletedAt: string;
  deletedBy: string;
  deletedByName: string;
  restorableUntil: string;
};

/** Which record, and the version in which it was deleted. */
export type Deletion = Pick<Stamp, 'id' | 'version'>;

/** The questions of a list, as the API takes them. */
export type ListQuestions = Readonly<Record<string, string | undefined>>;

/** What `defineRecordRoutes` gives every kind of record, as functions. */
export interface RecordApi<R> {
  list: (query: ListQuestions, signal: AbortSignal) => Promise<Page<R>>;
  listDeleted: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<InTrash<R>>>;
  get: (id: string, signal?: AbortSignal) => Promise<R>;
  create: (values: object) => Promise<R>;
  change: (id: string, version: number, values: object) => Promise<R>;
  remove: (id: string, version: number) => Promise<Deletion>;
  restore: (id: string, version: number) => Promise<R>;
}

// biome-ignore lint/suspicious/noExplicitAny: the lines of any kind; `R` says which record they carry
type AnyLine = RouteLine<any>;
type RecordLines = Readonly<Record<keyof RecordApi<unknown>, AnyLine>>;

/**
 * The calls of a kind of record.
 * @param lines of the route table, made by `defineRecordRoutes`
 * @param param what the id is called in the path
 */
export const recordApi = <R>(lines: RecordLines, param: string): RecordApi<R> => {
  // The route table says which record a line carries, and this function's type repeats it: here nobody can check it.
  const call = api as (line: AnyLine, request: object) => Promise<never>;
  const of = (id: string) => ({ [param]: id });
  return {
    list: (query, signal) => call(lines.list, { query, signal }),
    listDeleted: (cursor, signal) => call(lines.listDeleted, { query: { cursor }, signal }),
    get: (id, signal) => call(lines.get, { params: of(id), signal }),
    create: (body) => call(lines.create, { body }),
    change: (id, version, values) => call(lines.change, { params: of(id), body: { version, ...values } }),
    remove: (id, version) => call(lines.remove, { params: of(id), query: { version } }),
    restore: (id, version) => call(lines.restore, { params: of(id), body: { version } }),
  };
};

/** What is said of a kind of record, in whole sentences: no language lets them be put together from a noun. */
export interface RecordWords {
  /** Of the list, for who hears it: `Tasks`; and of the part of the screen where it is: `Task list`. */
  list: string;
  region: string;
  loading: string;
  listFailed: string;
  /** How many are shown, read aloud. */
  shown: (count: number) => string;
  selected: (count: number) => string;
  created: string;
  updated: string;
  saveFailed: string;
  openFailed: string;
  /** It is not there any more. */
  gone: string;
  goneDetail: string;
  /** Both, as sentences. */
  goneInFull: string;
  deletedMeanwhile: string;
  deleted: string;
  deleteTitle: string;
  /** In the question before it is deleted, with its title. */
  movesToTrash: (title: string) => ReactNode;
  changedMeanwhile: string;
  alreadyDeleted: string;
  deleteFailed: string;
  restored: string;
  /** Why it can't be restored: somebody has done so, or its time is over. */
  notInTrash: string;
  restoreFailed: string;
  createTitle: string;
  editTitle: string;
  create: string;
  conflictTitle: string;
  formDeleted: string;
  saveAsNew: string;
  trash: string;
  trashHint: string;
  trashEmpty: string;
  trashEmptyText: string;
  bulk: {
    changed: (count: number) => string;
    changeFailed: (count: number) => string;
    deleted: (count: number) => string;
    deleteFailed: (count: number) => string;
    askDelete: (count: number) => string;
    deleteTitle: (count: number) => string;
  };
}

/** What the kit of records needs to know of a kind: its list, its forms and its page are made from this. */
export interface Records<F extends FieldTable = FieldTable, R extends RecordOf<F> = RecordOf<F>, Q = never> {
  /** What its queries' keys begin with, as shared/kinds.ts names them (`shownBy`). */
  readonly name: string;
  readonly fields: F;
  /** The field by which people call it. */
  readonly title: keyof F & string;
  readonly api: RecordApi<R>;
  /** Where its list is; a record's page is below it, by its id. */
  readonly path: string;
  /** In the reader's language. */
  readonly words: () => RecordWords;
  /** The filters of a list as the API asks for them. */
  readonly questionsOf: (filters: Q) => ListQuestions;
  /** Whether a record belongs in a list with these filters: the server's rule, for records that change on this screen. */
  readonly fits: (record: R, filters: Q) => boolean;
  /** Whether the first of two stands before the other in that list: the server's order. */
  readonly standsBefore: (one: R, other: R, filters: Q) => boolean;
}

/** Any kind of record, where only what all have in common is used. */
// biome-ignore lint/suspicious/noExplicitAny: of every kind
export type AnyRecords = Records<any, any, any>;

export type RecordIn<K extends AnyRecords> = K extends Records<infer _F, infer R, infer _Q> ? R : never;
export type FiltersOf<K extends AnyRecords> = K extends Records<infer _F, infer _R, infer Q> ? Q : never;
export type ValuesIn<K extends AnyRecords> = ValuesOf<K['fields']>;

/** By what people call a record. */
export const titleOf = <K extends AnyRecords>(records: K, record: RecordIn<K>): string =>
  String((record as Record<string, unknown>)[records.title]);
