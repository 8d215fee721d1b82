import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { decodeCursor, encodeCursor } from '../../services/core/cursor.ts';
import { profileKey } from '../../services/core/membership.ts';
import { Session } from '../../shared/access/contract.ts';
import { may } from '../../shared/core/access.ts';
import { actingAsHeader, formatIdentity, type Identity } from '../../shared/core/acting-as.ts';
import { type Route, takesIdempotencyKey } from '../../shared/core/contract.ts';
import { coreErrors } from '../../shared/core/errors.ts';
import type { Page } from '../../shared/core/page.ts';
import { modules } from '../../shared/modules.ts';
import { stream } from '../support/controls.ts';
import { type AnyExample, everyRoute, named, type Setting } from '../support/examples.ts';
import { fieldsOf } from '../support/named-fields.ts';
import {
  endTrial,
  join,
  type Organization,
  organization,
  type Person,
  problemIn,
  removeFromGroup,
  send,
  stranger,
  table,
  tokenFor,
} from '../support/people.ts';

/**
 * One loop over all contracts: whatever route is added to shared/modules.ts meets every one of these, without a line
 * written for it but its example.
 */
let home: Organization;
let other: Organization;
let member: Person;
/** Members who make requests in turn: all of them from one person would soon be too many in a minute. */
let members: Person[];

beforeAll(async () => {
  [home, other] = await Promise.all([organization(), organization('The Others')]);
  members = await Promise.all(Array.from({ length: 10 }, () => home.member()));
  member = await home.member();
});

/** Who makes the example's request, and in which organization. */
const settingOf = async ({ caller }: AnyExample): Promise<Setting> => {
  if (caller === 'stranger') return { caller: await stranger(), organization: await organization() };
  if (caller === undefined) {
    const next = members.shift() as Person;
    members.push(next);
    return { caller: next, organization: home };
  }
  const own = await organization();
  return { caller: caller === 'newcomer' ? await own.newcomer() : own.owner, organization: own };
};

const labelled = everyRoute.map(
  (example) => [`${example.route.method} ${example.route.path}`, example] as const,
);
const those = (which: (example: AnyExample) => boolean) => labelled.filter(([, example]) => which(example));
const schemaFields = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
const isMembersOnly = ({ route }: AnyExample) => typeof route.access === 'object';
const isList = ({ route }: AnyExample) => route.query?.shape.cursor !== undefined;
const needsToken = ({ route }: AnyExample) => route.access !== 'public';
const isProblem = (answer: { headers: Headers }) =>
  answer.headers.get('content-type') === 'application/problem+json';

describe.concurrent('a valid request', () => {
  it.each(labelled)('%s answers what the contract declares', async (_, example) => {
    const setting = await settingOf(example);
    const answer = await setting.caller.send(example.route, await example.request(setting));
    expect([answer.status, isProblem(answer) && answer.text]).toEqual([example.route.status, false]);
    // Strict schemas: an undeclared field would be refused here.
    if (example.route.output) expect(example.route.output.safeParse(answer.body).error).toBeUndefined();
    else expect(answer.text).toBe('');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });
});

describe.concurrent('without a valid access token', () => {
  it.each(those(needsToken))('%s is refused by the gateway', async (_, { route }) => {
    const params = Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, ulid()]));
    const person = { email: member.email };
    const [header, payload, signature] = member.token.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: home.owner.userId }),
    );
    const tokens = {
      none: undefined,
      'not a token': 'nonsense',
      expired: await tokenFor(person, { expiresInSeconds: -60 }),
      'with a changed payload': `${header}.${forged.toString('base64url')}.${signature}`,
      unsigned: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      'of another client': await tokenFor(person, { clientId: 'another-client' }),
    };
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await send(route, {
        params,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      expect([kind, answer.status, answer.body]).toEqual([kind, 401, { message: 'Unauthorized' }]);
      expect([kind, answer.headers.has('www-authenticate')]).toEqual([kind, true]);
    }
    for (const options of [{ use: 'id' as const }, { scope: 'openid email' }]) {
      const answer = await send(route, {
        params,
        headers: { authorization: `Bearer ${await tokenFor(person, options)}` },
      });
      expect([options, answer.status, answer.body]).toEqual([options, 403, { message: 'Forbidden' }]);
    }
  });
});

describe.concurrent('who may call', () => {
  const isUnpaid = ({ route }: AnyExample) =>
    typeof route.access === 'object' && route.access.unpaid === true;

  it.each(those(isMembersOnly))('%s turns away whoever belongs to no group', async (_, example) => {
    const request = await example.request(await settingOf(example));
    const answer = await (await stranger()).send(example.route, request);
    expect([answer.status, problemIn(answer).code]).toEqual([403, 'membership.required']);
  });

  it.each(those((example) => isMembersOnly(example) && !isUnpaid(example)))(
    '%s turns away an account holder who has not paid, but not the members',
    async (_, example) => {
      const group = await organization('Late Payers');
      const colleague = await group.manager();
      const request = await example.request({ caller: colleague, organization: group });
      await endTrial(group.id);
      const refused = await group.owner.send(example.route, request);
      expect([refused.status, problemIn(refused).code]).toEqual([402, 'subscription.required']);
      const access = example.route.access as Exclude<typeof example.route.access, string>;
      const allowed = may({ role: 'admin', accountHolder: false }, access.permission);
      expect((await colleague.send(example.route, request)).status).toBe(
        allowed ? example.route.status : 403,
      );
    },
  );

  it.each(those(isUnpaid))('%s is open to an account holder who has not paid', async (_, example) => {
    const group = await organization('Late Payers');
    const request = await example.request({ caller: group.owner, organization: group });
    await endTrial(group.id);
    expect((await group.owner.send(example.route, request)).status).toBe(example.route.status);
  });

  it.each(those(isMembersOnly))('%s lets in exactly those who have its permission', async (_, example) => {
    const access = example.route.access as Exclude<typeof example.route.access, string>;
    for (const [role, accountHolder] of [
      ['member', false],
      ['admin', false],
      ['owner', false],
      ['owner', true],
    ] as const) {
      const group = await organization();
      const person = await stranger();
      const caller = accountHolder ? group.owner : await join(person, group.id, role);
      const allowed = may({ role, accountHolder }, access.permission);
      const request = await example.request({ caller: allowed ? caller : group.owner, organization: group });
      const answer = await caller.send(example.route, request);
      expect([role, accountHolder, answer.status]).toEqual([
        role,
        accountHolder,
        allowed ? example.route.status : 403,
      ]);
    }
  });

  it.each(those(isMembersOnly))('%s is closed to a removed member at once', async (_, example) => {
    const setting = await settingOf(example);
    const leaver = await setting.organization.manager();
    const request = await example.request({ ...setting, caller: example.caller ? setting.caller : leaver });
    // They have just been served, so that whatever is remembered of them is fresh.
    await leaver.send(modules.tasks.routes.list);
    await removeFromGroup(leaver);
    const answer = await leaver.send(example.route, request);
    expect([answer.status, problemIn(answer).code]).toEqual([403, 'membership.required']);
  });

  it.each(those(needsToken))('%s is closed to whoever has signed out everywhere', async (_, example) => {
    const setting = await settingOf({ ...example, caller: example.caller ?? 'newcomer' });
    const request = await example.request(setting);
    await setting.caller.call(modules.access.routes.signOutEverywhere, {});
    const answer = await setting.caller.send(example.route, request);
    expect([answer.status, problemIn(answer).code]).toEqual([401, 'signed_out']);
  });
});

describe.concurrent('an e-mail address', () => {
  const isVouched = ({ route }: AnyExample) => route.access === 'verified-email';
  const rowOf = ({ userId }: Person) => table().get(profileKey(userId));

  it.each(those(needsToken))(
    '%s grants and tells nothing of what an address was sent, once the provider does not vouch for it in this sign-in',
    async (_, example) => {
      const setting = await settingOf({ ...example, caller: example.caller ?? 'newcomer' });
      const { caller } = setting;
      const inviting = await organization('Whispered Invitation');
      const body = { email: caller.email, role: 'admin' as const };
      const invitation = await inviting.owner.call(modules.team.routes.invite, { body });
      const request = await example.request(setting);
      const before = await rowOf(caller);
      // The session was opened while the address was verified; this sign-in never opens one.
      const token = await tokenFor({ email: caller.email, emailVerified: false });
      const answer = await caller.send(example.route, {
        ...request,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.text).not.toContain('Whispered');
      expect((await rowOf(caller))?.organizationId).not.toBe(inviting.id);
      const { items } = await inviting.owner.call(modules.team.routes.listInvitations, {});
      expect(items).toEqual([invitation]);
      if (!isVouched(example)) return;
      expect([answer.status, problemIn(answer).code]).toEqual([403, 'session.email_unverified']);
      expect(await rowOf(caller)).toEqual(before);
      // As little does the sign-in from before: it is the same address.
      expect(problemIn(await caller.send(example.route, request)).code).toBe('session.email_unverified');
    },
  );

  it.each(those(isVouched))(
    '%s goes by the address that the provider names now, not by the one of an earlier session',
    async (_, example) => {
      const setting = await settingOf({ ...example, caller: example.caller ?? 'newcomer' });
      const { caller } = setting;
      const request = await example.request(setting);
      await table().write({
        update: profileKey(caller.userId),
        expression: { text: 'SET email = :earlier', values: { ':earlier': `earlier.${caller.email}` } },
      });
      const answer = await caller.send(example.route, request);
      // Opening a session is how the table learns the address.
      if (example.route === modules.access.routes.openSession)
        expect(answer.body).toMatchObject({ user: { email: caller.email } });
      else expect([answer.status, problemIn(answer).code]).toEqual([409, 'session.address_changed']);
    },
  );
});

describe.concurrent('a person who asks for too much', () => {
  it.each(Object.values(modules).map((contract) => [contract.module, contract] as const))(
    'is refused by every route of %s, wherever they asked, with the time to wait; others are not',
    async (_, { routes }) => {
      const person = await stranger();
      // Far too many, as another function has counted them.
      const minute = Math.floor(Date.now() / 60_000);
      for (let later = 0; later < 5; later += 1)
        await table().write({
          put: { pk: `REQUESTS#${person.userId}`, sk: String(minute + later), requests: 100_000 },
        });
      for (const route of Object.values<Route>(routes)) {
        if (route.access === 'public') continue;
        const params = Object.fromEntries(
          Object.keys(route.params?.shape ?? {}).map((name) => [name, ulid()]),
        );
        const headers = { authorization: `Bearer ${person.token}` };
        // An instance learns of it with the fiftieth request that it sees.
        let answer = await send(route, { params, headers });
        for (let n = 0; n < 1000 && answer.status !== 429; n += 1)
          answer = await send(route, { params, headers });
        expect([answer.status, problemIn(answer).code]).toEqual([429, 'requests.too_many']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await member.call(modules.access.routes.getSession, {});
    },
  );
});

describe.concurrent('a page that acts for somebody', () => {
  const outcome = async (
    example: AnyExample,
    setting: Setting,
    identity: Identity,
    sender = setting.caller,
  ) => {
    const request = await example.request(setting);
    const answer = await sender.send(example.route, {
      ...request,
      headers: { [actingAsHeader]: formatIdentity(identity) },
    });
    return [answer.status, answer.status < 400 ? undefined : problemIn(answer).code];
  };
  const refused = [409, 'identity.changed'];

  it.each(those(needsToken))('%s is refused when the token is somebody else’s', async (_, example) => {
    const setting = await settingOf(example);
    for (const organizationId of [undefined, setting.organization.id])
      expect(await outcome(example, setting, { userId: other.owner.userId, organizationId })).toEqual(
        refused,
      );
  });

  it.each(those(isMembersOnly))(
    '%s is refused when the page shows another group, or none',
    async (_, example) => {
      const setting = await settingOf(example);
      const { userId } = setting.caller;
      for (const organizationId of [other.id, ulid(), undefined])
        expect(await outcome(example, setting, { userId, organizationId })).toEqual(refused);
    },
  );

  it.each(those((example) => needsToken(example) && !isMembersOnly(example)))(
    '%s is refused when the page shows a group that its person has exchanged for another',
    async (_, example) => {
      const { userId } = member;
      const setting = await settingOf(example);
      expect(await outcome(example, setting, { userId, organizationId: other.id }, member)).toEqual(refused);
    },
  );

  it.each(those(needsToken))('%s is answered as ever when it is so', async (_, example) => {
    const setting = await settingOf(example);
    const organizationId = example.caller === 'stranger' ? undefined : setting.organization.id;
    expect(await outcome(example, setting, { userId: setting.caller.userId, organizationId })).toEqual([
      example.route.status,
      undefined,
    ]);
  });
});

describe.concurrent("another group's things", () => {
  const naming = everyRoute.flatMap((example) =>
    fieldsOf(example.route).flatMap(({ part, path, names }) =>
      names === undefined
        ? []
        : [
            [
              `${example.route.method} ${example.route.path} (${part}: ${path.join('.')})`,
              { example, part, path, names },
            ] as const,
          ],
    ),
  );

  it('are named by ids in paths, queries and bodies', () => {
    expect([...new Set(naming.map(([, { part }]) => part))].sort()).toEqual(['body', 'params', 'query']);
  });

  it.each(naming)(
    '%s answers for a foreign one, a deleted one and one that never was alike, and nothing happens',
    async (_, { example, part, path, names }) => {
      const setting = await settingOf(example);
      const { caller, organization } = setting;
      const request = await example.request(setting);
      // Each field by itself: its own record is the only one that is not the caller's.
      const ask = async (id: string) => {
        const answer = await caller.send(example.route, {
          ...request,
          [part]: { ...(request[part] as object), [path[0] as string]: id },
        });
        return [answer.status, answer.text.replace(/"requestId":"[^"]*"/, '')];
      };
      expect(path).toHaveLength(1);
      const kind = named[names] as (typeof named)[string];
      const foreign = await kind.make(other);
      const before = await kind.seen(other, foreign);
      expect(before).toBeDefined();
      const unknown = await ask(kind.unknown());
      expect(await ask(foreign)).toEqual(unknown);
      expect(await kind.seen(other, foreign)).toEqual(before);
      if (kind.remove) {
        const gone = await kind.make(organization);
        // What brings a deleted one back knows as little of one that is there.
        if (example.name !== 'restore') await kind.remove(organization, gone);
        const left = await kind.seen(organization, gone);
        const answer = await ask(gone);
        // What somebody did stays when they have left, and is found by them.
        if (part === 'query') expect(answer[0]).toBe(200);
        else expect(answer).toEqual(unknown);
        expect(await kind.seen(organization, gone)).toEqual(left);
      }
      if (part === 'params') {
        expect(unknown[0]).toBe(404);
        expect(await ask("x'); DROP")).toEqual(unknown);
      }
      if (part === 'query') expect([unknown[0], JSON.parse(unknown[1] as string).items]).toEqual([200, []]);
      if (part === 'body') expect(unknown[0]).toBeGreaterThanOrEqual(400);
      // Their own is served all the same.
      expect((await caller.send(example.route, request)).status).toBe(example.route.status);
    },
  );

  it('are behind no cursor: each is of one list of one organization, and refused by all others', async () => {
    const lists = await Promise.all(
      [home, other].flatMap((group) =>
        everyRoute.filter(isList).map(async (example) => {
          const setting = { caller: group.owner, organization: group };
          const request = await example.request(setting);
          await example.fill?.(setting, request);
          const ask = (cursor?: string) =>
            group.owner.send(example.route, { ...request, query: { ...request.query, limit: 1, cursor } });
          return { label: `${group === home ? 'own' : 'foreign'} ${example.route.path}`, ask };
        }),
      ),
    );
    await stream.settled();
    const cursors = await Promise.all(
      lists.map(async ({ ask }) => ((await ask()).body as Page<unknown>).nextCursor),
    );
    expect(cursors.every((cursor) => typeof cursor === 'string')).toBe(true);
    for (const [asked, { label, ask }] of lists.entries())
      for (const [of, cursor] of cursors.entries()) {
        const answer = await ask(cursor as string);
        const expected = asked === of ? [200, undefined] : [400, 'cursor.invalid'];
        expect([label, lists[of]?.label, answer.status, problemIn(answer).code]).toEqual([
          label,
          lists[of]?.label,
          ...expected,
        ]);
      }
  });

  it.each(those(isList))(
    '%s refuses a cursor that anybody could make: of this list, with the right digest, and a position that it has not',
    async (_, example) => {
      const setting = await settingOf(example);
      const request = await example.request(setting);
      await example.fill?.(setting, request);
      await stream.settled();
      const ask = (cursor?: string) =>
        setting.caller.send(example.route, { ...request, query: { ...request.query, limit: 1, cursor } });
      const first = (await ask()).body as Page<unknown>;
      const [after, mark] = decodeCursor(first.nextCursor as string) as [string, string, string];
      const next = await ask(encodeCursor(after, mark));
      expect([next.status, (next.body as Page<unknown>).items.length]).toEqual([200, 1]);
      for (const position of [
        '',
        'x',
        `${after}x`,
        after.toLowerCase(),
        ' ',
        '\u0000',
        'é'.repeat(600),
        'x'.repeat(1100),
      ]) {
        if (position === after) continue;
        const answer = await ask(encodeCursor(position, mark));
        expect([position, answer.status, problemIn(answer).code]).toEqual([position, 400, 'cursor.invalid']);
      }
      const whole = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
      const [, , check] = decodeCursor(first.nextCursor as string);
      for (const content of [
        [{ pk: 'ORG#x#TASKS', sk: after }, mark, check],
        [5, mark, check],
        [after, mark],
        [after, mark, check, 'more'],
        [after, 'another-list', check],
        { after, mark, check },
        'x',
        null,
      ]) {
        const answer = await ask(whole(content));
        expect([content, answer.status, problemIn(answer).code]).toEqual([content, 400, 'cursor.invalid']);
      }
    },
  );

  it.each(those(isList))('%s refuses a cursor that was changed or is not its own', async (_, example) => {
    const setting = await settingOf(example);
    const { params } = await example.request(setting);
    const ask = async (cursor: string) => {
      const answer = await setting.caller.send(example.route, { params, query: { cursor } });
      return [answer.status, problemIn(answer).code];
    };
    const own = Buffer.from(JSON.stringify([{ pk: `ORG#${other.id}#TASKS`, sk: ulid() }, 'digest'])).toString(
      'base64url',
    );
    for (const cursor of [
      'x',
      '!!!',
      own,
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[null,null]').toString('base64url'),
    ])
      expect([cursor, await ask(cursor)]).toEqual([cursor, [400, 'cursor.invalid']]);
  });
});

describe.concurrent('bad input', () => {
  const malformed = async (example: AnyExample) => {
    const setting = await settingOf(example);
    const { caller } = setting;
    const valid = await example.request(setting);
    return { caller, valid, ask: (change: object) => caller.send(example.route, { ...valid, ...change }) };
  };

  it.each(those(({ route }) => route.body !== undefined))(
    '%s names what is wrong with a body, and stores nothing',
    async (_, example) => {
      const { valid, ask } = await malformed(example);
      const fields = Object.keys(valid.body as object);
      const outcome = async (change: object) => {
        const answer = await ask(change);
        expect(isProblem(answer)).toBe(true);
        const { code, errors, status } = problemIn(answer);
        expect(status).toBe(answer.status);
        return [answer.status, code, errors?.map(({ field }) => field)];
      };
      expect(await outcome({ rawBody: '{"title": ' })).toEqual([400, 'malformed', undefined]);
      expect(await outcome({ rawBody: '\u0000\u0001' })).toEqual([400, 'malformed', undefined]);
      expect(await outcome({ body: { ...(valid.body as object), filler: 'x'.repeat(1_000_000) } })).toEqual([
        413,
        'body.too_large',
        undefined,
      ]);
      expect(await outcome({ headers: { 'content-type': 'text/plain' } })).toEqual([
        415,
        'body.unsupported_type',
        undefined,
      ]);
      for (const body of [[], 'text', 7, null])
        expect(await outcome({ body })).toEqual([422, 'invalid', ['body']]);
      expect((await outcome({ rawBody: '' }))[0]).toBe(422);
      for (const name of ['organizationId', 'id', 'createdBy', 'ownerId', '__proto__x'])
        expect(await outcome({ body: { ...(valid.body as object), [name]: 'mine' } })).toEqual([
          422,
          'invalid',
          [name],
        ]);
      for (const name of fields) {
        const [status, code, named] = await outcome({
          body: { ...(valid.body as object), [name]: { not: 'expected' } },
        });
        expect([status, code]).toEqual([422, 'invalid']);
        expect((named as string[])[0]).toMatch(new RegExp(`^${name}`));
      }
    },
  );

  it.each(those(({ route }) => route.body === undefined && route.method !== 'GET'))(
    '%s takes no body',
    async (_, example) => {
      const { ask } = await malformed(example);
      const answer = await ask({ body: { organizationId: other.id } });
      expect([answer.status, problemIn(answer).errors?.map(({ field }) => field)]).toEqual([
        422,
        ['organizationId'],
      ]);
    },
  );

  it.each(labelled)(
    '%s refuses a query parameter that it does not know, and wrong values of those it knows',
    async (_, example) => {
      const { ask, valid } = await malformed(example);
      const answer = await ask({ query: { ...valid.query, organizationId: other.id } });
      expect([answer.status, problemIn(answer).errors?.map(({ field }) => field)]).toEqual([
        422,
        ['organizationId'],
      ]);
      const wrong: Record<string, string> = {
        q: ' ',
        limit: '101',
        status: 'lost',
        priority: 'urgent',
        dueBy: 'soon',
        version: 'first',
        search: 'x'.repeat(201),
        after: 'the end',
        before: '-1',
        createdBy: 'x'.repeat(129),
        by: 'x'.repeat(129),
        open: 'perhaps',
        sort: 'deadline',
      };
      for (const name of Object.keys(example.route.query?.shape ?? {})) {
        if (name === 'cursor') continue;
        expect(Object.keys(wrong)).toContain(name);
        const refused = await ask({ query: { ...valid.query, [name]: wrong[name] } });
        expect([name, refused.status, problemIn(refused).errors?.map(({ field }) => field)]).toEqual([
          name,
          422,
          [name],
        ]);
      }
    },
  );

  it.each(labelled)('%s carries a request id in every problem, and nothing internal', async (_, example) => {
    const { ask } = await malformed(example);
    const answer = await ask({ query: { nonsense: '1' } });
    const problem = problemIn(answer);
    expect(problem.requestId).toMatch(/^[\w=-]{8,}$/);
    expect(problem.title).toBe(coreErrors.invalid.title());
    expect(Object.keys(problem).sort()).toEqual(['code', 'errors', 'requestId', 'status', 'title', 'type']);
  });
});

describe.concurrent('a path that no route declares', () => {
  it.each([
    '/api/tasks/01ARZ3NDEKTSV4RRFFQ69G5FAV%2Frestore',
    '/api/tasks/%00',
    '/api/tasks/..%2F..%2Fsession',
  ])('%s is a thing that does not exist, with a request id', async (path) => {
    const answer = await fetch(`${inject('system').url}${path}`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'not_found',
      requestId: expect.stringMatching(/.{8}/),
    });
  });
});

describe.concurrent('a repeated submission', () => {
  const posts = those((example) => takesIdempotencyKey(example.route) && needsToken(example));

  it.each(
    those((example) => takesIdempotencyKey(example.route) && isMembersOnly(example) && !example.endsRight),
  )('%s is not answered from memory to whoever may no longer get in', async (_, example) => {
    const { permission, unpaid } = example.route.access as Exclude<typeof example.route.access, string>;
    const repeated = async (caller: Person, group: Organization) => {
      const headers = { 'idempotency-key': randomUUID() };
      const request = { ...(await example.request({ caller, organization: group })), headers };
      const repeat = () => caller.send(example.route, request);
      expect((await repeat()).status).toBe(example.route.status);
      return async () => problemIn(await repeat()).code;
    };
    const group = await organization();
    const leaver = may({ role: 'admin', accountHolder: false }, permission)
      ? await group.manager()
      : group.owner;
    const afterLeaving = await repeated(leaver, group);
    await removeFromGroup(leaver);
    expect(await afterLeaving()).toBe('membership.required');
    if (unpaid) return;
    const poor = await organization();
    const afterTheTrial = await repeated(poor.owner, poor);
    await endTrial(poor.id);
    expect(await afterTheTrial()).toBe('subscription.required');
  });

  it.each(
    those((example) => takesIdempotencyKey(example.route) && isMembersOnly(example) && !example.caller),
  )('%s is not answered with what was done in another group', async (_, example) => {
    const [first, second] = [await organization(), await organization()];
    const caller = await first.member();
    const headers = { 'idempotency-key': randomUUID() };
    const request = { ...(await example.request({ caller, organization: first })), headers };
    expect((await caller.send(example.route, request)).status).toBe(example.route.status);
    await removeFromGroup(caller);
    await join(caller, second.id, 'member');
    const answer = await caller.send(example.route, request);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(problemIn(answer).code).toBe('idempotency_key.reused');
  });

  it.each(posts.filter(([, example]) => example.route.output === Session && !isMembersOnly(example)))(
    '%s does not tell again of a membership that has ended or begun since',
    async (_, example) => {
      const setting = await settingOf(example);
      const { caller } = setting;
      const headers = { 'idempotency-key': randomUUID() };
      const request = { ...(await example.request(setting)), headers };
      const first = await caller.send(example.route, request);
      expect(first.status).toBe(example.route.status);
      if ((first.body as Session).membership) await removeFromGroup(caller);
      else await join(caller, other.id, 'member');
      const repeat = await caller.send(example.route, request);
      expect([repeat.status, problemIn(repeat).code]).toEqual([422, 'idempotency_key.reused']);
    },
  );

  it.each(posts)(
    '%s with the same key gets the same answer and has one effect, even many at once',
    async (_, example) => {
      const setting = await settingOf(example);
      const request = { ...(await example.request(setting)), headers: { 'idempotency-key': randomUUID() } };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => setting.caller.send(example.route, request)),
      );
      const later = await setting.caller.send(example.route, request);
      const all = [...answers, later].filter(({ status }) => status !== 503);
      // Whoever has given away the right to ask is not answered again; that there is no second effect holds all the same.
      const settled = example.endsRight ? all.filter(({ status }) => status !== 401 && status !== 403) : all;
      expect(settled.length).toBeGreaterThan(0);
      expect(settled.map(({ status }) => status)).toEqual(settled.map(() => example.route.status));
      expect(new Set(settled.map(({ text }) => text)).size).toBe(1);
    },
  );

  it.each(
    those(
      (example) =>
        posts.some(([, one]) => one === example) &&
        !example.endsRight &&
        Boolean(example.route.body ?? example.route.params),
    ),
  )('%s with the same key for other content is refused', async (_, example) => {
    const setting = await settingOf(example);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await example.request(setting);
    expect((await setting.caller.send(example.route, { ...first, headers })).status).toBe(
      example.route.status,
    );
    const [[name, value] = []] = Object.entries((first.body as object | undefined) ?? {});
    const changed = name
      ? {
          ...first,
          body: { ...(first.body as object), [name]: typeof value === 'number' ? value + 1 : `${value} too` },
        }
      : {
          ...first,
          params: Object.fromEntries(Object.keys(first.params ?? {}).map((param) => [param, ulid()])),
        };
    const answer = await setting.caller.send(example.route, { ...changed, headers });
    expect([answer.status, problemIn(answer).code]).toEqual([422, 'idempotency_key.reused']);
  });

  it.each(posts)('%s refuses a key that is no key', async (_, example) => {
    const setting = await settingOf(example);
    const request = await example.request(setting);
    for (const key of ['with space', 'x'.repeat(256)]) {
      const answer = await setting.caller.send(example.route, {
        ...request,
        headers: { 'idempotency-key': key },
      });
      expect([answer.status, problemIn(answer).code]).toEqual([400, 'idempotency_key.invalid']);
    }
  });

  it.each(posts)('%s with the same key of two people are two submissions', async (_, example) => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await settingOf(example);
    const second = example.caller ? await settingOf(example) : { ...first, caller: await home.manager() };
    for (const setting of [first, second]) {
      const request = await example.request(setting);
      const answer = await setting.caller.send(example.route, { ...request, headers });
      expect(answer.status).toBe(example.route.status);
    }
  });
});

describe.concurrent('a change', () => {
  const versioned = those(({ route }) => {
    const fields = route.body ? schemaFields(route.body) : [];
    return route.query?.shape.version !== undefined || fields.includes('version');
  });

  it('is made from a version in every module that changes records', () => {
    expect(versioned.length).toBeGreaterThanOrEqual(3);
  });

  it.each(versioned)(
    '%s made from an older version is refused with the record as it is',
    async (_, example) => {
      const setting = await settingOf(example);
      const request = await example.request(setting);
      const stale = request.query?.version
        ? { ...request, query: { ...request.query, version: 99 } }
        : { ...request, body: { ...(request.body as object), version: 99 } };
      const answer = await setting.caller.send(example.route, stale);
      expect([answer.status, problemIn(answer).code]).toEqual([409, 'version.conflict']);
      expect(problemIn(answer).current).toMatchObject({
        id: Object.values(request.params ?? { id: setting.organization.id })[0],
        version: expect.any(Number),
      });
      expect((await setting.caller.send(example.route, request)).status).toBe(example.route.status);
    },
  );
});
