import { ulid } from 'ulid';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTable } from '../../services/core/dynamodb-table.ts';
import { recordKey, valuePartition } from '../../services/core/record-keys.ts';
import { recordStore } from '../../services/core/record-store.ts';
import type { Write } from '../../services/core/table.ts';
import { storedTask, taskService } from '../../services/tasks/tasks.ts';
import { priorities, type Task, type TaskStatus, tasks } from '../../shared/tasks/contract.ts';
import {
  type Organization,
  organization,
  type Person,
  problemIn,
  table,
  tableClient,
} from '../support/people.ts';
import { aTask } from '../support/tasks.ts';

const { routes } = tasks;
let group: Organization;
let owner: Person;
beforeAll(async () => {
  group = await organization();
  owner = group.owner;
});

const change = (person: Person, task: Task, fields: object) =>
  person.call(routes.change, { params: { taskId: task.id }, body: { version: task.version, ...fields } });
const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title);

describe('a task', () => {
  it('is kept as it was entered, with what the server adds', async () => {
    const entered = {
      title: 'Paint the sign 👩‍🎨',
      description: '# Colours\n\n- green <b>not bold</b>',
      priority: 'high' as const,
      status: 'in-progress' as const,
      deadline: '2026-04-01',
      tags: ['site', 'spring'],
      subtasks: [{ title: 'Ask for a price', completed: true }],
    };
    const created = await owner.call(routes.create, { body: entered });
    expect(created).toEqual({
      ...entered,
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      subtasks: [{ id: expect.stringMatching(/^[0-9A-Z]{26}$/), title: 'Ask for a price', completed: true }],
      createdAt: expect.any(String),
      createdBy: owner.userId,
      updatedAt: created.createdAt,
      updatedBy: owner.userId,
      completedAt: null,
      version: 1,
    });
    expect(Math.abs(Date.now() - Date.parse(created.createdAt))).toBeLessThan(60_000);
    expect(await owner.call(routes.get, { params: { taskId: created.id } })).toEqual(created);
  });

  it('belongs to the group: another member reads and changes it, and is noted as who did', async () => {
    const task = await aTask(owner);
    const member = await group.member();
    const changed = await change(member, task, { title: 'Paint both signs' });
    expect(changed).toMatchObject({
      title: 'Paint both signs',
      version: 2,
      createdBy: owner.userId,
      updatedBy: member.userId,
    });
  });

  it('changes only in the fields that a change names', async () => {
    const task = await aTask(owner, { description: 'Green', tags: ['a'], priority: 'low' });
    const changed = await change(owner, task, { tags: [] });
    expect(changed).toEqual({ ...task, tags: [], version: 2, updatedAt: changed.updatedAt });
  });

  it('knows when it was completed, keeps that while it stays completed, and forgets it when it is taken up again', async () => {
    const task = await aTask(owner);
    const done = await change(owner, task, { status: 'completed' });
    expect(done.completedAt).toBe(done.updatedAt);
    const renamed = await change(owner, done, { title: 'Done and renamed', status: 'completed' });
    expect(renamed.completedAt).toBe(done.completedAt);
    const again = await change(owner, renamed, { status: 'pending' });
    expect(again.completedAt).toBeNull();
    expect((await aTask(owner, { status: 'completed' })).completedAt).not.toBeNull();
  });

  it('keeps the ids of its sub-tasks through a change, and gives new ones to new sub-tasks', async () => {
    const task = await aTask(owner, { subtasks: [{ title: 'one', completed: false }] });
    const [one] = task.subtasks;
    const changed = await change(owner, task, {
      subtasks: [
        { title: 'two', completed: false },
        { ...one, completed: true },
      ],
    });
    expect(changed.subtasks).toEqual([
      { id: expect.not.stringMatching(one?.id as string), title: 'two', completed: false },
      { ...one, completed: true },
    ]);
  });

  it('is changed by exactly one of many changes made from the same version at once', async () => {
    const task = await aTask(owner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        owner.send(routes.change, {
          params: { taskId: task.id },
          body: { version: 1, title: `Writer ${n}` },
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([1, 7]);
    const kept = await owner.call(routes.get, { params: { taskId: task.id } });
    expect(kept).toEqual(won[0]?.body);
    for (const answer of lost) expect(problemIn(answer).current).toEqual(kept);
  });
});

describe('the list', () => {
  it('is newest first, and pages through every task once', async () => {
    const own = await organization();
    const names = Array.from({ length: 7 }, (_, n) => `Task ${n}`);
    for (const title of names) await aTask(own.owner, { title });
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await own.owner.call(routes.list, { query: { limit: 3, cursor } });
      seen.push(...titles(page));
      cursor = page.nextCursor ?? undefined;
      pages += 1;
    } while (cursor);
    expect(seen).toEqual(names.reverse());
    expect(pages).toBe(3);
  });

  it('ends without a cursor when the last page is exactly full', async () => {
    const own = await organization();
    for (const title of ['a', 'b']) await aTask(own.owner, { title });
    expect((await own.owner.call(routes.list, { query: { limit: 2 } })).nextCursor).toBeNull();
  });

  it('filters by status, priority, text and due date, alone and together, page by page', async () => {
    const own = await organization();
    const make = (
      title: string,
      status: TaskStatus,
      priority: Task['priority'],
      deadline: string,
      description = '',
    ) => aTask(own.owner, { title, status, priority, deadline, description });
    await make('Alpha', 'pending', 'high', '2026-01-10');
    await make('Beta', 'pending', 'low', '2026-02-10', 'about the ALPHA release');
    await make('Gamma', 'completed', 'high', '2026-03-10');
    await make('Delta', 'review', 'high', '2026-01-11', 'Äpfel');
    const list = async (query: object) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: Task[]; nextCursor: string | null } = await own.owner.call(routes.list, {
          query: { limit: 1, ...query, cursor: cursor ?? undefined },
        });
        found.push(...titles(page));
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    };
    expect(await list({ status: 'pending' })).toEqual(['Beta', 'Alpha']);
    expect(await list({ status: 'todo' })).toEqual(['Beta', 'Alpha']);
    expect(await list({ priority: 'high' })).toEqual(['Delta', 'Gamma', 'Alpha']);
    expect(await list({ status: 'pending', priority: 'high' })).toEqual(['Alpha']);
    expect(await list({ search: 'alpha' })).toEqual(['Beta', 'Alpha']);
    expect(await list({ search: 'äPFEL' })).toEqual(['Delta']);
    expect(await list({ search: 'alpha', priority: 'low' })).toEqual(['Beta']);
    expect(await list({ dueBy: '2026-01-31' })).toEqual(['Delta', 'Alpha']);
    expect(await list({ dueBy: '2026-01-10', priority: 'high' })).toEqual(['Alpha']);
    expect(await list({ search: 'nowhere' })).toEqual([]);
  });

  it('is by priority on request: high, medium, low, each newest first, in one walk through all pages', async () => {
    const own = await organization();
    const made = [
      ['l1', 'low', 'pending'],
      ['h1', 'high', 'completed'],
      ['m1', 'medium', 'pending'],
      ['h2', 'high', 'pending'],
      ['m2', 'medium', 'completed'],
      ['l2', 'low', 'review'],
      ['h3', 'high', 'pending'],
    ] as const;
    for (const [title, priority, status] of made)
      await aTask(own.owner, {
        title,
        priority,
        status,
        deadline: status === 'review' ? '2026-05-01' : '2026-04-01',
      });
    const walk = async (query: object, limit: number) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await own.owner.call(routes.list, {
          query: { sort: 'priority', ...query, limit, cursor },
        });
        pages.push(titles(page));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return pages;
    };
    const all = ['h3', 'h2', 'h1', 'm2', 'm1', 'l2', 'l1'];
    // A page that ends inside of a priority, at its end, and at the end of all.
    for (const limit of [1, 2, 3, 5, 7, 100]) expect((await walk({}, limit)).flat()).toEqual(all);
    expect((await walk({}, 3)).map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(await walk({}, 7)).toEqual([all]);
    expect((await walk({ status: 'pending' }, 2)).flat()).toEqual(['h3', 'h2', 'm1', 'l1']);
    expect((await walk({ priority: 'medium' }, 1)).flat()).toEqual(['m2', 'm1']);
    expect((await walk({ search: 'h' }, 1)).flat()).toEqual(['h3', 'h2', 'h1']);
    // What the dashboard's "View All" asks for, of all priorities: nothing that is completed.
    const open = { open: 'true', dueBy: '2026-04-01' };
    expect((await walk(open, 2)).flat()).toEqual(['h3', 'h2', 'm1', 'l1']);
    expect((await walk({ ...open, priority: 'high' }, 1)).flat()).toEqual(['h3', 'h2']);
    const wrong = await own.owner.send(routes.list, { query: { sort: 'deadline' } });
    expect(wrong.status).toBe(422);
    const { nextCursor } = await own.owner.call(routes.list, { query: { sort: 'priority', limit: 3 } });
    const elsewhere = await own.owner.send(routes.list, { query: { cursor: nextCursor } });
    expect([elsewhere.status, problemIn(elsewhere).code]).toEqual([400, 'cursor.invalid']);
  });

  it('costs the same by priority in a large group as in a small one, page for page', async () => {
    const unitsOf = async (perPriority: number): Promise<number[]> => {
      const organizationId = ulid();
      const rows = priorities.flatMap((priority) =>
        Array.from({ length: perPriority }, () => {
          const id = ulid();
          const task = { id, title: 'Paint the sign', priority, status: 'pending', deadline: '2026-04-01' };
          const gsi2 = { gsi2pk: valuePartition(organizationId, 'task', 'priority', priority) };
          return { ...recordKey(organizationId, 'task', id), ...task, ...gsi2 };
        }),
      );
      for (let at = 0; at < rows.length; at += 50) {
        const [first, ...rest] = rows.slice(at, at + 50).map((put): Write => ({ put }));
        await table().write(first as Write, ...rest);
      }
      const units: number[] = [];
      let read = 0;
      const observed = openTable(inject('system').tableName, tableClient(), (consumed) => {
        read += consumed;
      });
      const byPriority = taskService.toQuestion({ sort: 'priority', limit: 10 });
      const store = recordStore(observed, storedTask);
      let cursor: string | undefined;
      // As far as the last page of the small group, which has three priorities, too.
      for (let page = 0; page < 3; page += 1) {
        read = 0;
        const found = await store.list(organizationId, byPriority, { limit: 10, cursor });
        expect(found.items).toHaveLength(10);
        cursor = found.nextCursor ?? undefined;
        units.push(read);
      }
      return units;
    };
    const [small, large] = [await unitsOf(11), await unitsOf(200)];
    for (const [page, units] of large.entries()) expect(units).toBeLessThanOrEqual(small[page] as number);
  });

  it('finds a composed letter however it was typed', async () => {
    const own = await organization();
    await aTask(own.owner, { title: 'Cafe\u0301 Zürich' });
    for (const search of ['café', 'cafe\u0301', 'ZU\u0308RICH'])
      expect([search, titles(await own.owner.call(routes.list, { query: { search } }))]).toEqual([
        search,
        ['Café Zürich'],
      ]);
  });

  it('finds what was typed without accents, strokes and order, as the header does, also in rows from before', async () => {
    const own = await organization();
    await aTask(own.owner, { title: 'Łódź, Straße 5', description: 'إعداد تقرير · İş' });
    const old = await aTask(own.owner, { title: 'Ørsted Offer' });
    await table().write({
      update: recordKey(own.id, 'task', old.id),
      expression: {
        text: 'SET titleLower = :title, descriptionLower = :none REMOVE titleFolded, descriptionFolded',
        values: { ':title': 'ørsted offer', ':none': '' },
      },
    });
    for (const [search, found] of [
      ['lodz', 'Łódź, Straße 5'],
      ['STRASSE lodz', 'Łódź, Straße 5'],
      ['اعداد is', 'Łódź, Straße 5'],
      ['lodz fence', undefined],
      ['ØRSTED off', 'Ørsted Offer'],
    ] as const)
      expect([search, titles(await own.owner.call(routes.list, { query: { search } }))]).toEqual([
        search,
        found ? [found] : [],
      ]);
  });

  it("ends a page of huge tasks early, so that it fits in a function's answer, and still pages through each once", async () => {
    const own = await organization();
    // Quotes are escaped twice on their way out; 100 sub-tasks of 200 such letters are as large as a task gets.
    const huge = {
      description: '"\n'.repeat(5_000),
      subtasks: Array.from({ length: 100 }, () => ({ title: '語"'.repeat(100), completed: false })),
    };
    for (let n = 0; n < 45; n += 1) await aTask(own.owner, { ...huge, title: `Task ${n}` });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await own.owner.send(routes.list, { query: { limit: 100, cursor } });
      expect(answer.status).toBe(200);
      expect(JSON.stringify({ body: answer.text }).length).toBeLessThan(5_500_000);
      const page = answer.body as { items: Task[]; nextCursor: string | null };
      seen.push(...titles(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `Task ${44 - n}`));
  });

  it('follows a task from one status to the other', async () => {
    const own = await organization();
    const task = await aTask(own.owner);
    await change(own.owner, task, { status: 'review', priority: 'low' });
    const having = async (query: object) => titles(await own.owner.call(routes.list, { query }));
    expect(await having({ status: 'pending' })).toEqual([]);
    expect(await having({ status: 'review' })).toEqual([task.title]);
    expect(await having({ priority: 'medium' })).toEqual([]);
    expect(await having({ priority: 'low' })).toEqual([task.title]);
  });

  it('refuses a cursor under other filters than those it was made with', async () => {
    const own = await organization();
    for (const title of ['a', 'b', 'c']) await aTask(own.owner, { title });
    const { nextCursor } = await own.owner.call(routes.list, { query: { limit: 1, status: 'pending' } });
    for (const query of [{ status: 'review' }, { priority: 'low' }, {}, { status: 'pending', search: 'a' }]) {
      const answer = await own.owner.send(routes.list, { query: { ...query, cursor: nextCursor } });
      expect([answer.status, problemIn(answer).code]).toEqual([400, 'cursor.invalid']);
    }
    const foreign = await group.owner.send(routes.list, { query: { status: 'pending', cursor: nextCursor } });
    expect(foreign.status).toBe(400);
  });
});
