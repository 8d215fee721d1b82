import type { FoundEntity } from '../../shared/core/change.ts';
import type { SearchEntry } from '../../shared/core/searchable.ts';
import { wordsOf } from '../../shared/core/words.ts';
import type { SearchHit } from '../../shared/history/contract.ts';
import { allOf, type Expression, type Row, type Table, WriteRefused } from '../core/table.ts';
import { wholeWord, wordedKey, wordKey, wordsPartition } from './history-keys.ts';

/** What a record is found by, as of one of its changes. */
export interface Worded {
  entity: FoundEntity;
  id: string;
  /** Of two changes of a record, the later has the greater one. */
  order: number;
  /** Null: it is not found any more. */
  entry: SearchEntry | null;
}

/** A record without words is remembered for so long: by then its last change has been delivered for the last time. */
const forgottenAfterSeconds = 30 * 86_400;

/** Rows that are read of one kind of record: as many of the whole word, and as many of words that begin with it. */
const wanted = 50;
/** Rows that are looked at to find as many that have the other words too. */
const lookAtMost = 2000;

/** Stands before each word in a row's text of all words, so that a beginning of one can be asked for. */
const before = ' ';

const hitIn = (entity: FoundEntity, { id, title, detail }: Row): SearchHit => ({
  entity,
  id: id as string,
  title: title as string,
  detail: detail as string,
});

/** The words of records. Their rows are derived: only the change feed writes them. */
export const wordStore = (table: Table) => ({
  /**
   * Puts a record under its words and takes it from those that it has no more. Whatever is told twice, or after something
   * later, changes nothing: what the record's words are now, and as of which change, is a row of its own.
   */
  async put(organizationId: string, { entity, id, order, entry }: Worded, now: Date): Promise<void> {
    const key = wordedKey(organizationId, entity, id);
    const words = entry ? wordsOf(...entry.texts) : [];
    const all = words.map((word) => before + word).join('');
    for (let attempt = 1; ; attempt += 1) {
      const known = await table.get(key);
      if (known && (known.order as number) > order) return;
      const stale = ((known?.words as string[] | undefined) ?? []).filter((word) => !words.includes(word));
      const unchanged: Expression = known
        ? { text: '#order = :known', names: { '#order': 'order' }, values: { ':known': known.order } }
        : { text: 'attribute_not_exists(pk)' };
      try {
        await table.write(
          {
            put: {
              ...key,
              order,
              words,
              ...(words.length === 0 && { ttl: Math.floor(now.getTime() / 1000) + forgottenAfterSeconds }),
            },
            condition: unchanged,
          },
          ...stale.map((word) => ({ remove: wordKey(organizationId, entity, word, id) })),
          ...words.map((word) => ({
            put: {
              ...wordKey(organizationId, entity, word, id),
              id,
              title: entry?.title,
              detail: entry?.detail,
              words: all,
            },
          })),
        );
        return;
      } catch (error) {
        // Another delivery was faster; what it wrote may be older than this.
        if (!(error instanceof WriteRefused) || attempt === 5) throw error;
      }
    }
  },

  /**
   * "Which records of this kind have a word beginning with each of these?" First those that have the longest of them as a
   * whole word, then the others; of both the newest first, as far as was looked.
   * @param terms as `termsOf` makes them; at least one
   */
  async find(organizationId: string, entity: FoundEntity, terms: readonly string[]): Promise<SearchHit[]> {
    const [longest = '', ...others] = [...terms].sort((one, other) => other.length - one.length);
    const filter =
      others.length > 0
        ? allOf(
            ...others.map((term, n) => ({
              text: `contains(words, :other${n})`,
              values: { [`:other${n}`]: before + term },
            })),
          )
        : undefined;
    const pages = await Promise.all(
      [wholeWord(longest), longest].map((startsWith) =>
        table.query({
          pk: wordsPartition(organizationId, entity),
          startsWith,
          filter,
          limit: wanted,
          lookAtMost,
          descending: true,
        }),
      ),
    );
    const [whole = [], begun = []] = pages.map(({ rows }) => rows.map((row) => hitIn(entity, row)));
    begun.sort((one, other) => (one.id < other.id ? 1 : -1));
    return [...new Map([...whole, ...begun].map((hit) => [hit.id, hit])).values()];
  },
});

export type WordStore = ReturnType<typeof wordStore>;
