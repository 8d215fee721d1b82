import { text } from '../core/change.ts';
import type { Searchable } from '../core/searchable.ts';

/** A task is found by its title, and shown with its status; not while it is in Trash. */
export const taskSearch: Searchable = {
  idOf: ({ id }) => text(id),
  orderOf: ({ version }) => Number(version),
  entryOf: ({ title, status, deletedAt }) =>
    deletedAt === undefined ? { title: text(title), detail: text(status), texts: [text(title)] } : null,
};
