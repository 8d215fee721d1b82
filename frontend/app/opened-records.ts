import type { SearchHit } from '../../shared/history/contract.ts';
import { isFound } from '../../shared/kinds.ts';
import { personalStore } from '../core/device-store.ts';

/** What a person opened from the search last, on this device: as it was called then, newest first. */
interface Opened {
  organizationId: string;
  hits: SearchHit[];
}

const mostKept = 5;
const keptAs = 'opened';

// Of a kind that is known here: what another version of the website has remembered may be of others.
const isHit = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isFound((value as Record<string, unknown>).entity) &&
  ['id', 'title', 'detail'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

const isOpened = (value: unknown): value is Opened => {
  const { organizationId, hits } = (value ?? {}) as Partial<Opened>;
  return typeof organizationId === 'string' && Array.isArray(hits) && hits.every(isHit);
};

/** What they opened last in this group. */
export const openedRecords = (userId: string, organizationId: string): SearchHit[] => {
  const opened = personalStore(userId).recallValue(keptAs, isOpened);
  return opened?.organizationId === organizationId ? opened.hits : [];
};

export const noteOpened = (userId: string, organizationId: string, hit: SearchHit): void => {
  const others = openedRecords(userId, organizationId).filter(
    ({ entity, id }) => entity !== hit.entity || id !== hit.id,
  );
  const opened: Opened = { organizationId, hits: [hit, ...others].slice(0, mostKept) };
  personalStore(userId).remember(keptAs, JSON.stringify(opened));
};
