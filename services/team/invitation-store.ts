import type { Role } from '../../shared/core/access.ts';
import { Id } from '../../shared/core/ids.ts';
import type { Page } from '../../shared/core/page.ts';
import type { Invitation } from '../../shared/team/contract.ts';
import { readPage } from '../core/cursor.ts';
import { type AuditStamp, auditStamp, recorded, tombstone } from '../core/event-log.ts';
import { absent, inVersion, setting } from '../core/expressions.ts';
import type { Commit, CommitContext, Committed } from '../core/idempotency.ts';
import { changeSeats } from '../core/membership-writes.ts';
import { type Row, refusalOf, type Table, type Write, WriteRefused } from '../core/table.ts';
import {
  invitationKey,
  invitationLinkKey,
  invitationsPartition,
  invitedEmailKey,
  receivedPartition,
} from './team-keys.ts';

export interface InvitationRecord extends Omit<Invitation, 'status'> {
  organizationId: string;
  organizationName: string;
  /** An expired invitation gives its seat back when somebody needs one. */
  holdsSeat: boolean;
}

type LinkedInvitation = Pick<InvitationRecord, 'organizationId' | 'id' | 'expiresAt'>;

const toInvitation = (row: Row): InvitationRecord => ({
  organizationId: row.organizationId as string,
  organizationName: row.organizationName as string,
  id: row.id as string,
  email: row.email as string,
  role: row.role as Role,
  invitedBy: row.invitedBy as string,
  createdAt: row.createdAt as string,
  sentAt: (row.sentAt as string | undefined) ?? null,
  expiresAt: row.expiresAt as string,
  holdsSeat: row.holdsSeat === true,
  version: row.version as number,
});

/** Takes an invitation away, with the row that says which e-mail address it went to; its seat is for the caller to move. */
export const removeInvitation = ({
  organizationId,
  id,
  email,
  version,
}: InvitationRecord): [Write, Write] => [
  { remove: invitationKey(organizationId, id), condition: inVersion(version) },
  { remove: invitedEmailKey(organizationId, email), condition: { text: 'attribute_exists(pk)' } },
];

/** "Which organizations have invited this e-mail address?" Newest first; read from an index. */
export const invitationsTo = async (table: Table, email: string): Promise<InvitationRecord[]> => {
  const { rows } = await table.query({
    index: 'gsi1',
    pk: receivedPartition(email),
    limit: 100,
    descending: true,
  });
  return rows.map(toInvitation);
};

/** "Has this organization a pending invitation to this e-mail address?" */
export const pendingInvitationTo = async (
  table: Table,
  organizationId: string,
  email: string,
): Promise<InvitationRecord | undefined> => {
  const pointer = await table.get(invitedEmailKey(organizationId, email));
  const row = pointer && (await table.get(invitationKey(organizationId, pointer.invitationId as string)));
  return row && toInvitation(row);
};

/** E-mail invitations: the only code that knows how they lie in the table. */
export const invitationStore = (table: Table) => {
  const get = async (organizationId: string, id: string): Promise<InvitationRecord | undefined> => {
    const row = await table.get(invitationKey(organizationId, id));
    return row && toInvitation(row);
  };

  return {
    get,

    /** "Whom has this organization invited?" Newest first. */
    async list(
      organizationId: string,
      query: { limit: number; cursor?: string },
    ): Promise<Page<InvitationRecord>> {
      const { rows, nextCursor } = await readPage(
        table,
        { pk: invitationsPartition(organizationId), sortKey: Id },
        query,
      );
      return { items: rows.map(toInvitation), nextCursor };
    },

    pendingTo: (organizationId: string, email: string) => pendingInvitationTo(table, organizationId, email),

    /** From an index, which may be late: joining decides on the row itself. */
    received: (email: string) => invitationsTo(table, email),

    /** Makes an invitation and takes its seat. */
    async create<T>(
      record: InvitationRecord,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'full' | 'changed'> {
      const { organizationId, id, email } = record;
      const writes: Write[] = [
        { put: { ...invitedEmailKey(organizationId, email), invitationId: id }, condition: absent },
        {
          put: {
            ...invitationKey(organizationId, id),
            ...record,
            ...recorded('invitation', organizationId, auditStamp(record.invitedBy, now)),
            sentAt: record.sentAt ?? undefined,
            gsi1pk: receivedPartition(email),
          },
          condition: absent,
        },
        changeSeats(organizationId, { pending: 1 }),
      ];
      const outcome = await commit(writes, answer);
      if (!(outcome instanceof WriteRefused)) return outcome;
      return outcome.first === 2 ? 'full' : 'changed';
    },

    /** Renews an invitation (role, expiry), taking a seat again where its own was given back. */
    async renew<T>(
      before: InvitationRecord,
      after: InvitationRecord,
      by: string,
      { commit, now }: CommitContext,
      answer: T,
    ): Promise<Committed<T> | 'full' | 'changed'> {
      const { role, organizationName, sentAt, expiresAt, version } = after;
      const writes: Write[] = [
        {
          update: invitationKey(before.organizationId, before.id),
          expression: setting({
            role,
            organizationName,
            sentAt: sentAt ?? undefined,
            expiresAt,
            version,
            holdsSeat: true,
            ...auditStamp(by, now),
          }),
          condition: inVersion(before.version),
        },
        ...(before.holdsSeat ? [] : [changeSeats(before.organizationId, { pending: 1 })]),
      ];
      const outcome = await commit(writes, answer);
      if (!(outcome instanceof WriteRefused)) return outcome;
      return outcome.first === 1 ? 'full' : 'changed';
    },

    /** Notes whether the mail of an invitation went out, unless it was renewed or withdrawn meanwhile. */
    async noteSent(
      organizationId: string,
      { id, version }: Invitation,
      sent: boolean,
      stamp: AuditStamp,
    ): Promise<void> {
      const said = setting({ ...stamp });
      await refusalOf(
        table.write({
          update: invitationKey(organizationId, id),
          expression: sent
            ? setting({ sentAt: new Date().toISOString(), ...stamp })
            : { ...said, text: `${said.text} REMOVE sentAt` },
          condition: inVersion(version),
        }),
      );
    },

    /** Keeps to which invitation the link of a mail leads, until the invitation expires. */
    async keepLink(link: string, { organizationId, id, expiresAt }: LinkedInvitation): Promise<void> {
      await table.write({
        put: {
          ...invitationLinkKey(link),
          organizationId,
          invitationId: id,
          ttl: Math.ceil(Date.parse(expiresAt) / 1000),
        },
      });
    },

    /** "To which invitation does this link lead?" Undefined for one that was accepted or withdrawn, too. */
    async linked(link: string): Promise<InvitationRecord | undefined> {
      const pointer = await table.get(invitationLinkKey(link));
      return pointer && get(pointer.organizationId as string, pointer.invitationId as string);
    },

    /** Withdraws an invitation and frees its seat; `changed` when it is not as it was read any more. */
    async withdraw(
      record: InvitationRecord,
      stamp: AuditStamp,
      commit: Commit,
    ): Promise<Committed<null> | 'changed'> {
      const { organizationId, id, email } = record;
      const writes: Write[] = [
        ...removeInvitation(record),
        tombstone('invitation', { organizationId, id, email }, stamp),
        ...(record.holdsSeat ? [changeSeats(organizationId, { pending: -1 })] : []),
      ];
      const outcome = await commit(writes, null);
      return outcome instanceof WriteRefused ? 'changed' : outcome;
    },

    /** Gives back the seats of an organization's expired invitations. Returns how many. */
    async releaseExpired(organizationId: string, now: Date): Promise<number> {
      const { rows } = await table.query({
        pk: invitationsPartition(organizationId),
        limit: 100,
        descending: true,
      });
      let released = 0;
      for (const record of rows.map(toInvitation)) {
        if (!record.holdsSeat || record.expiresAt > now.toISOString()) continue;
        const refusal = await refusalOf(
          table.write(
            {
              update: invitationKey(organizationId, record.id),
              // No person gives the seat back: without this the row would still name who sent the invitation.
              expression: setting({
                holdsSeat: false,
                version: record.version + 1,
                ...auditStamp(null, now),
              }),
              condition: inVersion(record.version),
            },
            changeSeats(organizationId, { pending: -1 }),
          ),
        );
        if (!refusal) released += 1;
      }
      return released;
    },
  };
};

export type InvitationStore = ReturnType<typeof invitationStore>;
