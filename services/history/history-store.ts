import type { Page } from '../../shared/core/page.ts';
import type { ActivityQuery, HistoryEvent } from '../../shared/history/contract.ts';
import type { Entity } from '../../shared/kinds.ts';
import { type PagedList, readPage } from '../core/cursor.ts';
import { logEnd } from '../core/event-log.ts';
import { type IndexName, type Row, SortableNumber, type Table } from '../core/table.ts';
import {
  activityPartition,
  eventKey,
  eventsPartition,
  peoplePartition,
  recordPartition,
  userActivityPartition,
} from './history-keys.ts';

/** An event as its row has it; what its person is called is found out when it is read. */
export type StoredEvent = Omit<HistoryEvent, 'byName'>;

/** The row of a person's last event has no changes in it: nobody asks for them there. */
const eventIn = ({ seq, type, kind, id, title, at, by, changes }: Row): StoredEvent =>
  ({ seq, type, entity: kind, id, title, at, by: by ?? null, changes: changes ?? [] }) as StoredEvent;

const peopleAtOnce = 100;

/** The log of an organization, read. */
export const historyStore = (table: Table) => {
  const page = async (
    list: Required<Pick<PagedList, 'pk' | 'index'>>,
    query: { limit: number; cursor?: string },
  ): Promise<Page<StoredEvent>> => {
    const { rows, nextCursor } = await readPage(table, { ...list, sortKey: SortableNumber }, query);
    return { items: rows.map(eventIn), nextCursor };
  };

  const onEvents = (organizationId: string, name: IndexName) => ({
    name,
    tablePk: eventsPartition(organizationId),
  });

  return {
    /** "Where does the log end?" */
    end: (organizationId: string): Promise<number> => logEnd(table, organizationId),

    /** "What happened after this event, in order?" Sees everything that was appended before. */
    async since(organizationId: string, seq: number, limit: number): Promise<StoredEvent[]> {
      const { rows } = await table.query({
        pk: eventsPartition(organizationId),
        limit,
        consistent: true,
        after: { ...eventKey(organizationId, seq) },
      });
      return rows.map(eventIn);
    },

    /** "What happened to this record, newest first?" */
    ofRecord: (
      organizationId: string,
      entity: Entity,
      id: string,
      query: { limit: number; cursor?: string },
    ) =>
      page(
        { pk: recordPartition(organizationId, entity, id), index: onEvents(organizationId, 'gsi1') },
        query,
      ),

    /** "What did people, or one of them, do, newest first?" */
    activity: (organizationId: string, { by, ...query }: ActivityQuery) =>
      page(
        by === undefined
          ? { pk: activityPartition(organizationId), index: onEvents(organizationId, 'gsi2') }
          : { pk: userActivityPartition(organizationId, by), index: onEvents(organizationId, 'gsi3') },
        query,
      ),

    /** "What did each person do last?" Those who have left, too. */
    async latestByPerson(organizationId: string): Promise<StoredEvent[]> {
      const rows: Row[] = [];
      let last: Row | undefined;
      // Over the years more may have left than fit into a page.
      do {
        const page = await table.query({
          pk: peoplePartition(organizationId),
          limit: peopleAtOnce,
          after: last && { pk: last.pk, sk: last.sk },
        });
        rows.push(...page.rows);
        last = page.last;
      } while (last);
      return rows.map(eventIn);
    },
  };
};

export type HistoryStore = ReturnType<typeof historyStore>;
