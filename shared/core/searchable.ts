import type { Image } from './change.ts';

/** How a record is found, and what is shown of it there. */
export interface SearchEntry {
  readonly title: string;
  /** What tells it apart from others of the same title; its kind says what that is. */
  readonly detail: string;
  /** Its words are those of these texts. */
  readonly texts: readonly string[];
}

/** How records of one kind are found: pure functions of a record's row. */
export interface Searchable {
  readonly idOf: (image: Image) => string;
  /** Grows with each change of the record, wherever its row lies. */
  readonly orderOf: (image: Image) => number;
  /** What is behind by no more than this counts as later all the same: the clocks of two machines differ. */
  readonly slack?: number;
  /** Null: it is not to be found (any more). */
  readonly entryOf: (image: Image) => SearchEntry | null;
}
