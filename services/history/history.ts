import { formerMember } from '../../shared/access/rules.ts';
import type { Page } from '../../shared/core/page.ts';
import { termsOf } from '../../shared/core/words.ts';
import {
  type ActivityQuery,
  furthestBehind,
  type HistoryEvent,
  mostHits,
  type SearchHit,
} from '../../shared/history/contract.ts';
import { type Entity, type FoundEntity, foundEntities } from '../../shared/kinds.ts';
import type { MemberContext } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { PersonNames } from '../core/person-names.ts';
import type { HistoryStore, StoredEvent } from './history-store.ts';
import type { SearchIndexStore } from './search-index-store.ts';

export interface HistoryDeps {
  store: HistoryStore;
  searchIndex: Pick<SearchIndexStore, 'find'>;
  names: PersonNames;
}

type PageQuery = { limit: number; cursor?: string };

const named = async (
  { names }: HistoryDeps,
  organizationId: string,
  events: readonly StoredEvent[],
): Promise<HistoryEvent[]> => {
  const nameOf = await names(
    organizationId,
    events.flatMap(({ by }) => by ?? []),
  );
  return events.map((event) => ({
    ...event,
    // The log has forgotten what somebody was called who has deleted their account.
    title: ['member', 'invitation'].includes(event.entity) ? event.title || formerMember() : event.title,
    byName: event.by === null ? null : nameOf(event.by),
  }));
};

const namedPage = async (
  deps: HistoryDeps,
  organizationId: string,
  page: Page<StoredEvent>,
): Promise<Page<HistoryEvent>> => ({
  ...page,
  items: await named(deps, organizationId, page.items),
});

/** What happened after an event of the log; nothing when that is too long ago to be caught up with. */
export const listSince = async (
  deps: HistoryDeps,
  { actor }: MemberContext,
  { after, limit }: { after: number; limit: number },
): Promise<{ items: HistoryEvent[]; seq: number }> => {
  const seq = await deps.store.end(actor.organizationId);
  const items =
    after >= seq || seq - after > furthestBehind
      ? []
      : await deps.store.since(actor.organizationId, after, limit);
  return { items: await named(deps, actor.organizationId, items), seq };
};

export const listActivity = async (deps: HistoryDeps, { actor }: MemberContext, query: ActivityQuery) =>
  namedPage(deps, actor.organizationId, await deps.store.activity(actor.organizationId, query));

export const listLatestByPerson = async (deps: HistoryDeps, { actor }: MemberContext) => ({
  items: await named(deps, actor.organizationId, await deps.store.latestByPerson(actor.organizationId)),
});

/**
 * The history of one record: one of another organization has none here, as little as one that never was.
 * @throws Failure `not_found` when the log knows nothing of it
 */
export const listOfRecord = async (
  deps: HistoryDeps,
  { actor }: MemberContext,
  { entity, recordId }: { entity: Entity; recordId: string },
  query: PageQuery,
) => {
  const page = await deps.store.ofRecord(actor.organizationId, entity, recordId, query);
  if (page.items.length === 0 && query.cursor === undefined) throw new Failure('not_found');
  return namedPage(deps, actor.organizationId, page);
};

/** Records of the organization whose words begin with all that was typed; nothing when that has no letter or digit in it. */
export const search = async (
  { searchIndex }: HistoryDeps,
  { actor }: MemberContext,
  { q }: { q: string },
): Promise<{ items: SearchHit[]; more: FoundEntity[] }> => {
  const terms = termsOf(q);
  if (terms.length === 0) return { items: [], more: [] };
  const { hits, more } = await searchIndex.find(actor.organizationId, foundEntities, terms, mostHits);
  return { items: hits, more };
};
