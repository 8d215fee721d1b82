import { describe, expect, it } from 'vitest';
import { profileKey } from '../../services/core/membership.ts';
import {
  changeSeats,
  endMembership,
  isMemberOf,
  isNotAccountHolder,
  membershipRefusal,
  startMembership,
} from '../../services/core/membership-writes.ts';
import { organizationKey } from '../../services/core/organization.ts';
import { type Row, refusalOf, type Write } from '../../services/core/table.ts';
import { alter, now, rowAt, seedOrganization, seedPerson, table, yesterday } from './seeded.ts';

const isRefused = async (write: Write) => (await refusalOf(table.write(write))) !== null;

describe('seats', () => {
  const counted = async (organizationId: string) => {
    const { members, pending, seats } = (await rowAt(organizationKey(organizationId))) as Row;
    return { members, pending, seats };
  };

  it('are taken by members and by invitations, and given back', async () => {
    const id = await seedOrganization();
    await table.write(changeSeats(id, { members: 1, pending: 2 }));
    expect(await counted(id)).toEqual({ members: 2, pending: 2, seats: 4 });
    await table.write(changeSeats(id, { members: 1, pending: -1 }));
    expect(await counted(id)).toEqual({ members: 3, pending: 1, seats: 4 });
    await table.write(changeSeats(id, { pending: -1 }));
    await table.write(changeSeats(id, { members: -1 }));
    expect(await counted(id)).toEqual({ members: 2, pending: 0, seats: 2 });
  });

  it('are 25: who takes one needs a free one, who gives one back or exchanges one does not', async () => {
    const id = await seedOrganization({ members: 24, seats: 24 });
    expect(await isRefused(changeSeats(id, { pending: 1 }))).toBe(false);
    expect(await isRefused(changeSeats(id, { members: 1 }))).toBe(true);
    expect(await isRefused(changeSeats(id, { members: 1, pending: -1 }))).toBe(false);
    expect(await isRefused(changeSeats(id, { members: -1 }))).toBe(false);
    expect(await counted(id)).toEqual({ members: 24, pending: 0, seats: 24 });
  });

  it('of an organization that is closed, or was never there, do not move', async () => {
    const id = await seedOrganization({ closedAt: yesterday });
    for (const change of [{ members: 1 }, { members: -1 }]) {
      expect(await isRefused(changeSeats(id, change))).toBe(true);
      expect(await isRefused(changeSeats('nobody', change))).toBe(true);
    }
    expect(await rowAt(organizationKey('nobody'))).toBeUndefined();
  });
});

describe('a membership', () => {
  const start = (userId: string, organizationId: string, more: object = {}) =>
    startMembership(
      { userId, email: `${userId}@example.com` },
      { organizationId, role: 'admin', accountHolder: false, ...more },
      now,
    );

  it('begins with a role that is theirs to choose again, for whom the address is still vouched for', async () => {
    const userId = await seedPerson(undefined, { endedGroup: { id: 'old', name: 'Old' } });
    const before = (await rowAt(profileKey(userId))) as Row;
    await table.write(start(userId, 'one'));
    const { endedGroup: _, ...kept } = before;
    expect(await rowAt(profileKey(userId))).toEqual({
      ...kept,
      organizationId: 'one',
      entity: 'member',
      role: 'admin',
      grantedRole: 'admin',
      accountHolder: false,
      onboardingCompleted: false,
      joinedAt: now.toISOString(),
      changedAt: now.toISOString(),
      changedBy: userId,
      gsi1pk: 'ORG#one#MEMBERS',
    });
  });

  it('of a founder has nothing left to choose; one by an invitation remembers it', async () => {
    const founder = await seedPerson(undefined);
    await table.write(start(founder, 'one', { role: 'owner', accountHolder: true }));
    expect(await rowAt(profileKey(founder))).toMatchObject({
      accountHolder: true,
      onboardingCompleted: true,
      role: 'owner',
    });
    expect(await rowAt(profileKey(founder))).not.toHaveProperty('acceptedInvitations');
    const invited = await seedPerson(undefined);
    await table.write(start(invited, 'one', { invitationId: 'inv' }));
    expect((await rowAt(profileKey(invited)))?.acceptedInvitations).toEqual(new Set(['one inv']));
  });

  it('does not begin for whoever is a member, has another address now, or has no profile', async () => {
    const member = await seedPerson('another');
    const moved = await seedPerson(undefined, { email: 'new@example.com' });
    for (const userId of [member, moved, 'nobody']) {
      const before = await rowAt(profileKey(userId));
      expect(await isRefused(start(userId, 'one'))).toBe(true);
      expect(await rowAt(profileKey(userId))).toEqual(before);
    }
    expect(membershipRefusal(await rowAt(profileKey(member)))).toBe('already a member');
    expect(membershipRefusal(await rowAt(profileKey(moved)))).toBe('email changed');
    expect(membershipRefusal(undefined)).toBe('no profile');
  });

  it('ends with all that made its person a member, and leaves their name with the organization', async () => {
    const userId = await seedPerson('one', {
      grantedRole: 'admin',
      accountHolder: false,
      onboardingCompleted: true,
      joinedAt: yesterday,
    });
    const said = {
      changedBy: 'boss',
      changedAt: now.toISOString(),
      endedGroup: { id: 'one', name: 'Signs' },
    };
    const end = (organizationId: string) =>
      endMembership({ userId, organizationId, name: 'Mia' }, isMemberOf(organizationId), said);
    expect((await refusalOf(table.write(...end('another'))))?.first).toBe(0);
    expect(await rowAt({ pk: 'ORG#another#FORMER', sk: userId })).toBeUndefined();
    await table.write(...end('one'));
    expect(await rowAt(profileKey(userId))).toEqual({
      ...profileKey(userId),
      userId,
      name: 'Mia Member',
      email: `${userId}@example.com`,
      ...said,
      formerGroups: new Set(['one']),
    });
    expect(await rowAt({ pk: 'ORG#one#FORMER', sk: userId })).toEqual({
      pk: 'ORG#one#FORMER',
      sk: userId,
      name: 'Mia',
    });
  });

  it('of an account holder can be told from all others', async () => {
    const userId = await seedPerson('one');
    const check = { check: profileKey(userId), condition: isNotAccountHolder };
    expect(await isRefused(check)).toBe(false);
    await alter(profileKey(userId), { accountHolder: false });
    expect(await isRefused(check)).toBe(false);
    await alter(profileKey(userId), { accountHolder: true });
    expect(await isRefused(check)).toBe(true);
  });
});
