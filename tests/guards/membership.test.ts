import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import {
  type Actor,
  admit,
  formerMemberKey,
  hasSignedOutSince,
  isDeleted,
  memberIndexKey,
  membersPartition,
  present,
  profileKey,
  profileOf,
  sameActor,
  toActor,
} from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import {
  alter,
  authTime,
  codeOf,
  now,
  rowAt,
  seedOrganization,
  seedPerson,
  table,
  tableWith,
  yesterday,
} from './seeded.ts';

const read = { permission: 'tasks.read' } as const;
const manage = { permission: 'team.manage' } as const;

const seeded = async (columns: Record<string, unknown> = {}) => {
  const organizationId = await seedOrganization();
  const userId = await seedPerson(organizationId, columns);
  return { organizationId, userId, bearer: { userId, authTime } };
};
const holder = { accountHolder: true, role: 'owner' };

describe('where people lie', () => {
  it('each has a row, which tells members from strangers', async () => {
    expect([
      profileKey('ada'),
      memberIndexKey('one'),
      membersPartition('one'),
      formerMemberKey('one', 'ada'),
    ]).toEqual([
      { pk: 'USER#ada', sk: 'PROFILE' },
      { gsi1pk: 'ORG#one#MEMBERS' },
      'ORG#one#MEMBERS',
      { pk: 'ORG#one#FORMER', sk: 'ada' },
    ]);
    expect(toActor(undefined)).toBeUndefined();
    expect(toActor({ ...profileKey('ada'), userId: 'ada', name: 'Ada' })).toBeUndefined();
    const row = { ...profileKey('ada'), userId: 'ada', organizationId: 'one', role: 'admin', name: 'Ada' };
    const actor = { userId: 'ada', organizationId: 'one', role: 'admin', accountHolder: false, name: 'Ada' };
    expect(toActor(row)).toEqual(actor);
    expect(toActor({ ...row, accountHolder: true })).toEqual({ ...actor, accountHolder: true });
    expect(toActor({ ...row, accountHolder: 'yes' })).toEqual(actor);
  });
});

describe('a sign-in', () => {
  it('counts from the second in which somebody has signed out everywhere, and not before', () => {
    expect(hasSignedOutSince(undefined, 1)).toBe(false);
    const row = { ...profileKey('ada'), signedOutAt: 100 };
    expect([99, 100, 101].map((at) => hasSignedOutSince(row, at))).toEqual([true, false, false]);
    expect(hasSignedOutSince({ ...profileKey('ada') }, 1)).toBe(false);
  });

  it('is worth nothing for a deleted account', async () => {
    expect([
      isDeleted(undefined),
      isDeleted({ ...profileKey('ada') }),
      isDeleted({ ...profileKey('ada'), deletedAt: yesterday }),
    ]).toEqual([false, false, true]);
    const { bearer } = await seeded({ deletedAt: yesterday });
    expect(await codeOf(profileOf(table, bearer))).toBe('signed_out');
    expect(await codeOf(admit(table, bearer, read, now))).toBe('signed_out');
  });

  it('is refused after a signing out everywhere', async () => {
    const { userId, bearer } = await seeded({ signedOutAt: authTime });
    expect((await profileOf(table, bearer))?.userId).toBe(userId);
    await alter(profileKey(userId), { signedOutAt: authTime + 1 });
    expect(await codeOf(profileOf(table, bearer))).toBe('signed_out');
    expect(await codeOf(admit(table, bearer, read, now))).toBe('signed_out');
  });

  it('of somebody who never opened a session has no profile', async () => {
    expect(
      await profileOf(table, { userId: ulid(), authTime, actingAs: { userId: 'x', organizationId: 'one' } }),
    ).toBeUndefined();
    expect(await codeOf(admit(table, { userId: ulid(), authTime }, read, now))).toBe('membership.required');
  });

  it('finds the account present until it is deleted', async () => {
    const { userId } = await seeded();
    const touch = (id: string) => codeOf(table.write({ check: profileKey(id), condition: present }));
    expect(await touch(userId)).toBe('nothing refused it');
    expect(await touch(ulid())).not.toBe('nothing refused it');
    await alter(profileKey(userId), { deletedAt: yesterday });
    expect(await touch(userId)).not.toBe('nothing refused it');
  });
});

describe('a page that shows an organization', () => {
  it('is refused by every route when its person is in another, and by those for members when in none', async () => {
    const { bearer, organizationId, userId } = await seeded();
    const acting = (shown: string | undefined) => ({
      ...bearer,
      actingAs: { userId, organizationId: shown },
    });
    expect((await profileOf(table, acting(organizationId)))?.userId).toBe(userId);
    expect((await profileOf(table, acting(undefined)))?.userId).toBe(userId);
    expect(await codeOf(profileOf(table, acting('another')))).toBe('identity.changed');
    expect((await admit(table, acting(organizationId), read, now)).actor.userId).toBe(userId);
    for (const shown of ['another', undefined])
      expect(await codeOf(admit(table, acting(shown), read, now))).toBe('identity.changed');
    await alter(profileKey(userId), { organizationId: undefined });
    expect((await profileOf(table, acting(organizationId)))?.userId).toBe(userId);
    expect(await codeOf(admit(table, acting(organizationId), read, now))).toBe('membership.required');
  });
});

describe('a member', () => {
  it('is let in as what the row says, and asked for no plan', async () => {
    const { bearer, organizationId, userId } = await seeded();
    await alter(organizationKey(organizationId), { trialEndsAt: yesterday });
    const admission = await admit(table, bearer, read, now);
    expect(admission).toEqual({
      actor: { userId, organizationId, role: 'member', accountHolder: false, name: 'Mia Member' },
    });
  });

  it('is refused what their role may not do', async () => {
    const { bearer } = await seeded({ role: 'owner' });
    expect(await codeOf(admit(table, bearer, manage, now))).toBe('forbidden');
  });
});

describe('an account holder', () => {
  it('is let in by a plan that runs, which goes with the admission', async () => {
    const { bearer, organizationId, userId } = await seeded(holder);
    const { actor, plan } = await admit(table, bearer, manage, now);
    expect(actor).toMatchObject({ userId, organizationId, accountHolder: true });
    expect(plan).toMatchObject({ trialEndsAt: expect.any(String), billingRevision: 0 });
  });

  it('is refused without one, except where they need to get one', async () => {
    const { bearer, organizationId } = await seeded(holder);
    await alter(organizationKey(organizationId), { trialEndsAt: yesterday });
    expect(await codeOf(admit(table, bearer, read, now))).toBe('subscription.required');
    const unpaid = { permission: 'billing.manage', unpaid: true } as const;
    expect(await admit(table, bearer, unpaid, now)).toEqual({
      actor: expect.objectContaining({ accountHolder: true }),
    });
    await alter(organizationKey(organizationId), { pk: 'ORG#moved', sk: 'ELSEWHERE' });
    await table.write({ remove: organizationKey(organizationId) });
    expect(await codeOf(admit(table, bearer, read, now))).toBe('subscription.required');
  });

  it('is refused what only a role may do that they have not chosen', async () => {
    const { bearer } = await seeded({ accountHolder: true, role: 'member' });
    expect((await admit(table, bearer, manage, now)).actor.role).toBe('member');
    expect(await codeOf(admit(table, bearer, { permission: 'trash.restore' }, now))).toBe('forbidden');
  });

  it('is asked for the plan of the organization that they are in now, whichever they were in last time', async () => {
    const { bearer, organizationId, userId } = await seeded(holder);
    const unpaid = await seedOrganization({ trialEndsAt: yesterday });
    const likely = (id: string): Actor => ({
      userId,
      organizationId: id,
      role: 'owner',
      accountHolder: true,
      name: 'Mia Member',
    });
    const admitted = await admit(table, bearer, read, now, likely(unpaid));
    expect(admitted.plan).toMatchObject({ id: organizationId });
    await alter(profileKey(userId), { organizationId: unpaid });
    expect(await codeOf(admit(table, bearer, read, now, likely(organizationId)))).toBe(
      'subscription.required',
    );
  });

  it('who was let in before waits for one round of reading, not for two', async () => {
    const { bearer, organizationId, userId } = await seeded(holder);
    const likely: Actor = { userId, organizationId, role: 'owner', accountHolder: true, name: 'Mia Member' };
    const rounds = async (last: Actor | undefined, access: Parameters<typeof admit>[2]) => {
      const asked: string[] = [];
      let before: string[] = [];
      const watched = tableWith({
        get: async (key) => {
          asked.push(key.pk);
          const row = await rowAt(key);
          if (key.pk === profileKey(userId).pk) before = [...asked];
          return row;
        },
      });
      await admit(watched, bearer, access, now, last);
      return { atOnce: before.length, inAll: asked.length };
    };
    expect(await rounds(likely, read)).toEqual({ atOnce: 2, inAll: 2 });
    expect(await rounds(undefined, read)).toEqual({ atOnce: 1, inAll: 2 });
    expect(await rounds(likely, { permission: 'billing.manage', unpaid: true })).toEqual({
      atOnce: 1,
      inAll: 1,
    });
    await alter(profileKey(userId), { accountHolder: undefined });
    expect(await rounds({ ...likely, accountHolder: false }, read)).toEqual({ atOnce: 1, inAll: 1 });
  });
});

describe('two are the same member', () => {
  const one: Actor = {
    userId: 'ada',
    organizationId: 'one',
    role: 'owner',
    accountHolder: true,
    name: 'Ada',
  };
  it('when nothing differs that decides or is told', () => {
    expect(sameActor(one, { ...one })).toBe(true);
  });
  it.each([
    { userId: 'ben' },
    { organizationId: 'two' },
    { role: 'admin' as const },
    { accountHolder: false },
    { name: 'Ada B.' },
  ])('not with %o', (differs) => {
    expect(sameActor(one, { ...one, ...differs })).toBe(false);
  });
});
