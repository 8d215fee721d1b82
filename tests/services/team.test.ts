import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { ulid } from 'ulid';
import { describe, expect, inject, it, vi } from 'vitest';
import { found } from '../../services/access/founding-store.ts';
import { Failure } from '../../services/core/failure.ts';
import { commitFor } from '../../services/core/idempotency.ts';
import { profileKey } from '../../services/core/membership.ts';
import {
  type OrganizationRecord,
  organizationKey,
  readOrganization,
} from '../../services/core/organization.ts';
import { countAttempt, limitFailures } from '../../services/team/attempt-limit.ts';
import { type CodeRecord, codeStore } from '../../services/team/code-store.ts';
import { type InvitationRecord, invitationStore } from '../../services/team/invitation-store.ts';
import { memberStore } from '../../services/team/member-store.ts';
import { invitationKey, invitationLinkKey } from '../../services/team/team-keys.ts';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import { routePath } from '../../shared/core/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { type Invitation, type InvitationCode, team } from '../../shared/team/contract.ts';
import { largestGroup, mailsPerAddress, maxInvitationCodes } from '../../shared/team/rules.ts';
import { system } from '../support/controls.ts';
import { invitationLink } from '../support/mails.ts';
import {
  type Organization,
  organization,
  type Person,
  problemIn,
  send,
  stranger,
  table,
  tokenFor,
  withoutSeq,
} from '../support/people.ts';
import { sourceAddressHeader } from '../support/running-system.ts';

const { routes } = team;

const aCode = (
  group: Organization,
  fields: { description?: string; maxUses?: number } = {},
): Promise<InvitationCode> => group.owner.call(routes.createCode, { body: fields });

let lastAddress = 1;
/** An address that no test has used before. */
const anAddress = (): string => {
  lastAddress += 1;
  return `192.0.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`;
};

/** Checks a code as a browser at some address; what it claims in X-Forwarded-For is of no account. */
const check = async (code: string, address = anAddress()) => {
  const request = http.request(new URL(routePath(routes.checkCode), inject('system').url), {
    method: 'POST',
    host: '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `${randomUUID()}, 10.1.1.1`,
      [sourceAddressHeader]: address,
    },
  });
  request.end(JSON.stringify({ code }));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, text, body: JSON.parse(text) };
};

const outcomeOf = async (person: Person, code: string) => {
  const answer = await person.send(routes.joinByCode, { body: { code } });
  return answer.status === 201 ? 'joined' : problemIn(answer).code;
};

const counters = async (group: Organization) => {
  const row = await table().get(organizationKey(group.id));
  return { members: row?.members, pending: row?.pending, seats: row?.seats };
};

/** Sets the counter of taken seats, as if that many people were there. */
const takeSeats = async (group: Organization, seats: number) => {
  await table().write({
    update: organizationKey(group.id),
    expression: { text: 'SET seats = :seats', values: { ':seats': seats } },
  });
};

describe('an invitation code', () => {
  it('has eight characters, and is listed newest first', async () => {
    const group = await organization();
    const first = await aCode(group, { description: '  For the workshop ', maxUses: 3 });
    const second = await aCode(group);
    expect(first).toMatchObject({
      description: 'For the workshop',
      maxUses: 3,
      currentUses: 0,
      isActive: true,
    });
    expect(first.code).toMatch(/^[A-Z0-9]{8}$/);
    expect(second.maxUses).toBeNull();
    expect((await group.owner.call(routes.listCodes, {})).items).toEqual([second, first]);
  });

  it.each([{ maxUses: 0 }, { maxUses: 26 }, { maxUses: 1.5 }, { description: 'x'.repeat(201) }])(
    'refuses %j',
    async (body) => {
      const group = await organization();
      expect((await group.owner.send(routes.createCode, { body })).status).toBe(422);
    },
  );

  it('is made only while fewer than 50 are live; revoking or deleting one makes room', async () => {
    const group = await organization();
    const codes = await Promise.all(Array.from({ length: 5 }, () => aCode(group)));
    await table().write({
      update: organizationKey(group.id),
      expression: { text: 'SET liveCodes = :n', values: { ':n': maxInvitationCodes } },
    });
    const refused = await group.owner.send(routes.createCode, { body: {} });
    expect([refused.status, problemIn(refused).code]).toEqual([409, 'code.too_many']);
    await group.owner.call(routes.revokeCode, { params: { codeId: codes[0]?.id as string } });
    await aCode(group);
    await group.owner.call(routes.removeCode, { params: { codeId: codes[1]?.id as string } });
    await aCode(group);
    // Deleting a revoked one frees nothing a second time.
    await group.owner.call(routes.removeCode, { params: { codeId: codes[0]?.id as string } });
    expect((await group.owner.send(routes.createCode, { body: {} })).status).toBe(409);
  });

  it('is checked in whatever case and space it is typed, and the check uses nothing up', async () => {
    const group = await organization();
    const { code, id } = await aCode(group, { maxUses: 1 });
    for (const typed of [code, ` ${code.toLowerCase()} `])
      expect((await check(typed)).body).toEqual({ isValid: true });
    expect((await group.owner.call(routes.listCodes, {})).items).toMatchObject([{ id, currentUses: 0 }]);
  });

  it('that is unknown, malformed, revoked, deleted, used up or of a full group is answered alike', async () => {
    const group = await organization();
    const [revoked, deleted, usedUp] = await Promise.all([
      aCode(group),
      aCode(group),
      aCode(group, { maxUses: 1 }),
    ]);
    await group.owner.call(routes.revokeCode, { params: { codeId: revoked.id } });
    await group.owner.call(routes.removeCode, { params: { codeId: deleted.id } });
    expect(await outcomeOf(await stranger(), usedUp.code)).toBe('joined');
    const full = await organization();
    const ofFull = await aCode(full);
    await takeSeats(full, largestGroup);
    const texts = ['ZZZZZZZZ', 'no code', '', revoked.code, deleted.code, usedUp.code, ofFull.code];
    const answers = await Promise.all(texts.map((text) => check(text)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      texts.map(() => [200, '{"isValid":false}']),
    );
  });

  it('is guessed ten times in ten minutes from one address, then nothing is said any more', async () => {
    const group = await organization();
    const { code } = await aCode(group);
    const address = anAddress();
    // Good ones do not count.
    for (let n = 0; n < 3; n += 1) expect((await check(code, address)).body).toEqual({ isValid: true });
    const guesses = await Promise.all(Array.from({ length: 15 }, () => check('ZZZZZZZZ', address)));
    expect(guesses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    const late = await check(code, address);
    expect([late.status, late.body.code]).toEqual([429, 'attempts.too_many']);
    expect((await check(code)).body).toEqual({ isValid: true });
  });
});

describe('failures', () => {
  const windowMs = 600_000;
  const limit = {
    windowMs,
    failure: (details: { retryAfterSeconds: number }) => new Failure('requests.too_many', details),
  };
  const tries = (refused: string, slowed: string, isGood: boolean, wait: () => Promise<void>) =>
    limitFailures(
      table(),
      { refused: [{ who: refused, most: 3 }], slowed: { who: slowed, most: 5 } },
      limit,
      new Date(),
      async () => isGood,
      (good) => !good,
      wait,
    );

  it('make those wait who merely share a hop with them, and shut nobody out', async () => {
    const [hop, wait] = [`HOP#${randomUUID()}`, vi.fn(async () => {})];
    for (let n = 0; n < 5; n += 1) await tries(randomUUID(), hop, false, wait);
    expect(wait).not.toHaveBeenCalled();
    expect(await tries(randomUUID(), hop, true, wait)).toBe(true);
    expect(wait).toHaveBeenCalledTimes(1);
  });

  it('alone count: an attempt that works, or is refused, is none', async () => {
    const [hop, who, wait] = [`HOP#${randomUUID()}`, randomUUID(), vi.fn(async () => {})];
    for (let n = 0; n < 10; n += 1) expect(await tries(who, hop, true, wait)).toBe(true);
    for (let n = 0; n < 3; n += 1) expect(await tries(who, hop, false, wait)).toBe(false);
    for (let n = 0; n < 10; n += 1) await expect(tries(who, hop, true, wait)).rejects.toThrow('too_many');
    expect(wait).not.toHaveBeenCalled();
    const both = [
      { who: `free.${randomUUID()}`, most: 1 },
      { who, most: 3 },
    ];
    await expect(countAttempt(table(), both, limit, new Date())).rejects.toThrow('too_many');
    // The first of the two was not counted for what the second was refused.
    await countAttempt(table(), both.slice(0, 1), limit, new Date());
  });
});

describe('joining by code', () => {
  it('makes a member who has yet to choose their role, and counts use and seat', async () => {
    const group = await organization('Signs & Sons');
    const { code } = await aCode(group, { maxUses: 2 });
    const person = await stranger();
    const session = await person.call(routes.joinByCode, { body: { code } });
    expect(session.membership).toMatchObject({
      organization: { id: group.id, name: 'Signs & Sons' },
      role: 'member',
      grantedRole: 'member',
      accountHolder: false,
      onboardingCompleted: false,
      mayEnter: true,
    });
    expect(withoutSeq(await person.call(access.routes.getSession, {}))).toEqual(withoutSeq(session));
    expect((await group.owner.call(routes.listCodes, {})).items).toMatchObject([{ currentUses: 1 }]);
    expect(await counters(group)).toEqual({ members: 2, pending: 0, seats: 2 });
    expect(
      (await group.owner.call(routes.listMembers, {})).items.map(({ userId, accountHolder }) => [
        userId,
        accountHolder,
      ]),
    ).toEqual([
      [group.owner.userId, true],
      [person.userId, false],
    ]);
  });

  it('says why a code does not work to somebody who is signed in', async () => {
    const group = await organization();
    const [revoked, usedUp, good] = await Promise.all([
      aCode(group),
      aCode(group, { maxUses: 1 }),
      aCode(group),
    ]);
    await group.owner.call(routes.revokeCode, { params: { codeId: revoked.id } });
    expect(await outcomeOf(await stranger(), usedUp.code)).toBe('joined');
    const person = await stranger();
    expect(await outcomeOf(person, 'ZZZZZZZZ')).toBe('code.invalid');
    expect(await outcomeOf(person, revoked.code)).toBe('code.revoked');
    expect(await outcomeOf(person, usedUp.code)).toBe('code.used_up');
    expect(await outcomeOf(await group.member(), good.code)).toBe('group.already_member');
    await takeSeats(group, largestGroup);
    expect(await outcomeOf(person, good.code)).toBe('group.full');
  });

  it('is for an address as it is written: a letter that folds into one of A to Z is another one', async () => {
    const group = await organization();
    const name = `kate.${randomUUID()}@example.com`;
    await group.owner.call(routes.invite, { body: { email: name } });
    const token = await tokenFor({ email: name.replace('k', '\u212a'), emailVerified: true });
    const headers = { authorization: `Bearer ${token}` };
    const session = await send(access.routes.openSession, { headers });
    expect(session.body).toMatchObject({ user: { email: name.replace('k', '\u212a') } });
    expect((await send(routes.listReceivedInvitations, { headers })).body).toEqual({ items: [] });
    const typed = await group.owner.send(routes.invite, { body: { email: name.replace('k', '\u212a') } });
    expect(typed.status).toBe(422);
    const code = await group.owner.send(routes.joinByCode, { body: { code: 'ABC\u0131\u017f678' } });
    expect(code.status).toBe(422);
  });

  it('lets nobody in whose address changed while they were joining', async () => {
    const group = await organization();
    const person = await stranger();
    const { id } = await group.owner.call(routes.invite, { body: { email: person.email } });
    const members = memberStore(table());
    const invitation = (await invitationStore(table()).get(group.id, id)) as InvitationRecord;
    // The transaction names the address that was vouched for; the row has another one by now.
    const vouched = { userId: person.userId, email: `earlier.${person.email}` };
    const now = new Date();
    const unkeyed = { now, commit: commitFor(table(), undefined, now) };
    expect(await members.joinByInvitation(invitation, vouched, unkeyed, null)).toBe('email changed');
    const code = (await codeStore(table()).byText((await aCode(group)).code)) as CodeRecord;
    expect(await members.joinByCode(code, vouched, unkeyed, null)).toBe('email changed');
    const founding = { ...((await readOrganization(table(), group.id)) as OrganizationRecord), id: ulid() };
    expect(await found(founding, vouched, unkeyed, null)).toBe('email changed');
    expect((await person.call(access.routes.getSession, {})).membership).toBeNull();
  });

  it('is tried ten times in ten minutes by one person', async () => {
    const person = await stranger();
    for (let n = 0; n < 10; n += 1) expect(await outcomeOf(person, 'ZZZZZZZZ')).toBe('code.invalid');
    expect(await outcomeOf(person, 'ZZZZZZZZ')).toBe('attempts.too_many');
  });

  it('is answered again to a repeat, without counting as a guess, but not to somebody who was removed since', async () => {
    const group = await organization();
    const { code } = await aCode(group);
    const person = await stranger();
    const request = { body: { code }, headers: { 'idempotency-key': randomUUID() } };
    const first = await person.send(routes.joinByCode, request);
    for (let n = 0; n < 12; n += 1) {
      const repeat = await person.send(routes.joinByCode, request);
      expect([repeat.status, repeat.text]).toEqual([201, first.text]);
    }
    await group.owner.call(routes.removeMember, { params: { userId: person.userId } });
    const late = await person.send(routes.joinByCode, request);
    expect([late.status, problemIn(late).code]).toEqual([422, 'idempotency_key.reused']);
  });

  it('turns the pending seat of an invitation to the same address into the seat of the member', async () => {
    const group = await organization();
    const { code } = await aCode(group);
    const person = await stranger();
    await group.owner.call(routes.invite, { body: { email: person.email, role: 'admin' } });
    expect(await counters(group)).toEqual({ members: 1, pending: 1, seats: 2 });
    // The code wins over the invitation, and a code grants `member` (PRODUCT §4).
    const { membership } = await person.call(routes.joinByCode, { body: { code } });
    expect(membership).toMatchObject({ grantedRole: 'member' });
    expect(await counters(group)).toEqual({ members: 2, pending: 0, seats: 2 });
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([]);
  });
});

describe('an e-mail invitation', () => {
  it('holds a seat for 30 days, is trimmed and lower-cased, and is sent', async () => {
    const group = await organization();
    const email = `New.Person.${randomUUID()}@Example.com`;
    const invitation = await group.owner.call(routes.invite, {
      body: { email: `  ${email} `, role: 'admin' },
    });
    expect(invitation).toMatchObject({
      email: email.toLowerCase(),
      role: 'admin',
      status: 'pending',
      invitedBy: group.owner.userId,
    });
    expect(invitation.sentAt).not.toBeNull();
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(30 * 86_400_000);
    expect(await counters(group)).toEqual({ members: 1, pending: 1, seats: 2 });
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([invitation]);
  });

  it.each([
    ['nonsense', 'Invalid email address'],
    [`${'x'.repeat(250)}@example.com`, 'Email must be less than 255 characters'],
  ])('refuses %s with the words of S2', async (email, message) => {
    const answer = await (await organization()).owner.send(routes.invite, { body: { email } });
    expect([answer.status, problemIn(answer).errors]).toEqual([422, [{ field: 'email', message }]]);
  });

  it('to the same address again updates the one', async () => {
    const group = await organization();
    const email = `again.${randomUUID()}@example.com`;
    const first = await group.owner.call(routes.invite, { body: { email } });
    const second = await group.owner.call(routes.invite, {
      body: { email: email.toUpperCase(), role: 'owner' },
    });
    expect(second).toMatchObject({ id: first.id, role: 'owner', version: 2 });
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([second]);
    expect((await counters(group)).seats).toBe(2);
  });

  it('to a member is refused', async () => {
    const group = await organization();
    const member = await group.member();
    const answer = await group.owner.send(routes.invite, { body: { email: member.email } });
    expect([answer.status, problemIn(answer).code]).toEqual([409, 'invitation.already_member']);
  });

  it('takes the last seat once, however many are made at the same time', async () => {
    const group = await organization();
    await takeSeats(group, largestGroup - 1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        group.owner.send(routes.invite, { body: { email: `${randomUUID()}@example.com` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => problemIn(answer).code === 'group.full')).toHaveLength(9);
    expect((await counters(group)).seats).toBe(largestGroup);
  });

  it('is seen and accepted only by the person whose verified address it names', async () => {
    const group = await organization('Signs & Sons');
    const [invited, other] = [await stranger(), await stranger()];
    const { id } = await group.owner.call(routes.invite, { body: { email: invited.email, role: 'admin' } });
    expect((await other.call(routes.listReceivedInvitations, {})).items).toEqual([]);
    expect((await other.send(routes.joinByInvitation, { body: { invitationId: id } })).status).toBe(404);
    expect((await invited.call(routes.listReceivedInvitations, {})).items).toMatchObject([
      { id, organizationName: 'Signs & Sons', role: 'admin' },
    ]);
    const { membership } = await invited.call(routes.joinByInvitation, { body: { invitationId: id } });
    expect(membership).toMatchObject({
      organization: { id: group.id },
      role: 'admin',
      grantedRole: 'admin',
      onboardingCompleted: false,
    });
    expect(await counters(group)).toEqual({ members: 2, pending: 0, seats: 2 });
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([]);
    expect((await invited.call(routes.listReceivedInvitations, {})).items).toEqual([]);
  });

  it('never moves somebody who belongs to a group', async () => {
    const [group, elsewhere] = [await organization(), await organization()];
    const member = await elsewhere.member();
    const { id } = await group.owner.call(routes.invite, { body: { email: member.email } });
    const answer = await member.send(routes.joinByInvitation, { body: { invitationId: id } });
    expect([answer.status, problemIn(answer).code]).toEqual([409, 'group.already_member']);
  });

  it('that has expired is no longer accepted, and gives its seat to the next who needs it', async () => {
    const group = await organization();
    const person = await stranger();
    const { id } = await group.owner.call(routes.invite, { body: { email: person.email } });
    await table().write({
      update: invitationKey(group.id, id),
      expression: { text: 'SET expiresAt = :past', values: { ':past': '2020-01-01T00:00:00.000Z' } },
    });
    expect((await person.call(routes.listReceivedInvitations, {})).items).toEqual([]);
    expect((await person.send(routes.joinByInvitation, { body: { invitationId: id } })).status).toBe(404);
    expect((await group.owner.call(routes.listInvitations, {})).items).toMatchObject([
      { id, status: 'expired' },
    ]);
    await takeSeats(group, largestGroup);
    const { code } = await aCode(group);
    expect(await outcomeOf(await stranger(), code)).toBe('joined');
    expect((await counters(group)).seats).toBe(largestGroup);
    const full = await group.owner.send(routes.resendInvitation, { params: { invitationId: id } });
    expect([full.status, problemIn(full).code]).toEqual([409, 'group.full']);
  });

  it('that the mail provider refuses says so, also to a repeat of the request, and is not said to be sent', async () => {
    const group = await organization();
    const body = { email: 'reject@example.org' };
    const headers = { 'idempotency-key': randomUUID() };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await group.owner.send(routes.invite, { body, headers });
      expect([answer.status, problemIn(answer).code]).toEqual([503, 'invitation.mail_failed']);
    }
    const [invitation] = (await group.owner.call(routes.listInvitations, {})).items;
    expect(invitation).toMatchObject({ email: body.email, sentAt: null, status: 'pending' });
    // Withdrawn meanwhile, it is neither sent nor brought back.
    await group.owner.call(routes.withdrawInvitation, { params: { invitationId: invitation?.id as string } });
    expect((await group.owner.send(routes.invite, { body, headers })).status).toBe(201);
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([]);
  });

  it('is mailed three times a day by one group to one address, and names lead nowhere', async () => {
    const group = await organization('Pay at https://evil.example/login now');
    const email = `victim.${randomUUID()}@example.com`;
    const { id } = await group.owner.call(routes.invite, { body: { email } });
    for (let n = 0; n < 2; n += 1)
      await group.owner.call(routes.resendInvitation, { params: { invitationId: id } });
    const again = await group.owner.send(routes.resendInvitation, { params: { invitationId: id } });
    expect([again.status, problemIn(again).code]).toEqual([429, 'invitation.too_many']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
    const mails = (await system.mails()).filter(({ to }) => to.includes(email));
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toContain('evil.example');
  });

  it('does not tell a group whether others have invited the same address, however much mail it got', async () => {
    const email = `popular.${randomUUID()}@example.com`;
    const invite = async () => {
      const { owner, id } = await organization();
      const answer = await owner.send(routes.invite, { body: { email } });
      const { items } = await owner.call(routes.listInvitations, {});
      const { sentAt, status, createdAt } = items[0] as Invitation;
      return { told: [answer.status, sentAt === createdAt, status], id };
    };
    const groups = [];
    for (let n = 0; n < mailsPerAddress + 2; n += 1) groups.push(await invite());
    expect(new Set(groups.map(({ told }) => JSON.stringify(told)))).toEqual(
      new Set(['[201,true,"pending"]']),
    );
    expect((await system.mails()).filter(({ to }) => to.includes(email))).toHaveLength(mailsPerAddress);
  });

  it('has a link of its own in each mail, which says group, inviter, address and role until it is over', async () => {
    const group = await organization('Signs & Sons');
    const person = await stranger();
    const body = { email: person.email, role: 'admin' as const };
    const { id } = await group.owner.call(routes.invite, { body });
    const first = await invitationLink(person.email);
    await group.owner.call(routes.resendInvitation, { params: { invitationId: id } });
    const second = await invitationLink(person.email);
    expect(second).not.toBe(first);
    const open = (link: string) => send(routes.openInvitation, { body: { link } });
    for (const link of [first, second])
      expect((await open(link)).body).toEqual({
        id,
        organizationName: 'Signs & Sons',
        invitedBy: 'Ada Founder',
        email: person.email,
        role: 'admin',
      });
    // Nothing in the table tells the link.
    expect(await table().get(invitationLinkKey(second))).not.toHaveProperty('link');
    await person.call(routes.joinByInvitation, { body: { invitationId: id } });
    const [used, unknown] = [await open(second), await open('x'.repeat(32))];
    expect([used.status, problemIn(used).code]).toEqual([404, 'invitation.over']);
    expect({ ...problemIn(used), requestId: '' }).toEqual({ ...problemIn(unknown), requestId: '' });
  });

  it('keeps its role when the same address is invited again without one, and changes it when asked to', async () => {
    const { owner } = await organization();
    const email = `again.${randomUUID()}@example.com`;
    const roleAfter = async (body: { email: string; role?: Role }) =>
      (await owner.call(routes.invite, { body })).role;
    expect(await roleAfter({ email, role: 'owner' })).toBe('owner');
    expect(await roleAfter({ email })).toBe('owner');
    expect(await roleAfter({ email, role: 'member' })).toBe('member');
    expect(await roleAfter({ email: `new.${email}` })).toBe('member');
  });

  it('names the group as it is called today, and goes with a group that closes', async () => {
    const group = await organization('Old Name');
    const person = await stranger();
    const { id } = await group.owner.call(routes.invite, { body: { email: person.email } });
    await group.owner.call(access.routes.changeOrganization, { body: { version: 1, name: 'New Name' } });
    const received = async () => (await person.call(routes.listReceivedInvitations, {})).items;
    expect(await received()).toMatchObject([{ id, organizationName: 'New Name' }]);
    await group.owner.call(billing.routes.closeOrganization, { body: { name: 'New Name' } });
    expect(await received()).toEqual([]);
    expect((await person.send(routes.joinByInvitation, { body: { invitationId: id } })).status).toBe(404);
  });

  it('is sent again for 30 more days, or withdrawn, which frees its seat', async () => {
    const group = await organization();
    const { id } = await group.owner.call(routes.invite, { body: { email: `${randomUUID()}@example.com` } });
    const again = await group.owner.call(routes.resendInvitation, { params: { invitationId: id } });
    expect(again).toMatchObject({ id, status: 'pending', version: 2 });
    await group.owner.call(routes.withdrawInvitation, { params: { invitationId: id } });
    expect(await counters(group)).toEqual({ members: 1, pending: 0, seats: 1 });
    expect((await group.owner.call(routes.listInvitations, {})).items).toEqual([]);
  });
});

describe('leaving', () => {
  it('ends the membership, keeps what the person made, and frees the seat', async () => {
    const group = await organization();
    const { code } = await aCode(group);
    const person = await stranger();
    await person.call(routes.joinByCode, { body: { code } });
    const task = await person.call(tasks.routes.create, { body: { title: 'Stays', deadline: '2026-04-01' } });
    expect(await person.call(routes.leave, {})).toMatchObject({ membership: null, endedGroup: null });
    expect((await person.send(tasks.routes.list)).status).toBe(403);
    expect((await group.owner.call(tasks.routes.get, { params: { taskId: task.id } })).title).toBe('Stays');
    expect(await counters(group)).toEqual({ members: 1, pending: 0, seats: 1 });
    expect(await outcomeOf(person, code)).toBe('joined');
  });

  it('is not for the account holder', async () => {
    const answer = await (await organization()).owner.send(routes.leave);
    expect([answer.status, problemIn(answer).code]).toEqual([409, 'member.is_account_holder']);
  });
});

describe('removing a member', () => {
  it('ends their access at once and tells them from which group', async () => {
    const group = await organization('Signs & Sons');
    const { code } = await aCode(group);
    const person = await stranger();
    await person.call(routes.joinByCode, { body: { code } });
    await person.call(tasks.routes.list, {});
    await group.owner.call(routes.removeMember, { params: { userId: person.userId } });
    expect((await person.send(tasks.routes.list)).status).toBe(403);
    expect(await person.call(access.routes.getSession, {})).toMatchObject({
      membership: null,
      endedGroup: { name: 'Signs & Sons', closedBy: null },
    });
    expect(await counters(group)).toEqual({ members: 1, pending: 0, seats: 1 });
    expect(await table().get(profileKey(person.userId))).not.toHaveProperty('gsi1pk');
    // The mark goes with the next membership.
    await person.call(routes.joinByCode, { body: { code } });
    await person.call(routes.leave, {});
    expect((await person.call(access.routes.getSession, {})).endedGroup).toBeNull();
  });

  it('is refused for the account holder, another owner, and people of other groups', async () => {
    const group = await organization();
    const outsider = await (await organization()).member();
    const coOwner = await group.newcomer('owner');
    const outcome = async (userId: string) => {
      const answer = await group.owner.send(routes.removeMember, { params: { userId } });
      return [answer.status, problemIn(answer).code];
    };
    expect(await outcome(group.owner.userId)).toEqual([409, 'member.is_account_holder']);
    expect(await outcome(coOwner.userId)).toEqual([409, 'member.is_owner']);
    expect(await outcome(outsider.userId)).toEqual([404, 'not_found']);
  });
});
