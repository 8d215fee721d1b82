import { text } from '../core/change.ts';
import type { Searchable } from '../core/searchable.ts';

/** A member is found by name and address, and shown with the address. Who has left has no group, and is not found. */
export const memberSearch: Searchable = {
  idOf: ({ userId }) => text(userId),
  orderOf: ({ changedAt }) => Date.parse(text(changedAt)),
  // A member is one row, whose changes come in their order; only what is replayed much later is out of it.
  slack: 60_000,
  entryOf: ({ organizationId, name, email }) =>
    organizationId === undefined
      ? null
      : { title: text(name) || text(email), detail: text(email), texts: [text(name), text(email)] },
};
