import type { FoundEntity } from '../../shared/core/change.ts';
import type { SearchEntry } from '../../shared/core/searchable.ts';
import { wordsOf } from '../../shared/core/words.ts';
import type { SearchHit } from '../../shared/history/contract.ts';
import { allOf, type Expression } from '../core/expressions.ts';
import { type Row, type Table, WriteRefused } from '../core/table.ts';
import { wholeWord, wordedKey, wordKey, wordsPartition } from './history-keys.ts';

/** What a record is found by, as of one of its changes. */
export interface Worded {
  entity: FoundEntity;
  id: string;
  /** Of two changes of a record, the later has the greater one, or one that is less by no more than the slack. */
  order: number;
  slack?: number;
  /** Null: it is not found any more. */
  entry: SearchEntry | null;
}

/** A record without words is remembered for so long: by then its last change has been delivered for the last time. */
const forgottenAfterSeconds = 30 * 86_400;

/** Rows that are read for one beginning of a word. */
const wanted = 50;
/** Rows that are looked at to find as many that have other words too, where each of them begins very many. */
const lookAtMost = 2000;
/** Words typed beyond these only narrow down what is found by the others. */
const mostAsked = 5;

/** Stands before and after each word in a row's text of all words, so that a word and the beginning of one can be asked for. */
const edge = ' ';

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
  async put(
    organizationId: string,
    { entity, id, order, slack = 0, entry }: Worded,
    now: Date,
  ): Promise<void> {
    const key = wordedKey(organizationId, entity, id);
    const words = entry ? wordsOf(...entry.texts) : [];
    const all = edge + words.join(edge) + edge;
    for (let attempt = 1; ; attempt += 1) {
      const known = await table.get(key);
      if (known && (known.order as number) > order + slack) return;
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
   * "Which records of this kind have a word beginning with each of these?" Those that have more of them as whole words come
   * first, and of them the newest. Where a word begins very many, only as far as was looked.
   * @param terms as `termsOf` makes them; at least one
   */
  async find(organizationId: string, entity: FoundEntity, terms: readonly string[]): Promise<SearchHit[]> {
    const pk = wordsPartition(organizationId, entity);
    const read = (startsWith: string, filter?: Expression) =>
      table.query({ pk, startsWith, filter, limit: wanted, lookAtMost, descending: true });
    const longestFirst = [...terms].sort((one, other) => other.length - one.length);
    const [longest = '', ...others] = longestFirst;

    const begun = await Promise.all(longestFirst.slice(0, mostAsked).map((term) => read(term)));
    // One that begins few words gives all there is, whatever the others are.
    let rows = begun.find(({ last }) => !last)?.rows;
    if (!rows) {
      const filter =
        others.length === 0
          ? undefined
          : allOf(
              ...others.map((term, n) => ({
                text: `contains(words, :other${n})`,
                values: { [`:other${n}`]: edge + term },
              })),
            );
      const pages = await Promise.all([read(wholeWord(longest), filter), filter && read(longest, filter)]);
      rows = [...pages, begun[0]].flatMap((page) => page?.rows ?? []);
    }

    const has = ({ words }: Row, part: string): boolean => (words as string).includes(part);
    const wholes = (row: Row): number => terms.filter((term) => has(row, edge + term + edge)).length;
    const hits = new Map(
      rows
        .filter((row) => terms.every((term) => has(row, edge + term)))
        .map((row) => [row.id as string, { hit: hitIn(entity, row), wholes: wholes(row) }]),
    );
    return [...hits.values()]
      .sort((one, other) => other.wholes - one.wholes || (one.hit.id < other.hit.id ? 1 : -1))
      .map(({ hit }) => hit);
  },
});

export type WordStore = ReturnType<typeof wordStore>;
