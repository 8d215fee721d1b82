import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { admissionChecks } from '../../services/core/admission-checks.ts';
import { Failure } from '../../services/core/failure.ts';
import {
  type CommitGuard,
  commitFor,
  GuardRefused,
  toKeyedRequest,
} from '../../services/core/idempotency.ts';
import { memberGuard } from '../../services/core/member-guard.ts';
import { type Actor, admit, type Bearer, profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import type { Row, Table, Write } from '../../services/core/table.ts';
import type { Access } from '../../shared/core/access.ts';
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
  tomorrow,
  yesterday,
} from './seeded.ts';

type MembersOnly = Exclude<Access, string>;
const write: MembersOnly = { permission: 'tasks.write' };
const unpaid: MembersOnly = { permission: 'billing.manage', unpaid: true };

const seeded = async (person: Record<string, unknown> = {}, organization: Record<string, unknown> = {}) => {
  const organizationId = await seedOrganization(organization);
  const userId = await seedPerson(organizationId, person);
  return { organizationId, userId, bearer: { userId, authTime } as Bearer };
};
const holder = { accountHolder: true, role: 'owner' };
type Seeded = Awaited<ReturnType<typeof seeded>>;

/** A row that only this commit writes, and the commit of a request with a key. */
const keyedWrite = (guard?: CommitGuard, on: Table = table) => {
  const effect: Row = { pk: `EFFECT#${ulid()}`, sk: 'x' };
  const commit = commitFor(on, toKeyedRequest(randomUUID(), 'ada', []), now, guard);
  return { effect, commit: () => commit([{ put: effect }], 'done') };
};

describe('the conditions by which a commit admits its caller', () => {
  /** Admitted once; then something changes, and a commit asks whether that admission still holds. */
  const committed = async (
    { bearer }: Seeded,
    change: () => Promise<unknown>,
    { access = write, signedInAt = authTime }: { access?: MembersOnly; signedInAt?: number } = {},
  ) => {
    const admission = await admit(table, bearer, access, now);
    const checks = admissionChecks(admission, { ...bearer, authTime: signedInAt }, access, now) as Write[];
    await change();
    let held = false;
    const { effect, commit } = keyedWrite({
      checks,
      held: () => {
        held = true;
      },
    });
    const outcome = await commit().catch((error: unknown) => error);
    const happened = (await rowAt(effect)) !== undefined;
    expect([held, happened]).toEqual([happened, !(outcome instanceof GuardRefused)]);
    return happened;
  };

  it('hold for a member about whom nothing has changed', async () => {
    expect(await committed(await seeded(), async () => {})).toBe(true);
    expect(await committed(await seeded({ accountHolder: false }), async () => {})).toBe(true);
  });

  it.each([
    ['another organization', { organizationId: 'another' }],
    ['no organization', { organizationId: undefined }],
    ['another role', { role: 'admin' }],
    ['another name', { name: 'Mia Renamed' }],
    ['the account', { accountHolder: true }],
    ['a deleted account', { deletedAt: yesterday }],
    ['a signing out since', { signedOutAt: authTime + 1 }],
  ])('refuse a member with %s', async (_, columns) => {
    const one = await seeded();
    expect(await committed(one, () => alter(profileKey(one.userId), columns))).toBe(false);
  });

  it('refuse whoever has no row any more', async () => {
    const one = await seeded();
    expect(await committed(one, () => table.write({ remove: profileKey(one.userId) }))).toBe(false);
  });

  it('let in what is no change: a signing out before this sign-in, an account that is said not to be held', async () => {
    const one = await seeded();
    expect(await committed(one, () => alter(profileKey(one.userId), { signedOutAt: authTime }))).toBe(true);
    expect(await committed(one, async () => {}, { signedInAt: authTime - 1 })).toBe(false);
    const other = await seeded();
    expect(await committed(other, () => alter(profileKey(other.userId), { accountHolder: false }))).toBe(
      true,
    );
  });

  it('tell a person without a name from one who has one now', async () => {
    const one = await seeded({ name: undefined });
    expect(await committed(one, async () => {})).toBe(true);
    expect(await committed(one, () => alter(profileKey(one.userId), { name: 'Mia' }))).toBe(false);
  });

  it('ask the plan of no member but the account holder, who is one no more when the column says so', async () => {
    const member = await seeded();
    expect(
      await committed(member, () =>
        alter(organizationKey(member.organizationId), { trialEndsAt: yesterday }),
      ),
    ).toBe(true);
    for (const accountHolder of [false, undefined]) {
      const one = await seeded(holder);
      expect(await committed(one, () => alter(profileKey(one.userId), { accountHolder }))).toBe(false);
    }
  });

  const subscription = {
    id: 'sub',
    plan: 'monthly',
    status: 'active',
    trialEndsAt: null,
    currentPeriodEnd: tomorrow,
    canceledAt: null,
  };

  it.each([
    ['a trial', {}],
    ['a plan that was written twice', { billingRevision: 2, subscription }],
    ['a plan written down as never written', { billingRevision: 0 }],
    ['a plan without a trial', { trialEndsAt: null, subscription }],
    ['a plan that knows of no trial', { trialEndsAt: undefined, subscription }],
  ])(
    'hold for an account holder with %s, and refuse when it is no longer the same',
    async (_, organization) => {
      const changes: [string, Record<string, unknown>][] = [
        ['another revision', { billingRevision: 3 }],
        ['another trial', { trialEndsAt: '2026-04-03T00:00:00.000Z' }],
        ['closed', { closedAt: yesterday }],
      ];
      expect(await committed(await seeded(holder, organization), async () => {})).toBe(true);
      for (const [what, columns] of changes) {
        const one = await seeded(holder, organization);
        const happened = await committed(one, () => alter(organizationKey(one.organizationId), columns));
        expect([what, happened]).toEqual([what, false]);
      }
      const gone = await seeded(holder, organization);
      expect(await committed(gone, () => table.write({ remove: organizationKey(gone.organizationId) }))).toBe(
        false,
      );
    },
  );

  it('refuse when a trial or a revision has gone from the row', async () => {
    const trial = await seeded(holder);
    expect(
      await committed(trial, () => alter(organizationKey(trial.organizationId), { trialEndsAt: undefined })),
    ).toBe(false);
    const written = await seeded(holder, { billingRevision: 2 });
    expect(
      await committed(written, () =>
        alter(organizationKey(written.organizationId), { billingRevision: undefined }),
      ),
    ).toBe(false);
  });

  it('ask no plan where an account holder needs none', async () => {
    const one = await seeded(holder);
    const closing = () => alter(organizationKey(one.organizationId), { trialEndsAt: yesterday });
    expect(await committed(one, closing, { access: unpaid })).toBe(true);
  });

  it('are not made for what is known already to be refused, nor where the plan was not asked', async () => {
    const actor: Actor = {
      userId: 'ada',
      organizationId: 'one',
      role: 'owner',
      accountHolder: true,
      name: 'Ada',
    };
    const plan = { trialEndsAt: tomorrow, billingRevision: 0 };
    const bearer: Bearer = { userId: 'ada', authTime };
    const acting = (organizationId: string | undefined): Bearer => ({
      ...bearer,
      actingAs: { userId: 'ada', organizationId },
    });
    const made = (
      ...[admission, from, access]: [Parameters<typeof admissionChecks>[0], Bearer, MembersOnly]
    ) => admissionChecks(admission, from, access, now)?.length;
    expect(made({ actor, plan }, bearer, write)).toBe(2);
    expect(made({ actor, plan }, acting('one'), write)).toBe(2);
    expect(made({ actor, plan }, acting('two'), write)).toBeUndefined();
    expect(made({ actor, plan }, acting(undefined), write)).toBeUndefined();
    expect(made({ actor }, bearer, write)).toBeUndefined();
    expect(made({ actor }, bearer, unpaid)).toBe(1);
    expect(made({ actor, plan: { ...plan, trialEndsAt: yesterday } }, bearer, write)).toBeUndefined();
    const member = { ...actor, accountHolder: false };
    expect(made({ actor: member }, bearer, write)).toBe(1);
    expect(made({ actor: member }, bearer, { permission: 'team.manage' })).toBeUndefined();
  });
});

describe('the guard', () => {
  /** A guard on the real table, which notes what is read. */
  const watchedGuard = (replaced: (read: string[]) => Partial<Table> = () => ({})) => {
    const read: string[] = [];
    const watched = tableWith({
      get: (key) => {
        read.push(key.pk);
        return table.get(key);
      },
      ...replaced(read),
    });
    return { read, watched, guard: memberGuard(watched) };
  };
  type Guard = ReturnType<typeof memberGuard>;
  const call = <T>(
    guard: Guard,
    bearer: Bearer,
    work: (actor: Actor, asked?: CommitGuard) => Promise<T>,
    { isRead = false, admitsByCommit = false, access = write } = {},
  ) => guard({ bearer, access, now, isRead, admitsByCommit, work });
  const whoAmI = async ({ userId }: Actor) => userId;

  /** A keyed write through the guard; `calls` counts how often its work was begun. */
  const keyed = (guard: Guard, bearer: Bearer, on: Table = table) => {
    const calls: boolean[] = [];
    const effects: Row[] = [];
    const answer = call(
      guard,
      bearer,
      async (_, asked) => {
        calls.push(asked !== undefined);
        const { effect, commit } = keyedWrite(asked, on);
        effects.push(effect);
        return commit();
      },
      { admitsByCommit: true },
    );
    return {
      answer,
      calls,
      happened: async () => (await Promise.all(effects.map(rowAt))).filter(Boolean).length,
    };
  };

  it('reads a membership it does not know before any work, and after that lets a commit ask instead', async () => {
    const { bearer, userId } = await seeded();
    const { guard, read } = watchedGuard();
    const first = keyed(guard, bearer);
    await first.answer;
    expect([first.calls, read]).toEqual([[false], [profileKey(userId).pk]]);
    for (let n = 0; n < 2; n += 1) {
      const next = keyed(guard, bearer);
      await next.answer;
      expect([next.calls, await next.happened()]).toEqual([[true], 1]);
    }
    expect(read).toEqual([profileKey(userId).pk]);
  });

  it('throws what the work throws after its commit held, and does not do it twice', async () => {
    const { bearer } = await seeded();
    const { guard, read } = watchedGuard();
    await call(guard, bearer, whoAmI);
    let calls = 0;
    const work = async (_: Actor, asked?: CommitGuard) => {
      calls += 1;
      await keyedWrite(asked).commit();
      throw new Error('the mail could not be sent');
    };
    await expect(call(guard, bearer, work, { admitsByCommit: true })).rejects.toThrow(
      'the mail could not be sent',
    );
    expect([calls, read.length]).toEqual([1, 1]);
  });

  it('lets no commit ask for a request that has more to it than one', async () => {
    const { bearer } = await seeded();
    const { guard } = watchedGuard();
    await call(guard, bearer, whoAmI);
    const asked: unknown[] = [];
    await call(guard, bearer, async (_, one) => asked.push(one));
    expect(asked).toEqual([undefined]);
  });

  it.each([
    ['was removed', { organizationId: undefined }, 'membership.required'],
    ['has signed out everywhere', { signedOutAt: authTime + 1 }, 'signed_out'],
    ['has deleted the account', { deletedAt: yesterday }, 'signed_out'],
  ] as const)(
    'refuses a write of whoever %s, before its work and in its commit',
    async (_, columns, code) => {
      const { bearer, userId } = await seeded();
      const { guard } = watchedGuard();
      await call(guard, bearer, whoAmI);
      await alter(profileKey(userId), columns);
      const one = keyed(guard, bearer);
      expect(await codeOf(one.answer)).toBe(code);
      expect([one.calls, await one.happened()]).toEqual([[true], 0]);
      const other = await seeded();
      await call(guard, other.bearer, whoAmI);
      await alter(profileKey(other.userId), columns);
      let begun = 0;
      const plain = call(guard, other.bearer, async () => {
        begun += 1;
      });
      expect([await codeOf(plain), begun]).toEqual([code, 0]);
      // What was not let in is not remembered either.
      const again = keyed(guard, bearer);
      expect([await codeOf(again.answer), again.calls]).toEqual([code, []]);
    },
  );

  it('tells whoever was removed nothing of what their request met', async () => {
    const { bearer, userId } = await seeded();
    const { guard } = watchedGuard();
    await call(guard, bearer, whoAmI);
    await alter(profileKey(userId), { organizationId: undefined });
    for (const work of [() => Promise.reject(new Failure('not_found')), async () => 'a secret'])
      for (const kind of [{ admitsByCommit: true }, { isRead: true }]) {
        const fresh = watchedGuard().guard;
        await alter(profileKey(userId), { organizationId: 'one' });
        await call(fresh, bearer, whoAmI);
        await alter(profileKey(userId), { organizationId: undefined });
        expect(await codeOf(call(fresh, bearer, work as () => Promise<string>, kind))).toBe(
          'membership.required',
        );
      }
  });

  it('tells a member what their request met, and does its work once', async () => {
    const { bearer } = await seeded();
    const { guard } = watchedGuard();
    await call(guard, bearer, whoAmI);
    for (const kind of [{ admitsByCommit: true }, { isRead: true }]) {
      let calls = 0;
      const refusing = async () => {
        calls += 1;
        throw new Failure('not_found');
      };
      expect([await codeOf(call(guard, bearer, refusing, kind)), calls]).toEqual(['not_found', 1]);
      const answering = async () => {
        calls += 1;
        return 'found';
      };
      expect([await call(guard, bearer, answering, kind), calls]).toEqual(['found', 2]);
    }
  });

  it('does the work as who they are now, when that has changed', async () => {
    const { bearer, userId } = await seeded();
    const { guard } = watchedGuard();
    const role = async (actor: Actor) => actor.role;
    await call(guard, bearer, whoAmI);
    await alter(profileKey(userId), { role: 'admin' });
    expect(await call(guard, bearer, role, { isRead: true })).toBe('admin');
    await alter(profileKey(userId), { role: 'owner' });
    const roles: string[] = [];
    const done = await call(
      guard,
      bearer,
      async (actor, asked) => {
        roles.push(actor.role);
        return keyedWrite(asked).commit();
      },
      { admitsByCommit: true },
    );
    expect([done, roles]).toEqual([{ answer: 'done', isReplay: false }, ['admin', 'owner']]);
    await alter(profileKey(userId), { role: 'member' });
    const seen: string[] = [];
    const refused = call(
      guard,
      bearer,
      async (actor) => {
        seen.push(actor.role);
        return actor.role;
      },
      { admitsByCommit: true },
    );
    expect([await refused, seen]).toEqual(['member', ['owner', 'member']]);
  });

  it('begins a read while the membership is read, of whom it knows, and never a write', async () => {
    const { bearer } = await seeded();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isSlow = false;
    const { guard } = watchedGuard(() => ({
      get: async (key) => {
        if (isSlow) await held;
        return table.get(key);
      },
    }));
    await call(guard, bearer, whoAmI);
    isSlow = true;
    let begun = 0;
    const beginning = async () => {
      begun += 1;
    };
    const write = call(guard, bearer, beginning);
    await new Promise(setImmediate);
    expect(begun).toBe(0);
    release();
    await write;
    isSlow = false;
    await call(guard, bearer, whoAmI);
    isSlow = true;
    const reading = call(guard, bearer, beginning, { isRead: true });
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).toBe(2);
    await reading;
  });

  it('reads first for the second of two requests that one person sends at once: they would meet at one row', async () => {
    const { bearer } = await seeded();
    const { guard } = watchedGuard();
    await call(guard, bearer, whoAmI);
    const [one, other] = [keyed(guard, bearer), keyed(guard, bearer)];
    await Promise.all([one.answer, other.answer]);
    expect([one.calls, other.calls]).toEqual([[true], [false]]);
  });

  it('reads first after all, and does the work once, when another transaction is at the person’s row', async () => {
    const { bearer } = await seeded();
    const conflict = new TransactionCanceledException({
      message: 'conflict',
      $metadata: {},
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    const busy = tableWith({ tryWrite: () => Promise.reject(conflict) });
    const guard = memberGuard(table);
    await call(guard, bearer, whoAmI);
    const one = keyed(guard, bearer, busy);
    expect(await one.answer).toEqual({ answer: 'done', isReplay: false });
    expect([one.calls, await one.happened()]).toEqual([[true, false], 1]);
  });

  it('remembers a thousand people, and then begins anew', async () => {
    const row = (pk: string): Row => ({
      pk,
      sk: 'PROFILE',
      userId: pk.slice(5),
      organizationId: 'one',
      role: 'member',
      name: 'x',
    });
    const guard = memberGuard(tableWith({ get: async ({ pk }) => row(pk) }));
    const isKnown = async (userId: string) => {
      let asked: CommitGuard | undefined;
      await call(
        guard,
        { userId, authTime },
        async (_, one) => {
          asked = one;
        },
        { admitsByCommit: true },
      );
      return asked !== undefined;
    };
    for (let n = 0; n < 1000; n += 1) expect(await isKnown(`p${n}`)).toBe(false);
    expect(await isKnown('p0')).toBe(true);
    expect(await isKnown('one too many')).toBe(false);
    expect(await isKnown('p1')).toBe(false);
    expect(await isKnown('one too many')).toBe(true);
  });

  it('asks the organization at once, where it knows an account holder', async () => {
    const { bearer, organizationId, userId } = await seeded(holder);
    const { guard, read } = watchedGuard();
    await call(guard, bearer, whoAmI);
    expect(read).toEqual([profileKey(userId).pk, organizationKey(organizationId).pk]);
    read.length = 0;
    await call(guard, bearer, whoAmI);
    expect(read).toEqual([organizationKey(organizationId).pk, profileKey(userId).pk]);
  });
});
