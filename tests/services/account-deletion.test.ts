import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { describe, expect, inject, it, vi } from 'vitest';
import { profileStore } from '../../services/access/profile-store.ts';
import { profileKey } from '../../services/core/membership.ts';
import { access } from '../../shared/access/contract.ts';
import { formerMember } from '../../shared/access/rules.ts';
import { chat } from '../../shared/chat/contract.ts';
import { history } from '../../shared/history/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { stream, system } from '../support/controls.ts';
import { keptSignIn } from '../support/kept-sign-in.ts';
import {
  join,
  organization,
  type Person,
  problemIn,
  stranger,
  table,
  tableClient,
  tokenFor,
} from '../support/people.ts';
import { socketOf } from '../support/socket.ts';
import { aTask } from '../support/tasks.ts';

const deleteAccount = (person: Person, email = person.email) =>
  person.send(access.routes.deleteAccount, { body: { email } });

const codeOf = async (answer: Promise<Parameters<typeof problemIn>[0]>) => problemIn(await answer).code;

const aMessage = (person: Person, text: string) =>
  person.call(chat.routes.sendMessage, { body: { id: randomUUID(), text } });

/**
 * The rows of the table in which a text stands. What others submitted, and how many mails an address got, expires within two
 * days by itself, and is left out.
 */
const rowsWith = async (text: string): Promise<string[]> => {
  const soon = Date.now() / 1000 + 49 * 3600;
  const found: string[] = [];
  const scan = paginateScan({ client: tableClient() }, { TableName: inject('system').tableName });
  for await (const { Items = [] } of scan)
    for (const row of Items)
      if (JSON.stringify(row).includes(text) && !(Number(row.ttl?.N) < soon))
        found.push(`${row.pk?.S} ${row.sk?.S}`);
  return found;
};

describe('deleting an account', () => {
  it('is refused for another address than one’s own, and while one holds a group', async () => {
    const group = await organization();
    const member = await group.member();
    expect(await codeOf(deleteAccount(member, `x${member.email}`))).toBe('account.address_differs');
    expect(await codeOf(deleteAccount(group.owner))).toBe('account.holds_group');
    expect((await member.call(access.routes.getSession, {})).membership?.organization.id).toBe(group.id);
  });

  it('ends every token, socket and seat at once, and leaves what they made by "Former member"', async () => {
    const group = await organization();
    const member = await join(await stranger('Delia Departing'), group.id, 'member');
    const task = await aTask(member, { title: 'Stays' });
    await aMessage(member, 'This stays too');
    const otherToken = await tokenFor({ email: member.email });
    const socket = await socketOf(member);
    // What the log is told after the deletion, the hourly run takes out of it: the next test.
    await stream.settled();
    expect((await deleteAccount(member)).status).toBe(204);
    await socket.ended;
    for (const token of [member.token, otherToken]) {
      const headers = { authorization: `Bearer ${token}` };
      for (const route of [access.routes.getSession, access.routes.openSession, tasks.routes.list])
        expect(await codeOf(member.send(route, { headers }))).toBe('signed_out');
    }
    // Nor can a code bring the tombstone back to life.
    const { code } = await group.owner.call(team.routes.createCode, { body: {} });
    expect(await codeOf(member.send(team.routes.joinByCode, { body: { code } }))).toBe('signed_out');

    const { items: members } = await group.owner.call(team.routes.listMembers, {});
    expect(members.map(({ userId }) => userId)).toEqual([group.owner.userId]);
    expect(await group.owner.call(tasks.routes.get, { params: { taskId: task.id } })).toMatchObject({
      title: 'Stays',
    });
    const { items: messages } = await group.owner.call(chat.routes.listMessages, {});
    expect(messages).toMatchObject([{ text: 'This stays too', senderName: formerMember() }]);
    await vi.waitFor(async () => {
      const { items } = await group.owner.call(history.routes.listActivity, {});
      const left = items.find(({ type }) => type === 'member.left');
      expect(left).toMatchObject({ byName: formerMember(), title: formerMember() });
      expect(JSON.stringify(items)).not.toContain('Delia');
    });
    // Words follow the event that tells of them by a moment.
    await vi.waitFor(async () => {
      const { items: hits } = await group.owner.call(history.routes.search, { query: { q: 'delia' } });
      expect(hits).toEqual([]);
    });
  });

  it('leaves neither name nor address anywhere, in former groups neither, and mails once', async () => {
    const name = `Zenobia${randomUUID().slice(0, 8)}`;
    const former = await organization('Former Group');
    const person = await join(await stranger(name), former.id, 'member');
    await aMessage(person, 'From then');
    await person.call(team.routes.leave, {});
    const group = await organization();
    const invitation = await group.owner.call(team.routes.invite, {
      body: { email: person.email, role: 'member' },
    });
    await person.call(team.routes.joinByInvitation, { body: { invitationId: invitation.id } });
    await aTask(person, { title: 'A task of theirs' });
    await vi.waitFor(async () => {
      const { items } = await group.owner.call(history.routes.search, { query: { q: name } });
      expect(items).toHaveLength(1);
    });
    expect((await deleteAccount(person)).status).toBe(204);
    await stream.settled();
    // As if the deletion had been some time ago: the hourly run takes its last look.
    await table().write({
      update: profileKey(person.userId),
      expression: {
        text: 'SET deletedAt = :then',
        values: { ':then': new Date(Date.now() - 600_000).toISOString() },
      },
    });
    await system.runSchedule('finish-deletions');
    expect(await table().get(profileKey(person.userId))).not.toHaveProperty('pending');
    for (const text of [name, person.email]) expect([text, await rowsWith(text)]).toEqual([text, []]);
    const { items } = await former.owner.call(chat.routes.listMessages, {});
    expect(items).toMatchObject([{ senderName: formerMember() }]);
    const { items: news } = await group.owner.call(history.routes.listActivity, {});
    expect(news.find(({ type }) => type === 'invitation.sent')?.title).toBe(formerMember());
    const mails = (await system.mails()).filter(({ to }) => to === person.email);
    expect(mails.map(({ subject }) => subject).filter((subject) => /deleted/.test(subject))).toEqual([
      'Your Guildhall account is deleted',
    ]);
  });

  it('removes the sign-in: who comes back is somebody new, whose address has had its trial', async () => {
    const first = await stranger('Rita Returning');
    await first.call(access.routes.foundOrganization, { body: { name: 'Once', timeZone: 'UTC' } });
    const newHolder = await join(
      await stranger(),
      (await first.call(access.routes.getSession, {})).membership?.organization.id as string,
      'owner',
    );
    await first.call(access.routes.transferOwnership, {
      body: { userId: newHolder.userId, groupName: 'Once', ownRole: 'member' },
    });
    await keptSignIn({ email: first.email, name: 'Rita Returning' });
    expect((await deleteAccount(first)).status).toBe(204);

    const token = await tokenFor({ email: first.email, name: 'Rita Returning' });
    const headers = { authorization: `Bearer ${token}` };
    const opened = await first.send(access.routes.openSession, { headers });
    expect(opened.status).toBe(200);
    expect((opened.body as { user: { id: string } }).user.id).not.toBe(first.userId);
    const founded = await first.send(access.routes.foundOrganization, {
      body: { name: 'Twice', timeZone: 'UTC' },
      headers,
    });
    expect(founded.body).toMatchObject({ membership: { plan: { status: 'none' }, mayEnter: false } });
  });

  it('is not undone by a session that was being opened at that moment', async () => {
    const person = await stranger('Paul Parallel');
    const { userId, email } = person;
    expect((await deleteAccount(person)).status).toBe(204);
    // Where the request stands whose question to the provider was answered late.
    expect(
      await profileStore(table()).saveIdentity(
        { userId, email, name: 'Paul Parallel', language: 'en' },
        new Date(),
      ),
    ).toBeUndefined();
    expect(await table().get(profileKey(userId))).not.toHaveProperty('name');
  });

  it('that was cut off is carried on by the hourly run', async () => {
    const group = await organization();
    const member = await join(await stranger('Cora Cutoff'), group.id, 'member');
    const before = await table().get(profileKey(member.userId));
    expect((await deleteAccount(member)).status).toBe(204);
    // Back to where only the first transaction had been made: what followed is undone as far as it can be seen.
    await table().write({ remove: { pk: `MAIL#account-deleted#${member.userId}`, sk: 'MAIL' } });
    await table().write({
      put: { pk: `USER#${member.userId}`, sk: 'SUBMISSION#left', answer: String(before?.email) },
    });
    await system.runSchedule('finish-deletions');
    expect(await table().get({ pk: `USER#${member.userId}`, sk: 'SUBMISSION#left' })).toBeUndefined();
    const mails = (await system.mails()).filter(({ to }) => to === member.email);
    expect(mails).toHaveLength(2);
  });
});

it('a group that somebody has left goes on calling them by the name they had then', async () => {
  const group = await organization();
  const leaver = await join(await stranger('Nora Then'), group.id, 'member');
  const removed = await join(await stranger('Rolf Then'), group.id, 'member');
  await aMessage(leaver, 'one');
  await aMessage(removed, 'two');
  await leaver.call(team.routes.leave, {});
  await group.owner.call(team.routes.removeMember, { params: { userId: removed.userId } });
  for (const person of [leaver, removed])
    await person.call(access.routes.changeProfile, { body: { name: 'Somebody Later' } });
  const { items } = await group.owner.call(chat.routes.listMessages, {});
  expect(items.map(({ senderName }) => senderName)).toEqual(['Nora Then', 'Rolf Then']);
});
