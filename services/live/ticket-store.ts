import { createHash } from 'node:crypto';
import { ticketSeconds } from '../../shared/live/contract.ts';
import { absent } from '../core/expressions.ts';
import type { CommitContext, Committed } from '../core/idempotency.ts';
import { profileKey } from '../core/membership.ts';
import { type Connection, connectionStore } from '../core/sockets.ts';
import { type Key, type Table, WriteRefused } from '../core/table.ts';

/** For whom a ticket was made. */
export interface TicketHolder {
  userId: string;
  organizationId: string;
  /** When they signed in, in seconds since 1970. */
  authTime: number;
}

/** "For whom is this ticket?" Only its digest is kept: who reads the table can't use it. */
const ticketKey = (ticket: string): Key => ({
  pk: `TICKET#${createHash('sha256').update(ticket).digest('base64url')}`,
  sk: 'TICKET',
});

/** Tickets for sockets, and their use: the only code that knows how they lie in the table. */
export const ticketStore = (table: Table) => ({
  async create<T>(
    ticket: string,
    holder: TicketHolder,
    { commit, now }: CommitContext,
    answer: T,
  ): Promise<Committed<T>> {
    const ends = Math.floor(now.getTime() / 1000) + ticketSeconds;
    const outcome = await commit(
      [{ put: { ...ticketKey(ticket), ...holder, ends, ttl: ends + 60 }, condition: absent }],
      answer,
    );
    // A ticket is 256 random bits: another one of that name is a fault.
    if (outcome instanceof WriteRefused) throw outcome;
    return outcome;
  },

  /**
   * Uses a ticket up and makes its socket known, in one transaction which holds only if its holder is still a member of
   * the group, and has not signed out everywhere since. Undefined when one of this is not so.
   */
  async redeem(ticket: string, connectionId: string, now: Date): Promise<Connection | undefined> {
    const row = await table.get(ticketKey(ticket));
    if (!row || (row.ends as number) < now.getTime() / 1000) return undefined;
    const { userId, organizationId, authTime } = row as unknown as TicketHolder;
    const connection = { connectionId, organizationId, userId, connectedAt: now.toISOString(), authTime };
    try {
      await table.write(
        { remove: ticketKey(ticket), condition: { text: 'attribute_exists(pk)' } },
        {
          check: profileKey(userId),
          condition: {
            text: 'organizationId = :organization AND (attribute_not_exists(signedOutAt) OR signedOutAt <= :signedIn)',
            values: { ':organization': organizationId, ':signedIn': authTime },
          },
        },
        ...connectionStore(table).opening(connection, now),
      );
      return connection;
    } catch (error) {
      if (error instanceof WriteRefused) return undefined;
      throw error;
    }
  },
});

export type TicketStore = ReturnType<typeof ticketStore>;
