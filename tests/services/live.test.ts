import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { profileKey } from '../../services/core/membership.ts';
import { organizationKey } from '../../services/core/organization.ts';
import { access } from '../../shared/access/contract.ts';
import { billing } from '../../shared/billing/contract.ts';
import { chat } from '../../shared/chat/contract.ts';
import { live } from '../../shared/live/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { stream } from '../support/controls.ts';
import { join, organization, removeFromGroup, table } from '../support/people.ts';
import { event, socketOf, socketWith, ticketOf } from '../support/socket.ts';
import { aTask } from '../support/tasks.ts';

describe('a ticket', () => {
  test('opens one socket, and none after that', async () => {
    const { owner } = await organization();
    const ticket = await ticketOf(owner);
    const socket = await socketWith(ticket);
    await expect(socketWith(ticket)).rejects.toThrow('refused with 401');
    socket.close();
  });

  test('that is made up, or none at all, opens nothing', async () => {
    await expect(socketWith('made-up')).rejects.toThrow('refused with 401');
    await expect(socketWith('')).rejects.toThrow('refused with 401');
  });

  test('is of no use to who was removed after it was made', async () => {
    const group = await organization();
    const member = await group.member();
    const ticket = await ticketOf(member);
    await group.owner.call(team.routes.removeMember, { params: { userId: member.userId } });
    await expect(socketWith(ticket)).rejects.toThrow('refused with 401');
  });

  test('of a sign-in that was ended everywhere is of no use', async () => {
    const group = await organization();
    const member = await group.member();
    const ticket = await ticketOf(member);
    await member.call(access.routes.signOutEverywhere, {});
    await expect(socketWith(ticket)).rejects.toThrow('refused with 401');
  });

  test('opens nothing for a page that is not of the website, and is not used up by it', async () => {
    const { owner } = await organization();
    const ticket = await ticketOf(owner);
    for (const origin of ['https://evil.test', 'null', `${inject('system').url}.evil.test`, ''])
      await expect(socketWith(ticket, origin)).rejects.toThrow('refused with 403');
    (await socketWith(ticket)).close();
  });

  test('is kept only as a digest', async () => {
    const { owner } = await organization();
    const ticket = await ticketOf(owner);
    expect(await table().get({ pk: `TICKET#${ticket}`, sk: 'TICKET' })).toBeUndefined();
  });
});

test('a socket that something is sent to while it is being opened is heard of afterwards', async () => {
  const group = await organization();
  const member = await group.member();
  // Many of them at once, so that some are being opened while the others are told of who came.
  const opened = await Promise.all(Array.from({ length: 8 }, () => socketOf(member)));
  const task = await aTask(group.owner);
  await Promise.all(opened.map((socket) => socket.find(event('task.created', task.id))));
});

describe('a socket', () => {
  test('learns what another member changes, and nothing of another group', async () => {
    const [group, other] = [await organization(), await organization('Others')];
    const [mine, theirs] = [await socketOf(await group.member()), await socketOf(other.owner)];
    const task = await aTask(group.owner);
    const created = await mine.find(event('task.created'));
    expect(created).toMatchObject({ entity: 'task', id: task.id, by: group.owner.userId });
    await aTask(other.owner, { title: 'Theirs' });
    await theirs.find(event('task.created'));
    expect(theirs.frames.filter(event('task.created', task.id))).toEqual([]);
  });

  test('is told who is there and where the log ends when it says hello', async () => {
    const group = await organization();
    const member = await group.member();
    const [first, second] = [await socketOf(group.owner), await socketOf(member)];
    const both = [group.owner.userId, member.userId].sort();
    const came = await first.find((frame) =>
      'online' in frame && frame.online.length === 2 ? frame : undefined,
    );
    expect(came.online).toEqual(both);
    await stream.settled();
    second.say({ action: 'hello' });
    const answer = await second.find((frame) => ('seq' in frame ? frame : undefined));
    const { membership } = await member.call(access.routes.getSession, {});
    expect(answer).toMatchObject({ online: both, seq: membership?.seq });
    second.close();
    await first.find((frame) => ('online' in frame && frame.online.length === 1 ? frame.online : undefined));
  });

  test('gets an answer to ping, and none to anything else', async () => {
    const { owner } = await organization();
    // What the founding is told as comes before the socket is there, not beside its answer.
    await stream.settled();
    const socket = await socketOf(owner);
    socket.say({ action: 'everything' });
    socket.say({ action: 'ping' });
    expect(await socket.find((frame) => ('seq' in frame ? frame.seq : undefined))).toBeTypeOf('number');
    expect(socket.frames).toHaveLength(1);
  });

  test('that says far too much ends', async () => {
    const { owner } = await organization();
    const socket = await socketOf(owner);
    for (let n = 0; n < 200; n += 1) socket.say({ action: 'ping' });
    await socket.ended;
    expect(socket.frames.length).toBeLessThan(150);
    (await socketOf(owner)).close();
  });

  test.each([
    ['is removed', team.routes.removeMember, 'owner'],
    ['leaves', team.routes.leave, 'self'],
    ['signs out everywhere', access.routes.signOutEverywhere, 'self'],
  ] as const)('ends when its person %s', async (_, route, who) => {
    const group = await organization();
    const member = await group.member();
    const [socket, stays] = [await socketOf(member), await socketOf(group.owner)];
    const caller = who === 'owner' ? group.owner : member;
    await caller.call(route as typeof team.routes.removeMember, { params: { userId: member.userId } });
    await socket.ended;
    await stays.find((frame) =>
      'online' in frame && !frame.online.includes(member.userId) ? frame.online : undefined,
    );
  });

  test.each([
    ['was removed', team.routes.removeMember, 'owner'],
    ['left', team.routes.leave, 'self'],
    ['signed out everywhere', access.routes.signOutEverywhere, 'self'],
    ['was in a group that was closed', billing.routes.closeOrganization, 'owner'],
  ] as const)('is sent nothing any more, once it is answered that its person %s', async (_, route, who) => {
    const group = await organization('Busy Elsewhere');
    const [leaver, sender] = [await group.member(), await group.member()];
    const socket = await socketOf(leaver);
    const message = (text: string) => ({ body: { id: randomUUID(), text } });
    await sender.call(chat.routes.sendMessage, message('while they were here'));
    await socket.find((frame) => ('message' in frame ? frame : undefined));
    // Other groups keep the stream busy for as long as they like: nothing here waits for it.
    await stream.pause();
    let answered = false;
    const late: string[] = [];
    const talking = (async () => {
      for (;;) {
        const said = message('and on we talk');
        const isLate = answered;
        if (isLate) late.push(said.body.id);
        const { status } = await sender.send(chat.routes.sendMessage, said);
        if (status !== 201 || late.length === 10) return;
      }
    })();
    const caller = who === 'owner' ? group.owner : leaver;
    const answer = await caller.send(route, {
      params: { userId: leaver.userId },
      ...(route === billing.routes.closeOrganization && { body: { name: 'Busy Elsewhere' } }),
    });
    answered = true;
    expect(answer.status).toBe(route.status);
    await talking;
    await socket.ended;
    await stream.resume();
    const heard = socket.frames.flatMap((frame) => ('message' in frame ? [frame.message.id] : []));
    expect(heard.filter((id) => late.includes(id))).toEqual([]);
  });

  test('is sent nothing that is sent to the group of somebody who is no member of it, though it was not closed', async () => {
    const group = await organization();
    const [leaver, sender] = [await group.member(), await group.member()];
    const [socket, stays] = [await socketOf(leaver), await socketOf(group.owner)];
    await stream.pause();
    // As after a request that was cut off between its write and what follows it.
    await removeFromGroup(leaver);
    const said = { body: { id: randomUUID(), text: 'among ourselves' } };
    await sender.call(chat.routes.sendMessage, said);
    await stays.find((frame) =>
      'message' in frame && frame.message.id === said.body.id ? frame : undefined,
    );
    socket.say({ action: 'hello' });
    await socket.ended;
    await stream.resume();
    expect(socket.frames.filter((frame) => 'message' in frame)).toEqual([]);
  });

  test.each([
    [
      'removed',
      { text: 'SET changedAt = :before, endedGroup = :group REMOVE organizationId, gsi1pk' },
      { ':group': { id: 'group', name: 'Signs & Sons' } },
    ],
    [
      'signed out everywhere',
      { text: 'SET changedAt = :before, signedOutAt = :later' },
      { ':later': Math.ceil(Date.now() / 1000) + 3600 },
    ],
  ])('that was let in while its person was being %s ends with the others', async (_, { text }, values) => {
    const group = await organization();
    const member = await group.member();
    const socket = await socketOf(member);
    // The request that does it began before the socket was opened, and was carried out afterwards.
    const before = new Date(Date.now() - 60_000).toISOString();
    await table().write({
      update: profileKey(member.userId),
      expression: { text, values: { ...values, ':before': before } },
    });
    await socket.ended;
  });

  test('of an account holder ends at their next ping once the trial is over; a member’s does not', async () => {
    const group = await organization();
    const [holder, member] = [await socketOf(group.owner), await socketOf(await group.member())];
    await table().write({
      update: organizationKey(group.id),
      expression: { text: 'SET trialEndsAt = :past', values: { ':past': '2026-01-01T00:00:00.000Z' } },
    });
    member.say({ action: 'ping' });
    holder.say({ action: 'ping' });
    await holder.ended;
    await member.find((frame) => ('seq' in frame && !('online' in frame) ? frame : undefined));
    expect((await group.owner.send(live.routes.createTicket)).status).toBe(402);
  });

  test('of who has come back stays open when the log tells late that they had left', async () => {
    const group = await organization();
    const member = await group.member();
    await stream.pause();
    await member.call(team.routes.leave, {});
    await join(member, group.id, 'member');
    const socket = await socketOf(member);
    await stream.resume();
    const task = await aTask(group.owner);
    await socket.find(event('task.created', task.id));
  });

  test('of every member ends when the group is closed', async () => {
    const group = await organization('Short Lived');
    const sockets = [await socketOf(group.owner), await socketOf(await group.member())];
    await group.owner.call(billing.routes.closeOrganization, { body: { name: 'Short Lived' } });
    await Promise.all(sockets.map(({ ended }) => ended));
  });

  test('of one person may be twenty at once: the oldest makes room', async () => {
    const { owner } = await organization();
    const first = await socketOf(owner);
    const others = [];
    for (let n = 0; n < 20; n += 1) others.push(await socketOf(owner));
    await first.ended;
    const task = await aTask(owner);
    await Promise.all(others.map((socket) => socket.find(event('task.created', task.id))));
  });
});
