import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { commitFor } from '../../services/core/idempotency.ts';
import { profileKey } from '../../services/core/membership.ts';
import { WriteRefused } from '../../services/core/table.ts';
import { ticketStore } from '../../services/live/ticket-store.ts';
import { ticketSeconds } from '../../shared/live/contract.ts';
import { alter, authTime, now, rowAt, seconds, seedPerson, table, tableWith, yesterday } from './seeded.ts';

const store = ticketStore(table);
const commit = commitFor(table, undefined, now);
const keyOf = (ticket: string) => ({
  pk: `TICKET#${createHash('sha256').update(ticket).digest('base64url')}`,
  sk: 'TICKET',
});

const issued = async (columns: Record<string, unknown> = {}) => {
  const [ticket, organizationId] = [ulid(), ulid()];
  const userId = await seedPerson(organizationId, columns);
  await store.create(ticket, { userId, organizationId, authTime }, { commit, now }, 'made');
  return { ticket, organizationId, userId };
};
const after = (by: number) => new Date(now.getTime() + by * 1000);

describe('a ticket', () => {
  it('is kept as a digest alone, for whom it was made and until when', async () => {
    const { ticket, organizationId, userId } = await issued();
    const ends = seconds + ticketSeconds;
    expect(await rowAt(keyOf(ticket))).toEqual({
      ...keyOf(ticket),
      userId,
      organizationId,
      authTime,
      ends,
      ttl: ends + 60,
    });
    expect(JSON.stringify(await rowAt(keyOf(ticket)))).not.toContain(ticket);
  });

  it('answers what it was made with, and is never made in the place of another', async () => {
    const holder = { userId: 'ada', organizationId: 'one', authTime };
    const ticket = ulid();
    expect(await store.create(ticket, holder, { commit, now }, 'made')).toEqual({
      answer: 'made',
      isReplay: false,
    });
    await expect(
      store.create(ticket, { ...holder, userId: 'eve' }, { commit, now }, 'made'),
    ).rejects.toBeInstanceOf(WriteRefused);
    expect((await rowAt(keyOf(ticket)))?.userId).toBe('ada');
  });

  it('opens one socket, once', async () => {
    const { ticket, organizationId, userId } = await issued();
    const connection = {
      connectionId: ulid(),
      organizationId,
      userId,
      connectedAt: now.toISOString(),
      authTime,
    };
    expect(await store.redeem(ticket, connection.connectionId, now)).toEqual(connection);
    expect(await rowAt({ pk: `SOCKET#${connection.connectionId}`, sk: 'SOCKET' })).toMatchObject(connection);
    expect(await rowAt(keyOf(ticket))).toBeUndefined();
    expect(await store.redeem(ticket, 'again', now)).toBeUndefined();
  });

  it('opens one socket also for two who come with it at once', async () => {
    const { ticket } = await issued();
    const stale = await rowAt(keyOf(ticket));
    const late = ticketStore(tableWith({ get: async () => stale }));
    expect(await store.redeem(ticket, ulid(), now)).toBeDefined();
    const second = ulid();
    expect(await late.redeem(ticket, second, now)).toBeUndefined();
    expect(await rowAt({ pk: `SOCKET#${second}`, sk: 'SOCKET' })).toBeUndefined();
  });

  it('that nobody made, or whose time is up, opens none', async () => {
    expect(await store.redeem(ulid(), ulid(), now)).toBeUndefined();
    const { ticket } = await issued();
    expect(await store.redeem(ticket, ulid(), after(ticketSeconds + 1))).toBeUndefined();
    expect(await rowAt(keyOf(ticket))).toBeDefined();
    // To the millisecond: its last moment is that of its last second.
    const late = new Date((seconds + ticketSeconds) * 1000);
    expect(await store.redeem(ticket, ulid(), new Date(late.getTime() + 1))).toBeUndefined();
    expect(await store.redeem(ticket, ulid(), late)).toBeDefined();
  });

  it.each([
    ['was removed', { organizationId: undefined }],
    ['is in another organization', { organizationId: 'another' }],
    ['has signed out everywhere since', { signedOutAt: authTime + 1 }],
  ])('opens none for whoever %s, and is not used up', async (_, columns) => {
    const { ticket, userId } = await issued();
    await alter(profileKey(userId), columns);
    const connectionId = ulid();
    expect(await store.redeem(ticket, connectionId, now)).toBeUndefined();
    expect(await rowAt({ pk: `SOCKET#${connectionId}`, sk: 'SOCKET' })).toBeUndefined();
    expect(await rowAt(keyOf(ticket))).toBeDefined();
  });

  it('opens one for whoever has signed out everywhere before', async () => {
    const { ticket } = await issued({ signedOutAt: authTime, joinedAt: yesterday });
    expect(await store.redeem(ticket, ulid(), now)).toBeDefined();
  });

  it('that can’t be looked up is a fault, not a refusal', async () => {
    const { ticket } = await issued();
    const broken = ticketStore(tableWith({ write: () => Promise.reject(new Error('broken')) }));
    await expect(broken.redeem(ticket, ulid(), now)).rejects.toThrow('broken');
  });
});
