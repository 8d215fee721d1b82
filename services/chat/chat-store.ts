import type { Message } from '../../shared/chat/contract.ts';
import { type AuditStamp, auditStamp, recorded } from '../core/event-log.ts';
import { absent, setting } from '../core/expressions.ts';
import type { Commit, CommitContext, Committed, KeyedRequest } from '../core/idempotency.ts';
import { profileKey } from '../core/membership.ts';
import { type Key, type Row, type Table, type Write, WriteRefused } from '../core/table.ts';
import { chatHeadKey, messageIdKey, messageKey, messagesPartition, readMarkerKey } from './chat-keys.ts';

/** A message as its row has it; what its sender is called is found out when it is read. */
export type StoredMessage = Omit<Message, 'senderName'>;

/** How far a member has read, and when they last wrote. */
export interface ReadMarker {
  /** Undefined: never looked. */
  readUpTo: number | undefined;
  /** When they sent their last messages, in milliseconds since 1970, oldest first. */
  sends: number[];
  /** How often they have sent something: who writes on needs it unchanged. */
  revision: number;
}

const toMessage = ({ id, number, senderId, text, sentAt, isDeleted }: Row): StoredMessage => ({
  id: id as string,
  number: number as number,
  senderId: senderId as string,
  text: text as string,
  sentAt: sentAt as string,
  isDeleted: isDeleted === true,
});

const toReadMarker = (row: Row | undefined): ReadMarker => ({
  readUpTo: row?.readUpTo as number | undefined,
  sends: (row?.sends as number[] | undefined) ?? [],
  revision: (row?.revision as number | undefined) ?? 0,
});

/** The group's chat: the only code that knows how it lies in the table. */
export const chatStore = (table: Table) => {
  const latest = async (organizationId: string): Promise<number> =>
    ((await table.get(chatHeadKey(organizationId)))?.latest as number | undefined) ?? 0;

  const readMarker = async (organizationId: string, userId: string): Promise<ReadMarker> =>
    toReadMarker(await table.get(readMarkerKey(organizationId, userId)));

  return {
    latest,
    readMarker,

    /** "Which message has this id?" */
    async byId(organizationId: string, id: string): Promise<StoredMessage | undefined> {
      const pointer = await table.get(messageIdKey(organizationId, id));
      const row = pointer && (await table.get(messageKey(organizationId, pointer.number as number)));
      return row && toMessage(row);
    },

    /** "What was said after this message, in order?" Sees everything that was sent before. */
    async after(organizationId: string, number: number, limit: number): Promise<StoredMessage[]> {
      const { rows } = await table.query({
        pk: messagesPartition(organizationId),
        limit,
        consistent: true,
        after: { ...messageKey(organizationId, number) },
      });
      return rows.map(toMessage);
    },

    /**
     * "How many of others' messages, not deleted, came after one number and up to another?" Counts up to a limit. Where the next
     * thousand do not tell, because most of them are deleted or the reader's own, it is taken for as many.
     */
    async unread(
      organizationId: string,
      userId: string,
      { after, upTo }: { after: number; upTo: number },
      limit: number,
    ): Promise<number> {
      const { rows, last } = await table.query({
        pk: messagesPartition(organizationId),
        filter: {
          text: 'senderId <> :reader AND isDeleted = :no AND #number <= :last',
          names: { '#number': 'number' },
          values: { ':reader': userId, ':no': false, ':last': upTo },
        },
        limit,
        lookAtMost: 1000,
        consistent: true,
        after: { ...messageKey(organizationId, after) },
      });
      const isCut = last !== undefined && (last.number as number) < upTo;
      return isCut ? limit : rows.length;
    },

    /** "What was said before this message, and last of all without one?" In order. */
    async before(
      organizationId: string,
      number: number | undefined,
      limit: number,
    ): Promise<{ items: StoredMessage[]; hasOlder: boolean }> {
      const { rows, last } = await table.query({
        pk: messagesPartition(organizationId),
        limit,
        descending: true,
        consistent: true,
        after: number === undefined ? undefined : { ...messageKey(organizationId, number) },
      });
      return { items: rows.map(toMessage).reverse(), hasOlder: last !== undefined };
    },

    /**
     * Puts a message at the end of the chat: its number, its id, and its sender's marker are one transaction, so that
     * numbers have no gap and nothing is sent twice.
     * @returns `changed` when the chat, or the sender's marker, has moved on since it was read
     */
    async append<T>(
      organizationId: string,
      message: StoredMessage,
      before: ReadMarker,
      sends: number[],
      { commit, now, keyed }: CommitContext & { keyed: KeyedRequest | undefined },
      answer: T,
    ): Promise<Committed<T> | 'changed'> {
      const { number, senderId, id } = message;
      const outcome = await commit(
        [
          {
            update: chatHeadKey(organizationId),
            expression: setting({ latest: number }),
            condition:
              number === 1
                ? { text: 'attribute_not_exists(latest)' }
                : { text: 'latest = :before', values: { ':before': number - 1 } },
          },
          {
            put: {
              ...messageKey(organizationId, number),
              ...message,
              ...recorded('message', organizationId, auditStamp(senderId, now)),
            },
            condition: absent,
          },
          {
            put: {
              ...messageIdKey(organizationId, id),
              number,
              senderId,
              // What was answered holds the text too: it goes when the message does.
              ...(keyed && { answered: keyed.row }),
            },
            condition: absent,
          },
          {
            update: readMarkerKey(organizationId, senderId),
            expression: setting({ sends, revision: before.revision + 1 }),
            condition:
              before.revision === 0
                ? { text: 'attribute_not_exists(revision)' }
                : { text: 'revision = :read', values: { ':read': before.revision } },
          },
        ],
        answer,
      );
      return outcome instanceof WriteRefused ? 'changed' : outcome;
    },

    /**
     * Takes the text out of a message, and out of what was answered to its sender; it keeps its place. False when it was
     * deleted before.
     */
    async remove(
      organizationId: string,
      { id, number }: StoredMessage,
      stamp: AuditStamp,
      commit: Commit,
    ): Promise<boolean> {
      const answered = (await table.get(messageIdKey(organizationId, id)))?.answered as Key | undefined;
      const outcome = await commit(
        [
          {
            update: messageKey(organizationId, number),
            expression: setting({ isDeleted: true, text: '', ...stamp }),
            condition: { text: 'attribute_exists(pk) AND isDeleted <> :yes', values: { ':yes': true } },
          },
          ...(answered ? [{ remove: answered }] : []),
        ],
        null,
      );
      return !(outcome instanceof WriteRefused) && !outcome.isReplay;
    },

    /** Notes how far a member has read, unless they have read further. */
    async markRead<T>(
      organizationId: string,
      userId: string,
      upTo: number,
      commit: Commit,
      answer: T,
    ): Promise<Committed<T>> {
      const read: Write = {
        update: readMarkerKey(organizationId, userId),
        expression: setting({ readUpTo: upTo }),
        condition: {
          text: 'attribute_not_exists(readUpTo) OR readUpTo < :upTo',
          values: { ':upTo': upTo },
        },
      };
      const outcome = await commit([read], answer);
      if (!(outcome instanceof WriteRefused)) return outcome;
      // They have read further already; what was answered is remembered all the same.
      const remembered = await commit([], answer);
      return remembered instanceof WriteRefused ? { answer, isReplay: false } : remembered;
    },

    /** When a member joined the group: what was said before is no news to them. */
    async joinedAt(userId: string): Promise<string> {
      return ((await table.get(profileKey(userId)))?.joinedAt as string | undefined) ?? '';
    },
  };
};

export type ChatStore = ReturnType<typeof chatStore>;
