import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { emailTrialKey, personTrialKey } from '../../services/access/access-keys.ts';
import { profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import { access } from '../../shared/access/contract.ts';
import type { Role } from '../../shared/core/access.ts';
import { team } from '../../shared/team/contract.ts';
import { system } from '../support/controls.ts';
import {
  endTrial,
  organization,
  problemIn,
  removeFromGroup,
  send,
  stranger,
  table,
  tokenFor,
  withoutSeq,
} from '../support/people.ts';

const { routes } = access;
/** A transfer to somebody, confirmed by the name of the group. */
const transferTo = (userId: string, { groupName = 'Signs & Sons', ownRole = 'owner' as Role } = {}) => ({
  body: { userId, groupName, ownRole },
});
const founding = { body: { name: 'Signs & Sons', timeZone: 'Europe/Zurich' } };

describe('opening a session', () => {
  it('knows the person by what the identity provider says, and leaves a new one without a group', async () => {
    const person = await stranger('Ada Lovelace');
    expect(await person.call(routes.getSession, {})).toEqual({
      user: {
        id: person.userId,
        email: person.email,
        name: 'Ada Lovelace',
        currency: 'USD',
        theme: 'light',
        language: 'en',
        accent: 'green',
      },
      membership: null,
      endedGroup: null,
    });
  });

  it.each([
    ['loses what could disguise it', 'Ad\u202ea\u0000 Love\u200blace ', 'Ada Lovelace'],
    ['is cut between characters', '🎨'.repeat(150), '🎨'.repeat(100)],
  ])("the provider's name %s", async (_, given, expected) => {
    const token = await tokenFor({ email: `named.${randomUUID()}@example.com`, name: given });
    const answer = await send(routes.openSession, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.body).toMatchObject({ user: { name: expected } });
  });

  it('falls back to the address for a name that nobody could see', async () => {
    const email = `named.${randomUUID()}@example.com`;
    const token = await tokenFor({ email, name: '\u3164' });
    const answer = await send(routes.openSession, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.body).toMatchObject({ user: { name: email.split('@')[0] } });
  });

  it('is refused to an unverified address', async () => {
    const token = await tokenFor({ email: `unverified.${Date.now()}@example.com`, emailVerified: false });
    const answer = await send(routes.openSession, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, problemIn(answer).code]).toEqual([403, 'session.email_unverified']);
  });

  it('tells a person who has none yet', async () => {
    const token = await tokenFor({ email: `new.${Date.now()}@example.com` });
    const answer = await send(routes.getSession, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, problemIn(answer).code]).toEqual([404, 'session.not_open']);
  });

  it('again changes nothing about the membership', async () => {
    const { owner } = await organization();
    const session = await owner.call(routes.getSession, {});
    expect(withoutSeq(await owner.call(routes.openSession, {}))).toEqual(withoutSeq(session));
  });
});

describe('founding a group', () => {
  it('makes its founder account holder and owner, and starts the three days of trial at once (PRODUCT §3)', async () => {
    const owner = await stranger();
    const session = await owner.call(routes.foundOrganization, {
      body: { name: '  Signs   & Sons ', timeZone: 'Europe/Zurich' },
    });
    const id = session.membership?.organization.id as string;
    expect(session.membership).toMatchObject({
      organization: { name: 'Signs   & Sons', timeZone: 'Europe/Zurich' },
      role: 'owner',
      accountHolder: true,
      onboardingCompleted: true,
      mayEnter: true,
      plan: { type: 'trial', status: 'trial', trialDaysLeft: 3 },
    });
    const row = await table().get(organizationKey(id));
    expect(row).toMatchObject({ ownerId: owner.userId, members: 1, pending: 0 });
  });

  it('is refused to a member of a group', async () => {
    const group = await organization();
    for (const person of [group.owner, await group.member()]) {
      const answer = await person.send(routes.foundOrganization, founding);
      expect([answer.status, problemIn(answer).code]).toEqual([409, 'organization.already_member']);
    }
  });

  it('twice at once makes one group', async () => {
    const person = await stranger();
    const answers = await Promise.all([1, 2, 3].map(() => person.send(routes.foundOrganization, founding)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('gives one trial per person and address, ever (PRODUCT §4)', async () => {
    const group = await organization();
    expect(await table().get(personTrialKey(group.owner.userId))).toMatchObject({ organizationId: group.id });
    expect(await table().get(emailTrialKey(group.owner.email))).toMatchObject({ organizationId: group.id });
    await removeFromGroup(group.owner);
    const { membership } = await group.owner.call(routes.foundOrganization, founding);
    expect(membership).toMatchObject({
      mayEnter: false,
      plan: { type: 'none', status: 'none', trialEndsAt: null },
    });
  });
});

describe('the end of a trial', () => {
  it('keeps out the account holder and nobody else (S1 §4)', async () => {
    const group = await organization();
    const member = await group.member();
    await endTrial(group.id);
    expect((await group.owner.call(routes.getSession, {})).membership).toMatchObject({
      mayEnter: false,
      plan: { status: 'ended', trialDaysLeft: 0 },
    });
    expect((await member.call(routes.getSession, {})).membership).toMatchObject({
      mayEnter: true,
      accountHolder: false,
    });
  });
});

describe('a profile', () => {
  it('keeps name, currency, theme and accent, each changed by itself', async () => {
    const person = await stranger('Ada Lovelace');
    await person.call(routes.changeProfile, { body: { theme: 'dark', accent: 'purple' } });
    await person.call(routes.changeProfile, { body: { currency: 'JPY' } });
    await person.call(routes.changeProfile, { body: { name: '  Countess\u202e  ' } });
    await person.call(routes.changeProfile, { body: {} });
    const { user } = await person.call(routes.getSession, {});
    expect(user).toMatchObject({ name: 'Countess', currency: 'JPY', theme: 'dark', accent: 'purple' });
    // Signing in again brings the provider's name, which does not undo the person's own.
    expect((await person.call(routes.openSession, {})).user.name).toBe('Countess');
  });

  it.each([
    { currency: 'XXX' },
    { theme: 'sepia' },
    { accent: 'red' },
    { name: '' },
    { email: 'other@example.com' },
    { role: 'owner' },
  ])('refuses %j', async (body) => {
    const person = await stranger();
    expect((await person.send(routes.changeProfile, { body })).status).toBe(422);
  });

  it('can be taken along as one file', async () => {
    const group = await organization();
    const file = await group.owner.call(routes.exportProfile, {});
    expect(withoutSeq(file.session)).toEqual(withoutSeq(await group.owner.call(routes.getSession, {})));
    expect(file.joinedAt).not.toBeNull();
    const trial = { organizationId: group.id, startedAt: file.joinedAt };
    expect(file).toMatchObject({ signedOutAt: null, trials: { person: trial, address: trial } });
  });

  it('can be taken along with what its address was sent and when its sessions were ended, and nothing of other people', async () => {
    const group = await organization('Bakers');
    const person = await stranger();
    await group.owner.call(team.routes.invite, { body: { email: person.email, role: 'admin' } });
    await table().write({
      update: profileKey(person.userId),
      expression: { text: 'SET signedOutAt = :then', values: { ':then': 1_760_000_000 } },
    });
    // Read from an index, which follows the table a moment later.
    const file = await vi.waitFor(async () => {
      const answer = await person.call(routes.exportProfile, {});
      expect(answer.invitations).toHaveLength(1);
      return answer;
    });
    expect(file).toMatchObject({
      joinedAt: null,
      signedOutAt: '2025-10-09T08:53:20.000Z',
      trials: { person: null, address: null },
      invitations: [{ organizationName: 'Bakers', role: 'admin' }],
    });
    for (const foreign of [group.owner.userId, group.owner.email])
      expect(JSON.stringify(file)).not.toContain(foreign);
  });
});

describe('signing out everywhere', () => {
  it('refuses every earlier token at once, and lets in whoever signs in again', async () => {
    const person = await stranger();
    const elsewhere = await tokenFor({ email: person.email });
    await person.call(routes.signOutEverywhere, {});
    for (const token of [person.token, elsewhere]) {
      const answer = await send(routes.getSession, { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, problemIn(answer).code]).toEqual([401, 'signed_out']);
    }
    // Times in tokens are whole seconds: the second of the sign-out itself is still refused.
    await vi.waitFor(
      async () => {
        const token = await tokenFor({ email: person.email });
        expect(
          (await send(routes.getSession, { headers: { authorization: `Bearer ${token}` } })).status,
        ).toBe(200);
      },
      { timeout: 5000, interval: 100 },
    );
  });
});

describe('onboarding (S1 §4, PRODUCT §2)', () => {
  it.each([
    ['member', 'member', 200],
    ['member', 'admin', 403],
    ['admin', 'member', 200],
    ['admin', 'owner', 403],
    ['owner', 'owner', 200],
  ] as const)('granted %s, %s is answered %i', async (granted, role, status) => {
    const group = await organization();
    const newcomer = await group.newcomer(granted);
    const before = await newcomer.call(routes.getSession, {});
    expect(before.membership).toMatchObject({ grantedRole: granted, onboardingCompleted: false });
    const answer = await newcomer.send(routes.completeOnboarding, { body: { role } });
    expect(answer.status).toBe(status);
    const { membership } = await newcomer.call(routes.getSession, {});
    expect(membership).toMatchObject({
      onboardingCompleted: status === 200,
      role: status === 200 ? role : granted,
    });
  });

  it('is done once, even when two windows choose at the same time', async () => {
    const newcomer = await (await organization()).newcomer('owner');
    const answers = await Promise.all(
      (['member', 'admin', 'owner'] as const).map((role) =>
        newcomer.send(routes.completeOnboarding, { body: { role } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('a group', () => {
  it('is renamed and given goals by its account holder only, from the version they saw', async () => {
    const group = await organization();
    const goals = { revenue: { amount: 1_250_000, currency: 'EUR' as const }, projects: 4 };
    const changed = await group.owner.call(routes.changeOrganization, {
      body: { version: 1, name: ' Signs & Daughters ', goals },
    });
    expect(changed).toEqual({
      id: group.id,
      name: 'Signs & Daughters',
      timeZone: 'Europe/Zurich',
      goals,
      version: 2,
    });
    const member = await group.member();
    expect((await member.call(routes.getSession, {})).membership?.organization).toEqual(changed);
    expect(
      (await member.send(routes.changeOrganization, { body: { version: 2, name: 'Mine' } })).status,
    ).toBe(403);
    const late = await group.owner.send(routes.changeOrganization, { body: { version: 1, name: 'Late' } });
    expect([late.status, problemIn(late).current]).toEqual([409, changed]);
  });

  it('is handed over to another member, who then pays and manages, and to nobody else', async () => {
    const group = await organization();
    const newHolder = await group.member();
    const outsider = await stranger();
    for (const userId of [outsider.userId, 'nobody', group.owner.userId]) {
      const refused = await group.owner.send(routes.transferOwnership, transferTo(userId));
      expect([refused.status, problemIn(refused).code]).toEqual([404, 'transfer.not_a_member']);
    }
    const { membership } = await group.owner.call(routes.transferOwnership, transferTo(newHolder.userId));
    expect(membership).toMatchObject({ accountHolder: false, role: 'owner' });
    expect((await newHolder.call(routes.getSession, {})).membership).toMatchObject({
      accountHolder: true,
      role: 'owner',
    });
    expect(await table().get(organizationKey(group.id))).toMatchObject({ ownerId: newHolder.userId });
    expect(
      (await group.owner.send(routes.changeOrganization, { body: { version: 2, name: 'Still mine' } }))
        .status,
    ).toBe(403);
  });

  it('is not handed over by whoever may not get in: nobody would ever pay', async () => {
    const group = await organization();
    const newHolder = await group.member();
    await endTrial(group.id);
    const answer = await group.owner.send(routes.transferOwnership, transferTo(newHolder.userId));
    expect([answer.status, problemIn(answer).code]).toEqual([402, 'subscription.required']);
  });

  it.each(['owner', 'admin', 'member'] as const)(
    'leaves the previous holder the role that they chose: %s',
    async (ownRole) => {
      const group = await organization();
      const newHolder = await group.member();
      const { membership } = await group.owner.call(
        routes.transferOwnership,
        transferTo(newHolder.userId, { ownRole }),
      );
      expect(membership).toMatchObject({ accountHolder: false, role: ownRole, grantedRole: ownRole });
      expect((await group.owner.call(routes.getSession, {})).membership).toMatchObject({
        accountHolder: false,
        role: ownRole,
        grantedRole: ownRole,
      });
    },
  );

  it('is handed over only by whoever types its name', async () => {
    const group = await organization();
    const newHolder = await group.member();
    const wrong = transferTo(newHolder.userId, { groupName: 'signs & sons' });
    const refused = await group.owner.send(routes.transferOwnership, wrong);
    expect([refused.status, problemIn(refused).code]).toEqual([422, 'transfer.name_differs']);
    expect((await group.owner.call(routes.getSession, {})).membership?.accountHolder).toBe(true);
  });

  it('tells both people by mail, and is done even where one of them cannot be reached', async () => {
    const group = await organization();
    const [newHolder, next] = await Promise.all([group.member(), group.member()]);
    const mailsTo = async ({ email }: { email: string }) =>
      (await system.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    await group.owner.call(routes.transferOwnership, transferTo(newHolder.userId));
    expect(await mailsTo(newHolder)).toEqual(['You are now the account holder of Signs & Sons']);
    expect(await mailsTo(group.owner)).toEqual(['You have transferred the account of Signs & Sons']);

    await table().write({
      update: profileKey(next.userId),
      expression: { text: 'SET email = :refused', values: { ':refused': 'reject@example.com' } },
    });
    await newHolder.call(routes.transferOwnership, transferTo(next.userId));
    expect((await next.call(routes.getSession, {})).membership?.accountHolder).toBe(true);
    expect(await mailsTo(newHolder)).toHaveLength(2);
  });

  it('has one account holder, whoever tries to hand it over at the same time', async () => {
    const group = await organization();
    const heirs = await Promise.all([group.member(), group.member(), group.member()]);
    const answers = await Promise.all(
      heirs.map(({ userId }) => group.owner.send(routes.transferOwnership, transferTo(userId))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const holders = await Promise.all(
      [group.owner, ...heirs].map(
        async (person) => (await person.call(routes.getSession, {})).membership?.accountHolder,
      ),
    );
    expect(holders.filter(Boolean)).toHaveLength(1);
  });
});
