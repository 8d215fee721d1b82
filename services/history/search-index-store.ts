import type { SearchEntry } from '../../shared/core/searchable.ts';
import { wordsOf } from '../../shared/core/words.ts';
import type { SearchHit } from '../../shared/history/contract.ts';
import type { FoundEntity } from '../../shared/kinds.ts';
import { allOf, type Expression } from '../core/expressions.ts';
import { type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { searchEntryKey, wordKey, wordsPartition } from './history-keys.ts';

/** What a record is found by, as of one of its changes. */
export interface SearchUpdate {
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

/** How often an update is tried whose record others update at the same time. */
const mostAttempts = 5;

/** Items that DynamoDB takes in one transaction. One record has fewer: its entry, its words, and those that it had. */
const mostItems = 100;

/** Rows that one search looks at in each kind: those that begin with the one word that was typed, … */
const mostOfOneWord = 100;
/** … or those that begin with the longest of several, the others being looked for in them. */
const mostOfSeveral = 1000;

/** Stands before and after each word in a row's text of all words, so that a word and the beginning of one can be asked for. */
const edge = ' ';

/** The writes that an update takes, all in one transaction. */
interface PlannedUpdate {
  update: SearchUpdate;
  writes: [Write, ...Write[]];
}

/** What a search finds. */
export interface Found {
  hits: SearchHit[];
  /** The kinds of which there are more, or may be: not all of what begins with the words was looked at. */
  more: FoundEntity[];
}

/** The record of one kind that are found, best first. */
interface Ranked {
  entity: FoundEntity;
  ids: string[];
  more: boolean;
}

/** By which words records are found. The rows are derived: only the change feed writes them. */
export const searchIndexStore = (table: Table) => {
  const keyOf = (organizationId: string, { entity, id }: Pick<SearchUpdate, 'entity' | 'id'>) =>
    searchEntryKey(organizationId, entity, id);

  /** Null: what is known of the record is newer. */
  const planned = (
    organizationId: string,
    update: SearchUpdate,
    known: Row | undefined,
    now: Date,
  ): PlannedUpdate | null => {
    const { entity, id, order, slack = 0, entry } = update;
    if (known && (known.order as number) > order + slack) return null;
    const words = entry ? wordsOf(...entry.texts) : [];
    const before = (known?.words as string[] | undefined) ?? [];
    const all = edge + words.join(edge) + edge;
    const sameWords = all === edge + before.join(edge) + edge;
    const unchanged: Expression = known
      ? { text: '#order = :known', names: { '#order': 'order' }, values: { ':known': known.order } }
      : { text: 'attribute_not_exists(pk)' };
    const put: Row = {
      ...keyOf(organizationId, update),
      id,
      order,
      words,
      ...(entry && { title: entry.title, detail: entry.detail }),
      ...(words.length === 0 && { ttl: Math.floor(now.getTime() / 1000) + forgottenAfterSeconds }),
    };
    return {
      update,
      writes: [
        { put, condition: unchanged },
        ...before
          .filter((word) => !words.includes(word))
          .map((word) => ({ remove: wordKey(organizationId, entity, word, id) })),
        ...(sameWords ? [] : words).map((word) => ({
          put: { ...wordKey(organizationId, entity, word, id), id, words: all },
        })),
      ],
    };
  };

  /** One after the other, as many of them in each pack as fit into one transaction. */
  const packed = (updates: readonly PlannedUpdate[]): PlannedUpdate[][] => {
    const packs: PlannedUpdate[][] = [];
    let room = 0;
    for (const update of updates) {
      if (update.writes.length > room) {
        packs.push([]);
        room = mostItems;
      }
      packs.at(-1)?.push(update);
      room -= update.writes.length;
    }
    return packs;
  };

  const putOne = async (organizationId: string, update: SearchUpdate, now: Date): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      const known = await table.get(keyOf(organizationId, update));
      const plan = planned(organizationId, update, known, now);
      if (!plan) return;
      try {
        await table.write(...plan.writes);
        return;
      } catch (error) {
        // Another delivery was faster; what it wrote may be older than this.
        if (!(error instanceof WriteRefused) || attempt === mostAttempts) throw error;
      }
    }
  };

  /** Those of a pack that a condition refused; all, where something else went wrong. */
  const refusedIn = (pack: readonly PlannedUpdate[], error: unknown): PlannedUpdate[] => {
    if (!(error instanceof WriteRefused)) return [...pack];
    let first = 0;
    return pack.filter(({ writes }) => {
      const isRefused = error.at(first);
      first += writes.length;
      return isRefused;
    });
  };

  /** The records of one kind whose words begin with each of the terms: one query, whatever is typed. */
  const ranked = async (
    organizationId: string,
    entity: FoundEntity,
    [longest = '', ...others]: readonly string[],
    most: number,
  ): Promise<Ranked> => {
    const terms = [longest, ...others];
    const filter =
      others.length === 0
        ? undefined
        : allOf(
            ...others.map((term, n) => ({
              text: `contains(words, :other${n})`,
              values: { [`:other${n}`]: edge + term },
            })),
          );
    const looked = filter ? mostOfSeveral : mostOfOneWord;
    const { rows, last } = await table.query({
      pk: wordsPartition(organizationId, entity),
      startsWith: longest,
      filter,
      limit: looked,
      lookAtMost: looked,
    });
    const wholes = ({ words }: Row): number =>
      terms.filter((term) => (words as string).includes(edge + term + edge)).length;
    const found = new Map(rows.map((row) => [row.id as string, wholes(row)]));
    const ids = [...found]
      .sort(([id, whole], [otherId, otherWhole]) => otherWhole - whole || (id < otherId ? 1 : -1))
      .map(([id]) => id);
    return { entity, ids: ids.slice(0, most), more: ids.length > most || last !== undefined };
  };

  return {
    /**
     * Puts records of one organization under their words and takes them from those that they have no more, many in one transaction.
     * Whatever is told twice, or after something later, changes nothing.
     * @returns the updates that could not be made, and why; the others were made
     */
    async put(
      organizationId: string,
      updates: readonly SearchUpdate[],
      now: Date,
    ): Promise<Map<SearchUpdate, unknown>> {
      const failed = new Map<SearchUpdate, unknown>();
      if (updates.length === 0) return failed;
      const known = new Map(
        (await table.getMany(updates.map((update) => keyOf(organizationId, update)))).map((row) => [
          `${row.pk} ${row.sk}`,
          row,
        ]),
      );
      const plans = updates.flatMap((update) => {
        const { pk, sk } = keyOf(organizationId, update);
        return planned(organizationId, update, known.get(`${pk} ${sk}`), now) ?? [];
      });
      const write = async (pack: readonly PlannedUpdate[]): Promise<void> => {
        try {
          await table.write(...(pack.flatMap(({ writes }) => writes) as [Write, ...Write[]]));
        } catch (error) {
          const refused = refusedIn(pack, error);
          const others = pack.filter((plan) => !refused.includes(plan));
          if (others.length > 0 && refused.length > 0) await write(others);
          for (const { update } of refused)
            await putOne(organizationId, update, now).catch((reason: unknown) => failed.set(update, reason));
        }
      };
      for (const pack of packed(plans)) await write(pack);
      return failed;
    },

    /**
     * "Which records of these kinds have a word beginning with each of these?" Those that have more of them as whole words come
     * first, and of them the newest. Where very many begin with the longest of them, only the first of those are looked at, in the
     * order of the words and, under each, the newest first; then `more` says so. One query for each kind, and one for what is shown.
     * @param terms as `termsOf` makes them; at least one
     * @param most of each kind
     */
    async find(
      organizationId: string,
      entities: readonly FoundEntity[],
      terms: readonly string[],
      most: number,
    ): Promise<Found> {
      // Of two equally long ones, what has digits (a number, a date) begins fewer words; then the one typed last.
      const rarity = (term: string) => term.length + (/\d/.test(term) ? 0.5 : 0);
      const longestFirst = [...terms].reverse().sort((one, other) => rarity(other) - rarity(one));
      const kinds = await Promise.all(
        entities.map((entity) => ranked(organizationId, entity, longestFirst, most)),
      );
      const keys = kinds.flatMap(({ entity, ids }) => ids.map((id) => keyOf(organizationId, { entity, id })));
      const entries = keys.length > 0 ? await table.getMany(keys) : [];
      const entryOf = new Map(entries.map((row) => [`${row.pk} ${row.sk}`, row]));
      const hits = kinds.flatMap(({ entity, ids }) =>
        ids.flatMap((id): SearchHit[] => {
          const { pk, sk } = keyOf(organizationId, { entity, id });
          const entry = entryOf.get(`${pk} ${sk}`);
          // It was renamed or deleted between the two reads.
          const words = (entry?.words as string[] | undefined) ?? [];
          if (!terms.every((term) => words.some((word) => word.startsWith(term)))) return [];
          return [{ entity, id, title: entry?.title as string, detail: entry?.detail as string }];
        }),
      );
      return { hits, more: kinds.flatMap(({ entity, more }) => (more ? [entity] : [])) };
    },
  };
};

export type SearchIndexStore = ReturnType<typeof searchIndexStore>;
