import type { Entity } from '../../shared/core/change.ts';
import type { Key, Row, Table, Write } from './table.ts';

/** Where the log of a group ends. Written by the change feed alone. */
export const logHeadKey = (organizationId: string): Key => ({ pk: `LOG#${organizationId}`, sk: 'HEAD' });

/** The number of the last event of a group's log; 0 while nothing has happened. */
export const logEnd = async (table: Table, organizationId: string): Promise<number> =>
  ((await table.get(logHeadKey(organizationId)))?.seq as number | undefined) ?? 0;

/** Who changed a record, and when. */
export interface Trace {
  /** Null: no person did. */
  changedBy: string | null;
  changedAt: string;
}

export const traceOf = (userId: string | null, now: Date): Trace => ({
  changedBy: userId,
  changedAt: now.toISOString(),
});

/**
 * What makes a row a record whose changes become events: its kind, its group, and who made this change. A row without
 * these is nobody's news.
 */
export const recorded = (entity: Entity, organizationId: string, trace: Trace) => ({
  entity,
  organizationId,
  ...trace,
});

/** For how long a removed record leaves its mark, in seconds: until the change feed has surely seen it. */
const markKept = 48 * 60 * 60;

/**
 * Leaves a mark of a record that is deleted for good. The table's stream does not say who removed a row, so the mark does:
 * it is what the change feed reads.
 */
export const removalMark = (
  entity: Entity,
  { organizationId, id, ...told }: { organizationId: string; id: string } & Record<string, unknown>,
  trace: Trace,
): Write => ({
  put: {
    pk: `ORG#${organizationId}#REMOVED`,
    sk: `${entity}#${id}`,
    ...told,
    id,
    ...recorded(entity, organizationId, trace),
    removedAt: trace.changedAt,
    ttl: Math.floor(Date.parse(trace.changedAt) / 1000) + markKept,
  } satisfies Row,
});
