import type { Entity } from '../../shared/kinds.ts';
import type { Key, Row, Table, Write } from './table.ts';

/** Where the log of an organization ends. Written by the change feed alone. */
export const logHeadKey = (organizationId: string): Key => ({ pk: `LOG#${organizationId}`, sk: 'HEAD' });

/** The number of the last event of an organization's log; 0 while nothing has happened. */
export const logEnd = async (table: Table, organizationId: string): Promise<number> =>
  ((await table.get(logHeadKey(organizationId)))?.seq as number | undefined) ?? 0;

/** Who changed a record, and when. */
export interface AuditStamp {
  /** Null: no person did. */
  changedBy: string | null;
  changedAt: string;
}

export const auditStamp = (userId: string | null, now: Date): AuditStamp => ({
  changedBy: userId,
  changedAt: now.toISOString(),
});

/**
 * What makes a row a record whose changes become events: its kind, its organization, and who made this change. Changes of other
 * rows are none.
 */
export const recorded = (entity: Entity, organizationId: string, stamp: AuditStamp) => ({
  entity,
  organizationId,
  ...stamp,
});

/** For how long a tombstone is kept, in seconds: until the change feed has surely seen it. */
const tombstoneKeptSeconds = 48 * 60 * 60;

/**
 * The tombstone of a record that is deleted for good. The table's stream does not say who removed a row, so the tombstone does:
 * it is what the change feed reads.
 */
export const tombstone = (
  entity: Entity,
  { organizationId, id, ...told }: { organizationId: string; id: string } & Record<string, unknown>,
  stamp: AuditStamp,
): Write => ({
  put: {
    pk: `ORG#${organizationId}#TOMBSTONES`,
    sk: `${entity}#${id}`,
    ...told,
    id,
    ...recorded(entity, organizationId, stamp),
    removedAt: stamp.changedAt,
    ttl: Math.floor(Date.parse(stamp.changedAt) / 1000) + tombstoneKeptSeconds,
  } satisfies Row,
});
