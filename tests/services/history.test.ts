import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { allRows } from '../../services/core/table.ts';
import { personKey } from '../../services/history/history-keys.ts';
import { invitationKey } from '../../services/team/team-keys.ts';
import { access } from '../../shared/access/contract.ts';
import { type HistoryEvent, history } from '../../shared/history/contract.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { stream } from '../support/controls.ts';
import { organization, type Person, problemIn, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';

/** All that a group's log holds, when every change so far has arrived. */
const logOf = async (person: Person): Promise<HistoryEvent[]> => {
  await stream.settled();
  const items: HistoryEvent[] = [];
  for (;;) {
    const page = await person.call(history.routes.listSince, { query: { after: items.length, limit: 100 } });
    items.push(...page.items);
    if (items.length >= page.seq) return items;
  }
};

const counters = async (organizationId: string) => {
  const { rows } = await table().query({ pk: `LOG#${organizationId}#COUNTERS`, limit: 100 });
  return Object.fromEntries(rows.map(({ pk: _, sk, ...counted }) => [sk, counted]));
};

describe('the log of a group', () => {
  test('says of each change who did what to which record when, and what was before and after', async () => {
    const group = await organization();
    const member = await group.member();
    const { id, version } = await aTask(group.owner, { title: 'Paint the sign' });
    const changed = await member.call(tasks.routes.change, {
      params: { taskId: id },
      body: { version, title: 'Paint both signs', priority: 'high' },
    });
    const log = await logOf(member);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
    const [created, change] = log.filter((one) => one.id === id);
    expect(created).toMatchObject({
      type: 'task.created',
      entity: 'task',
      title: 'Paint the sign',
      by: group.owner.userId,
      byName: 'Ada Founder',
      changes: [],
    });
    expect(change).toEqual({
      seq: created!.seq + 1,
      type: 'task.changed',
      entity: 'task',
      id,
      title: 'Paint both signs',
      at: changed.updatedAt,
      by: member.userId,
      byName: 'Mia Member',
      changes: [
        { field: 'title', before: 'Paint the sign', after: 'Paint both signs' },
        { field: 'priority', before: 'medium', after: 'high' },
      ],
    });
  });

  test('holds a long text nowhere, and of sub-tasks only those that changed', async () => {
    const { owner, id: organizationId } = await organization();
    const { id } = await aTask(owner, {
      description: 'Zeppelin',
      subtasks: ['Ask', 'Order'].map((title) => ({ title, completed: false })),
    });
    const { subtasks } = await owner.call(tasks.routes.get, { params: { taskId: id } });
    await owner.call(tasks.routes.change, {
      params: { taskId: id },
      body: {
        version: 1,
        description: 'Zeppelin over the lake',
        subtasks: [subtasks[0]!, { ...subtasks[1]!, completed: true }],
      },
    });
    const { changes } = (await logOf(owner)).find(({ type }) => type === 'task.changed')!;
    expect(changes).toEqual([
      { field: 'description' },
      {
        field: 'subtasks',
        before: [{ ...subtasks[1], completed: false }],
        after: [{ ...subtasks[1], completed: true }],
      },
    ]);
    for (const partition of ['EVENTS', 'PEOPLE'])
      for await (const row of allRows(table(), { pk: `LOG#${organizationId}#${partition}` }))
        expect(JSON.stringify(row)).not.toContain('Zeppelin');
  });

  test('tells a task’s life: completed, opened again, deleted by one and restored by another', async () => {
    const group = await organization();
    const manager = await group.manager();
    const { id } = await aTask(group.owner);
    const params = { taskId: id };
    const change = (status: 'completed' | 'pending', version: number) =>
      group.owner.call(tasks.routes.change, { params, body: { version, status } });
    await change('completed', 1);
    await change('pending', 2);
    await group.owner.call(tasks.routes.remove, { params, query: { version: '3' } });
    await manager.call(tasks.routes.restore, { params, body: { version: 4 } });
    const told = (await logOf(manager)).filter((one) => one.id === id);
    // Trash is another partition of the table, whose changes may come before or after those of the list.
    expect(new Map(told.map(({ type, by }) => [type, by]))).toEqual(
      new Map([
        ['task.created', group.owner.userId],
        ['task.completed', group.owner.userId],
        ['task.reopened', group.owner.userId],
        ['task.deleted', group.owner.userId],
        ['task.restored', manager.userId],
      ]),
    );
  });

  test('tells who came, who went, and whose role was changed by whom', async () => {
    const group = await organization('Signs & Sons');
    const [leaver, removed] = [await group.member(), await group.member()];
    const { owner } = group;
    await owner.call(team.routes.changeRole, { params: { userId: removed.userId }, body: { role: 'admin' } });
    await leaver.call(team.routes.leave, {});
    await owner.call(team.routes.removeMember, { params: { userId: removed.userId } });
    await owner.call(access.routes.changeOrganization, { body: { version: 1, name: 'Signs & Daughters' } });
    const log = await logOf(owner);
    expect(log.map(({ type, id, by }) => [type, id, by]).slice(3)).toEqual(
      expect.arrayContaining([
        ['member.role_changed', removed.userId, owner.userId],
        ['member.left', leaver.userId, leaver.userId],
        ['member.removed', removed.userId, owner.userId],
        ['group.changed', group.id, owner.userId],
      ]),
    );
    expect(log.find(({ type }) => type === 'member.role_changed')?.changes).toEqual([
      { field: 'role', before: 'member', after: 'admin' },
    ]);
  });

  test('names neither the text nor the description of an invitation code', async () => {
    const { owner } = await organization();
    const code = await owner.call(team.routes.createCode, { body: { description: 'For the workshop' } });
    await owner.call(team.routes.revokeCode, { params: { codeId: code.id } });
    await owner.call(team.routes.removeCode, { params: { codeId: code.id } });
    const log = await logOf(owner);
    const types = log.filter(({ entity }) => entity === 'code').map(({ type, by }) => [type, by]);
    expect(new Set(types.map(String))).toEqual(
      new Set(['created', 'revoked', 'deleted'].map((what) => String([`code.${what}`, owner.userId]))),
    );
    expect(JSON.stringify(log)).not.toContain(code.code);
    expect(JSON.stringify(log)).not.toContain('For the workshop');
  });

  test('says nothing of what members like for themselves', async () => {
    const { owner } = await organization();
    const before = (await logOf(owner)).length;
    await owner.call(access.routes.changeProfile, { body: { theme: 'dark', currency: 'JPY' } });
    expect((await logOf(owner)).length).toBe(before);
  });

  test('is the same however its changes are delivered: again, in other batches, with answers lost', async () => {
    const group = await organization();
    await stream.deliverInBatchesOf([1, 3, 2, 7]);
    await stream.failNext(3, 'after');
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => aTask(group.owner, { title: `Sign ${n}` })),
    );
    await Promise.all(
      made.slice(0, 6).map(({ id, version }) =>
        group.owner.call(tasks.routes.change, {
          params: { taskId: id },
          body: { version, status: 'completed' },
        }),
      ),
    );
    await stream.settled();
    await stream.failNext(2, 'before');
    await stream.redeliver(30);
    const log = await logOf(group.owner);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
    const of = (type: string) =>
      log
        .filter((one) => one.type === type)
        .map(({ id }) => id)
        .sort();
    expect(of('task.created')).toEqual(made.map(({ id }) => id).sort());
    expect(of('task.completed')).toEqual(
      made
        .slice(0, 6)
        .map(({ id }) => id)
        .sort(),
    );
    expect((await counters(group.id)).TOTAL).toEqual({ 'tasks.pending': 6, 'tasks.completed': 6 });
  });
});

describe('counters', () => {
  test('follow the tasks: made, completed in time or late, opened again, deleted and restored', async () => {
    const { owner, id } = await organization();
    const today = new Date().toISOString().slice(0, 10);
    const change = (taskId: string, version: number, status: 'completed' | 'pending') =>
      owner.call(tasks.routes.change, { params: { taskId }, body: { version, status } });
    const [late, early, again, gone] = [
      await aTask(owner, { deadline: '1999-01-01' }),
      await aTask(owner, { deadline: '2099-01-01' }),
      await aTask(owner, { deadline: '2099-01-01' }),
      await aTask(owner),
    ];
    await Promise.all([late, early, again].map((task) => change(task!.id, 1, 'completed')));
    await change(again!.id, 2, 'pending');
    await owner.call(tasks.routes.remove, { params: { taskId: gone!.id }, query: { version: '1' } });
    await stream.settled();
    const counted = await counters(id);
    expect(counted.TOTAL).toEqual({ 'tasks.pending': 1, 'tasks.completed': 2 });
    const days = Object.entries(counted).filter(([sk]) => sk.startsWith('DAY#'));
    // At midnight in the group's zone the day may change while the test runs.
    const sum = (counter: string) =>
      days.reduce((all, [, one]) => all + Number((one as Record<string, number>)[counter] ?? 0), 0);
    expect([sum('tasksCreated'), sum('tasksCompleted'), sum('tasksCompletedOnTime')]).toEqual([4, 2, 1]);
    expect(
      Object.keys(counted).some((sk) => sk === `MONTH#${today.slice(0, 7)}` || sk.startsWith('MONTH#')),
    ).toBe(true);
  });
});

describe('the history of an invitation', () => {
  test('names nobody when its seat is given back because it has expired', async () => {
    const { owner, id: organizationId } = await organization();
    const { id } = await owner.call(team.routes.invite, { body: { email: 'late@example.com' } });
    await table().write({
      update: invitationKey(organizationId, id),
      expression: { text: 'SET expiresAt = :past', values: { ':past': '2020-01-01T00:00:00.000Z' } },
    });
    const began = new Date().toISOString();
    await owner.call(team.routes.invite, { body: { email: 'next@example.com' } });
    const expired = (await logOf(owner)).find(({ type }) => type === 'invitation.expired');
    expect(expired).toMatchObject({ id, title: 'late@example.com', by: null, byName: null });
    expect(expired!.at >= began).toBe(true);
  });

  test('does not say that it was sent when the mail provider refused', async () => {
    const { owner } = await organization();
    await owner.send(team.routes.invite, { body: { email: 'reject@example.org' } });
    const told = (await logOf(owner)).filter(({ entity }) => entity === 'invitation');
    expect(told.map(({ type, by }) => [type, by])).toEqual([
      ['invitation.sent', owner.userId],
      ['invitation.not_sent', null],
    ]);
  });
});

describe('catching up', () => {
  test('answers what came after, and where the log ends; nothing to who is far behind', async () => {
    const { owner, id } = await organization();
    await aTask(owner);
    const log = await logOf(owner);
    const call = (after: number) => owner.call(history.routes.listSince, { query: { after } });
    expect((await call(1)).items.map(({ seq }) => seq)).toEqual(log.slice(1).map(({ seq }) => seq));
    expect(await call(log.length)).toEqual({ items: [], seq: log.length });
    expect(await call(log.length + 5)).toEqual({ items: [], seq: log.length });
    await table().write({
      update: { pk: `LOG#${id}`, sk: 'HEAD' },
      expression: { text: 'SET seq = :far', values: { ':far': 5000 } },
    });
    expect(await call(1)).toEqual({ items: [], seq: 5000 });
  });
});

describe('activity', () => {
  test('shows news, newest first and page by page, and the last thing that each person did', async () => {
    const group = await organization();
    const member = await group.member();
    const first = await aTask(group.owner, { title: 'First' });
    const second = await aTask(member, { title: 'Second' });
    await stream.settled();
    const page = await member.call(history.routes.listActivity, { query: { limit: 2 } });
    expect(page.items.map(({ id }) => id)).toEqual([second.id, first.id]);
    const next = await member.call(history.routes.listActivity, {
      query: { limit: 2, cursor: page.nextCursor! },
    });
    expect(next.items.map(({ type }) => type)).toEqual(['member.joined', 'group.founded']);
    const own = await member.call(history.routes.listActivity, { query: { by: member.userId } });
    expect(own.items.map(({ type }) => type)).toEqual(['task.created', 'member.joined']);
    const ownPages = await member.call(history.routes.listActivity, {
      query: { by: member.userId, limit: 1 },
    });
    const cursor = ownPages.nextCursor!;
    const ownNext = await member.call(history.routes.listActivity, { query: { by: member.userId, cursor } });
    expect(ownNext.items.map(({ type }) => type)).toEqual(['member.joined']);
    const ofAnother = await member.send(history.routes.listActivity, {
      query: { by: group.owner.userId, cursor },
    });
    expect([ofAnother.status, problemIn(ofAnother).code]).toEqual([400, 'cursor.invalid']);
    const latest = await member.call(history.routes.listLatestByPerson, {});
    expect(new Map(latest.items.map(({ by, id }) => [by, id]))).toEqual(
      new Map([
        [group.owner.userId, first.id],
        [member.userId, second.id],
      ]),
    );
  });

  test('leaves nobody out, though many changed long texts last', async () => {
    const { owner, id } = await organization();
    const event = {
      kind: 'task',
      type: 'task.changed',
      title: 'Long',
      id: ulid(),
      at: new Date().toISOString(),
      changes: [{ field: 'description', before: 'x'.repeat(50_000), after: 'y'.repeat(50_000) }],
    };
    const people = Array.from({ length: 24 }, (_, n) => `person-${String(n).padStart(2, '0')}`);
    for (const [n, by] of people.entries())
      await table().write({ put: { ...personKey(id, by), ...event, seq: n + 100, by } });
    const { items } = await owner.call(history.routes.listLatestByPerson, {});
    expect(items.map(({ by }) => by)).toEqual(expect.arrayContaining(people));
  });

  test('of one record is its own history; of another group’s there is none', async () => {
    const [group, other] = [await organization(), await organization('Others')];
    const { id, version } = await aTask(group.owner);
    await group.owner.call(tasks.routes.change, {
      params: { taskId: id },
      body: { version, title: 'Later' },
    });
    await stream.settled();
    const params = { entity: 'task' as const, recordId: id };
    const { items } = await group.owner.call(history.routes.listOfRecord, { params });
    expect(items.map(({ type }) => type)).toEqual(['task.changed', 'task.created']);
    const answer = await other.owner.send(history.routes.listOfRecord, { params });
    expect([answer.status, problemIn(answer).code]).toEqual([404, 'not_found']);
  });
});
