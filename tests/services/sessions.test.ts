import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emailTrialKey, personTrialKey } from '../../services/access/access-keys.ts';
import { organizationKey } from '../../services/core/membership.ts';
import { access } from '../../shared/access/contract.ts';
import {
  endTrial,
  organization,
  problemIn,
  removeFromGroup,
  send,
  stranger,
  table,
  tokenFor,
} from '../support/people.ts';

const { routes } = access;
const founding = { body: { name: 'Signs & Sons', timeZone: 'Europe/Zurich' } };

describe('opening a session', () => {
  it('knows the person by what the identity provider says, and leaves a new one without a group', async () => {
    const person = await stranger('Ada Lovelace');
    expect(await person.call(routes.getSession, {})).toEqual({
      user: { id: person.userId, email: person.email, name: 'Ada Lovelace' },
      membership: null,
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
    const { owner, session } = await organization();
    expect(await owner.call(routes.openSession, {})).toEqual(session);
  });
});

describe('founding a group', () => {
  it('makes its founder account holder and owner, and starts the three days of trial at once (PRODUCT §3)', async () => {
    const { session, id, owner } = await organization('  Signs   & Sons ');
    expect(session.membership).toMatchObject({
      organization: { id, name: 'Signs   & Sons', timeZone: 'Europe/Zurich' },
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
