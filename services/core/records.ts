import { may } from '../../shared/core/access.ts';
import { restorableUntil } from '../../shared/core/trash.ts';
import type { MemberContext } from './caller.ts';
import type { PersonNames } from './person-names.ts';
import { partId, type StoredRecord } from './record-row.ts';
import {
  type Author,
  type Question,
  type RecordChange,
  recordStore,
  type StoredKind,
} from './record-store.ts';
import type { Table } from './table.ts';

/** A kind of record, and what of it is its module's own. */
export interface RecordService<R extends StoredRecord, New, Change, Query> {
  kind: StoredKind<R>;
  /** What a new record has, of what was written. */
  toNew: (input: New, making: Making) => Omit<R, keyof StoredRecord>;
  /** What a change does to the record. */
  toChange: (change: Change, making: Making) => RecordChange<R>;
  /** Which records a list asks for. */
  toQuestion: (query: Query) => Question<R>;
}

/** What a module's rules may need to make something. */
export interface Making {
  now: Date;
  newId: () => string;
}

export interface RecordDeps {
  table: Table;
  newId: (now: Date) => string;
  names: PersonNames;
}

type PageOf = { limit: number; cursor?: string };

const authorOf = ({ actor, now }: MemberContext): Author => ({ ...actor, now });

/** Routes of a record whose whole effect is one commit. */
export const committing = ['create', 'remove', 'restore'] as const;

/** The use cases of a kind of record: what `defineRecordRoutes` declares, done. */
export const recordHandlers = <R extends StoredRecord, New, Change, Query extends PageOf>(
  { kind, toNew, toChange, toQuestion }: RecordService<R, New, Change, Query>,
  { table, newId, names }: RecordDeps,
) => {
  const store = recordStore(table, kind);
  const making = (now: Date): Making => ({ now, newId: () => newId(now) });
  const changing = (now: Date, id: string, version: number): Making => {
    let part = 0;
    return {
      now,
      newId: () => {
        part += 1;
        return partId(id, version, part);
      },
    };
  };
  // Every route of a record has one parameter: its id.
  const idIn = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] as string;
  type One = { params: Readonly<Record<string, string>> };

  return {
    list: ({ query }: { query: Query }, { actor }: MemberContext) =>
      store.list(actor.organizationId, toQuestion(query), query),

    create: ({ body }: { body: New }, { actor, now, commit }: MemberContext) => {
      const moment = now.toISOString();
      const stamp = {
        id: newId(now),
        createdAt: moment,
        createdBy: actor.userId,
        updatedAt: moment,
        updatedBy: actor.userId,
        version: 1,
      };
      return store.create(actor.organizationId, { ...toNew(body, making(now)), ...stamp } as R, commit);
    },

    get: ({ params }: One, { actor }: MemberContext) => store.get(actor.organizationId, idIn(params)),

    change: (
      { params, body: { version, ...change } }: One & { body: Change & { version: number } },
      member: MemberContext,
    ) =>
      store.change(
        authorOf(member),
        idIn(params),
        version,
        toChange(change as Change, changing(member.now, idIn(params), version)),
      ),

    remove: ({ params, query }: One & { query: { version: number } }, member: MemberContext) =>
      store.remove(authorOf(member), idIn(params), query.version, restorableUntil(member.now), member.commit),

    /** What is in Trash, and by whom it was deleted. */
    listDeleted: async ({ query }: { query: PageOf }, { actor, now }: MemberContext) => {
      const { items, nextCursor } = await store.listDeleted(actor.organizationId, query, now);
      const nameOf = await names(
        actor.organizationId,
        items.map(({ deletedBy }) => deletedBy),
      );
      return { items: items.map((item) => ({ ...item, deletedByName: nameOf(item.deletedBy) })), nextCursor };
    },

    /** Undo of a deletion: for the one who deleted it, and for whoever may restore from Trash (PRODUCT §2). */
    restore: ({ params, body }: One & { body: { version: number } }, member: MemberContext) =>
      store.restore(
        authorOf(member),
        idIn(params),
        body.version,
        (deletedBy) => deletedBy === member.actor.userId || may(member.actor, 'trash.restore'),
        member.commit,
      ),
  };
};
