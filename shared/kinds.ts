import { groupKind, memberKind } from './access/kinds.ts';
import { messageKind } from './chat/kind.ts';
import type { Kind } from './core/kind.ts';
import { taskKind } from './tasks/kind.ts';
import { codeKind, invitationKind } from './team/kinds.ts';

/**
 * The one list of kinds of record. A kind in it gets its events, its sentences, its search, its links and its refreshes; in the order
 * in which the header's search shows them (PRODUCT §3).
 */
const known = {
  task: taskKind,
  member: memberKind,
  group: groupKind,
  invitation: invitationKind,
  code: codeKind,
  message: messageKind,
} satisfies Record<string, Kind>;

export type Entity = keyof typeof known;
export const kinds: Readonly<Record<Entity, Kind>> = known;
export const entities = Object.keys(known) as [Entity, ...Entity[]];

/** Whether something names a kind of record. */
export const isEntity = (value: unknown): value is Entity => entities.includes(value as Entity);

/** Those that the header's search finds. */
export type FoundEntity = {
  [E in Entity]: (typeof known)[E] extends { found: unknown } ? E : never;
}[Entity];
export const foundEntities = entities.filter((entity) => kinds[entity].found) as [
  FoundEntity,
  ...FoundEntity[],
];

/** Whether something names a kind of record that the header's search finds. */
export const isFound = (value: unknown): value is FoundEntity => foundEntities.includes(value as FoundEntity);

/** Under which heading the header's search shows a kind. */
export const headingOf = (entity: FoundEntity): string => kinds[entity].found?.heading() ?? '';

type PathOf<E extends Entity> = (typeof known)[E] extends { pathOf: unknown } ? string : string | undefined;

/** Where a record is opened; undefined where nothing shows a single one. */
export const recordPath = <E extends Entity>(entity: E, id: string): PathOf<E> =>
  kinds[entity].pathOf?.(encodeURIComponent(id)) as PathOf<E>;
