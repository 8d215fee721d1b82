import { memberSearch } from './access/search.ts';
import type { FoundEntity } from './core/change.ts';
import type { Searchable } from './core/searchable.ts';
import { taskSearch } from './tasks/search.ts';

/** How records are found, by the kind of record. */
export const searchables: Readonly<Record<FoundEntity, Searchable>> = {
  task: taskSearch,
  member: memberSearch,
};
