import type { Entity } from '../../shared/kinds.ts';
import type { IndexName, Key } from './table.ts';

/** "Which records of this kind are there, newest first?" Ids are ULIDs, so they sort by the moment of creation. */
export const recordPartition = (organizationId: string, entity: Entity): string =>
  `ORG#${organizationId}#${entity.toUpperCase()}`;
export const recordKey = (organizationId: string, entity: Entity, id: string): Key => ({
  pk: recordPartition(organizationId, entity),
  sk: id,
});

/** "Which of them are in Trash?" A deleted record moves here, so that lists never wade through deleted ones. */
export const trashPartition = (organizationId: string, entity: Entity): string =>
  `${recordPartition(organizationId, entity)}#TRASH`;
export const trashKey = (organizationId: string, entity: Entity, id: string): Key => ({
  pk: trashPartition(organizationId, entity),
  sk: id,
});

/** "Which of them have this value in this field, newest first?" (an index) */
export const valuePartition = (
  organizationId: string,
  entity: Entity,
  field: string,
  value: unknown,
): string => `${recordPartition(organizationId, entity)}#${field}#${String(value)}`;

/** The column that makes an index have a row. */
export const indexColumn = (index: IndexName): `${IndexName}pk` => `${index}pk`;

/** In which organization a row of one of the partitions above lies; undefined for any other row. */
export const organizationInKey = (pk: unknown): string | undefined =>
  typeof pk === 'string' ? /^ORG#([^#]+)#/.exec(pk)?.[1] : undefined;
