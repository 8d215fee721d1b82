import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { openTable } from '../../services/core/dynamodb-table.ts';
import { profileKey } from '../../services/core/membership.ts';
import { recordKey } from '../../services/core/record-keys.ts';
import { recordStore } from '../../services/core/record-store.ts';
import { storedTask, taskService } from '../../services/tasks/tasks.ts';
import { access } from '../../shared/access/contract.ts';
import { field, recordSchemas } from '../../shared/core/record.ts';
import { nameOf } from '../../shared/core/text.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import {
  endTrial,
  type Organization,
  organization,
  type Person,
  problemIn,
  removeFromGroup,
  table,
  tableClient,
} from '../support/people.ts';
import { aTask } from '../support/tasks.ts';

const { routes } = tasks;

/** From now on, tokens of earlier sign-ins are refused. */
const signOut = async (person: Person) => {
  await person.call(access.routes.signOutEverywhere, {});
};

let own: Organization;
beforeAll(async () => {
  own = await organization();
});

describe('what was stored under earlier rules', () => {
  it('is read by a schema that checks shapes alone, however strict the rules have become', () => {
    const earlier = recordSchemas(
      {
        title: field(
          z.string(),
          nameOf(() => 'Title'),
        ),
      },
      {},
    );
    const stricter = recordSchemas(
      {
        title: field(
          z.string(),
          nameOf(() => 'Title', 5),
        ),
      },
      {},
    );
    const { title } = earlier.New.parse({ title: 'Paint the sign' });
    expect(stricter.New.safeParse({ title }).success).toBe(false);
    const stamp = { createdAt: '2020-01-01T00:00:00.000Z', createdBy: 'ada', version: 1 };
    const row = { id: '1', title, ...stamp, updatedAt: stamp.createdAt, updatedBy: 'ada' };
    expect(stricter.Stored.parse(row)).toEqual(row);
  });

  it('is listed, read, searched and changed as it is', async () => {
    const task = await aTask(own.owner, { title: 'Now' });
    const old = {
      title: `\u200b${'x'.repeat(300)}`,
      description: 'line\u0007 and line',
      deadline: '1890-01-01',
      tags: Array.from({ length: 40 }, (_, n) => `tag ${n}`),
      subtasks: [{ id: 'not-a-ulid', title: '', completed: false }],
    };
    await table().write({
      update: recordKey(own.id, 'task', task.id),
      expression: {
        text: 'SET title = :title, description = :description, deadline = :deadline, tags = :tags, subtasks = :subtasks',
        values: Object.fromEntries(Object.entries(old).map(([name, value]) => [`:${name}`, value])),
      },
    });
    const params = { taskId: task.id };
    expect(await own.owner.call(routes.get, { params })).toMatchObject(old);
    const { items } = await own.owner.call(routes.list, { query: { search: 'xxx' } });
    expect(items).toMatchObject([old]);
    const changed = await own.owner.call(routes.change, { params, body: { version: 1, priority: 'high' } });
    expect(changed).toMatchObject({ ...old, priority: 'high', version: 2 });
  });
});

describe('what a record costs', () => {
  it('is at most 8 read units for a page of a hundred with descriptions of 330 characters', async () => {
    const group = await organization();
    const description = 'What to do, for whom and until when. '.repeat(9).slice(0, 330);
    for (let at = 0; at < 100; at += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          aTask(group.owner, { title: `Paint sign number ${at + n}`, description, deadline: '2026-04-01' }),
        ),
      );
    let units = 0;
    const observed = openTable(inject('system').tableName, tableClient(), (consumed) => {
      units += consumed;
    });
    const newest = taskService.toQuestion({ sort: 'newest', limit: 100 });
    const { items } = await recordStore(observed, storedTask).list(group.id, newest, { limit: 100 });
    expect(items).toHaveLength(100);
    expect(items.every((task) => task.description === description)).toBe(true);
    expect(units).toBeLessThanOrEqual(8);
  });
});

describe('a change whose answer was lost', () => {
  it('is answered when it is sent again, and has added its sub-tasks once', async () => {
    const { id } = await aTask(own.owner);
    const params = { taskId: id };
    const subtasks = [
      { title: 'Measure', completed: false },
      { title: 'Order', completed: false },
    ];
    const request = { params, body: { version: 1, title: 'New', subtasks } };
    const first = await own.owner.call(routes.change, request);
    expect(first.subtasks).toMatchObject(subtasks);
    expect(await own.owner.call(routes.change, request)).toEqual(first);
    const more = { params, body: { version: 2, subtasks: [...first.subtasks, ...subtasks] } };
    const second = await own.owner.call(routes.change, more);
    expect(new Set(second.subtasks.map((subtask) => subtask.id)).size).toBe(4);
    expect(await own.owner.call(routes.change, more)).toEqual(second);
  });
});

describe('a creation that admits its caller by its own transaction', () => {
  const body = { title: 'Paint the sign', deadline: '2026-04-01' };
  const create = (person: Person) =>
    person.send(routes.create, { body, headers: { 'idempotency-key': randomUUID() } });

  it('happens sixteen times when one person sends sixteen at once', async () => {
    const group = await organization();
    await create(group.owner);
    const answers = await Promise.all(Array.from({ length: 16 }, () => create(group.owner)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { items } = await group.owner.call(routes.list, { query: { limit: 100 } });
    expect(items).toHaveLength(17);
  });

  it.each([
    ['was removed', (person: Person) => removeFromGroup(person), 403, 'membership.required'],
    ['signed out everywhere', signOut, 401, 'signed_out'],
  ] as const)('is refused to whoever %s after it was remembered', async (_, end, status, code) => {
    const group = await organization();
    const member = await group.manager();
    // In each environment of the function that may answer.
    for (let n = 0; n < 4; n += 1) expect((await create(member)).status).toBe(201);
    await end(member);
    const refused = await create(member);
    expect([refused.status, problemIn(refused).code]).toEqual([status, code]);
    expect((await group.owner.call(routes.list, {})).items).toHaveLength(4);
  });

  it('is refused to an account holder whose trial is over, and done by a member in another role as who they are now', async () => {
    const group = await organization();
    const member = await group.member();
    for (let n = 0; n < 4; n += 1) for (const one of [group.owner, member]) await create(one);
    await table().write({
      update: profileKey(member.userId),
      expression: { text: 'SET #role = :role', names: { '#role': 'role' }, values: { ':role': 'admin' } },
    });
    expect((await create(member)).status).toBe(201);
    await endTrial(group.id);
    const refused = await create(group.owner);
    expect([refused.status, problemIn(refused).code]).toEqual([402, 'subscription.required']);
    expect((await member.call(routes.list, {})).items).toHaveLength(9);
  });
});
