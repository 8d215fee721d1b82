import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { Table } from '../../services/core/table.ts';
import { type SearchUpdate, searchIndexStore } from '../../services/history/search-index-store.ts';
import { access } from '../../shared/access/contract.ts';
import { history, mostHits, type SearchHit } from '../../shared/history/contract.ts';
import type { FoundEntity } from '../../shared/kinds.ts';
import { tasks } from '../../shared/tasks/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { stream } from '../support/controls.ts';
import { organization, type Person, problemIn, table } from '../support/people.ts';
import { aTask } from '../support/tasks.ts';

/** What a search answers when every change so far has arrived. */
const search = async (person: Person, q: string): Promise<SearchHit[]> => {
  await stream.settled();
  return (await person.call(history.routes.search, { query: { q } })).items;
};

const update = (entity: FoundEntity, id: string, title: string, order: number): SearchUpdate => ({
  entity,
  id,
  order,
  entry: { title, detail: 'pending', texts: [title] },
});

/** Records as the change feed puts them under their words; made by requests they would take a minute. */
const indexed = async (
  organizationId: string,
  records: readonly { id: string; title: string }[],
  kinds: readonly FoundEntity[] = ['task'],
  order = 1,
) => {
  for (const kind of kinds) {
    const updates = records.map(({ id, title }) => update(kind, id, title, order));
    expect((await searchIndexStore(table()).put(organizationId, updates, new Date())).size).toBe(0);
  }
};

const titles = async (person: Person, q: string) => (await search(person, q)).map(({ title }) => title);

describe('the search', () => {
  test('finds tasks by the beginnings of their words, for every member of the group', async () => {
    const group = await organization();
    const member = await group.member();
    const task = await aTask(group.owner, { title: 'Paint the café’s sign' });
    await aTask(group.owner, { title: 'Repaint the fence' });
    expect(await search(member, 'cafe PAI')).toEqual([
      { entity: 'task', id: task.id, title: 'Paint the café’s sign', detail: 'pending' },
    ]);
    expect(await titles(member, 'the')).toEqual(['Repaint the fence', 'Paint the café’s sign']);
    expect(await titles(member, 'paint fence')).toEqual([]);
  });

  test('finds nothing of another group', async () => {
    const [one, other] = await Promise.all([organization(), organization()]);
    await aTask(one.owner, { title: 'Zeppelin' });
    expect(await titles(one.owner, 'zeppelin')).toEqual(['Zeppelin']);
    expect(await titles(other.owner, 'zeppelin')).toEqual([]);
    expect((await search(other.owner, one.owner.email)).map(({ id }) => id)).not.toContain(one.owner.userId);
  });

  test('follows a task through its life: renamed, completed, deleted, restored', async () => {
    const group = await organization();
    const { id } = await aTask(group.owner, { title: 'Order paint' });
    const params = { taskId: id };
    await group.owner.call(tasks.routes.change, { params, body: { version: 1, title: 'Order varnish' } });
    expect(await titles(group.owner, 'paint')).toEqual([]);
    expect(await titles(group.owner, 'varnish')).toEqual(['Order varnish']);
    await group.owner.call(tasks.routes.change, { params, body: { version: 2, status: 'completed' } });
    expect(await search(group.owner, 'order')).toEqual([
      { entity: 'task', id, title: 'Order varnish', detail: 'completed' },
    ]);
    await group.owner.call(tasks.routes.remove, { params, query: { version: '3' } });
    expect(await titles(group.owner, 'order')).toEqual([]);
    await group.owner.call(tasks.routes.restore, { params, body: { version: 4 } });
    expect(await titles(group.owner, 'order')).toEqual(['Order varnish']);
  });

  test('finds members by name and address, as they are called now, and no more once they are out', async () => {
    const group = await organization();
    const member = await group.member();
    const hit = { entity: 'member', id: member.userId, detail: member.email };
    expect(await search(group.owner, member.email)).toEqual([{ ...hit, title: 'Mia Member' }]);
    await member.call(access.routes.changeProfile, { body: { name: 'Zoë Quill' } });
    expect(await search(group.owner, 'zoe')).toEqual([{ ...hit, title: 'Zoë Quill' }]);
    await group.owner.call(team.routes.removeMember, { params: { userId: member.userId } });
    expect(await titles(group.owner, 'zoe')).toEqual([]);
    const { rows } = await table().query({
      pk: `LOG#${group.id}#WORDS#member`,
      limit: 100,
    });
    expect(rows.filter(({ id }) => id === member.userId)).toEqual([]);
  });

  test('forgets a member who was removed by a machine whose clock is behind, and does not bring them back later', async () => {
    const { id: organizationId } = await organization();
    const searchIndex = searchIndexStore(table());
    const entry = { title: 'Quentin Quill', detail: '', texts: ['Quentin Quill'] };
    const put = (order: number, shown: typeof entry | null) =>
      searchIndex.put(
        organizationId,
        [{ entity: 'member', id: 'quentin', order, slack: 60_000, entry: shown }],
        new Date(),
      );
    const found = async () =>
      (await searchIndex.find(organizationId, ['member'], ['quentin'], mostHits)).hits.length;
    await put(1_000_000, entry);
    expect(await found()).toBe(1);
    await put(999_000, null);
    expect(await found()).toBe(0);
    // Handed in once more by an operator, hours later.
    await put(100_000, entry);
    expect(await found()).toBe(0);
  });

  test('shows whole words first, then the newest, and at most eight of a kind', async () => {
    const group = await organization();
    for (let n = 1; n <= 6; n += 1) await aTask(group.owner, { title: `Sign ${n}` });
    for (let n = 1; n <= 4; n += 1) await aTask(group.owner, { title: `Signal ${n}` });
    const found = await titles(group.owner, 'sign');
    expect(found).toEqual([
      ...[6, 5, 4, 3, 2, 1].map((n) => `Sign ${n}`),
      ...[4, 3].map((n) => `Signal ${n}`),
    ]);
    expect(found).toHaveLength(mostHits);
  });

  test('finds one record among many by any two of its words', async () => {
    const group = await organization();
    const title = (n: number) => `Invoice ${n} for ${n === 7 ? 'Zürich' : 'Bern'}`;
    await indexed(
      group.id,
      Array.from({ length: 120 }, (_, n) => ({ id: `task-${String(n).padStart(3, '0')}`, title: title(n) })),
    );
    const found = async (q: string) => (await search(group.owner, q)).map(({ id }) => id);
    // A rare word and a common one; a whole number before longer ones; two common ones.
    expect(await found('inv zur')).toEqual(['task-007']);
    expect((await found('7 invoice')).slice(0, 2)).toEqual(['task-007', 'task-079']);
    expect(await found('invoice for')).toHaveLength(mostHits);
    expect((await found('inv be'))[0]).toBe('task-119');
    expect(await found('inv fo ber zur')).toEqual([]);
  });

  test('says of which kinds there is more than it shows, and only of those', async () => {
    const group = await organization();
    const titled = (word: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `${word}-${n}`, title: `${word} ${n}` }));
    await indexed(group.id, [...titled('lathe', mostHits), ...titled('lever', mostHits + 1)]);
    const asked = async (q: string) => {
      const { items, more } = await group.owner.call(history.routes.search, { query: { q } });
      return [items.length, more];
    };
    await stream.settled();
    expect(await asked('lathe')).toEqual([mostHits, []]);
    expect(await asked('lever')).toEqual([mostHits, ['task']]);
    expect(await asked('lev 8')).toEqual([1, []]);
    expect(await asked('nothing')).toEqual([0, []]);
  });

  test('of ten kinds and three words asks one query a kind and one for what is shown, and looks at few rows of many', async () => {
    const organizationId = ulid();
    const kinds = Array.from({ length: 10 }, (_, n) => `kind-${n}`) as unknown as FoundEntity[];
    const titled = Array.from({ length: 1200 }, (_, n) => ({
      id: ulid(n + 1),
      title: `Invoice for Bern ${n}`,
    }));
    await indexed(organizationId, titled, kinds.slice(0, 1));
    await Promise.all(kinds.slice(1).map((kind) => indexed(organizationId, titled.slice(0, 20), [kind])));
    const whole = table();
    const calls: string[] = [];
    let looked = 0;
    const counting: Table = {
      ...whole,
      query: async (query) => {
        const page = await whole.query(query);
        calls.push('query');
        looked = Math.max(looked, page.looked);
        return page;
      },
      getMany: async (keys) => {
        calls.push(`${keys.length} rows`);
        return whole.getMany(keys);
      },
    };
    const { hits, more } = await searchIndexStore(counting).find(
      organizationId,
      kinds,
      ['inv', 'for', 'bern'],
      mostHits,
    );
    expect(calls).toEqual([...kinds.map(() => 'query'), `${kinds.length * mostHits} rows`]);
    expect(looked).toBe(1000);
    expect(more).toEqual(kinds);
    // The newest of each kind, as far as was looked.
    expect(hits.filter(({ entity }) => entity === kinds[0])[0]?.id).toBe(titled.at(-1)?.id);
    expect(hits.filter(({ entity }) => entity === kinds[9])[0]?.id).toBe(titled[19]?.id);
  });

  test('shows a whole word, and the newest under it, however many records have words that begin so', async () => {
    const organizationId = ulid();
    const titled = Array.from({ length: 300 }, (_, n) => ({
      id: ulid(n + 1),
      title: n < 150 ? 'Sign' : 'Signal',
    }));
    await indexed(organizationId, titled);
    const { hits, more } = await searchIndexStore(table()).find(organizationId, ['task'], ['sign'], mostHits);
    expect(hits.map(({ id }) => id)).toEqual(
      titled
        .slice(150 - mostHits, 150)
        .reverse()
        .map(({ id }) => id),
    );
    expect(more).toEqual(['task']);
  });

  test('writes only what is shown when that alone has changed', async () => {
    const organizationId = ulid();
    await indexed(organizationId, [{ id: 'one', title: 'Paint the old sign' }]);
    const whole = table();
    const sizes: number[] = [];
    const counting: Table = {
      ...whole,
      write: (...writes) => {
        sizes.push(writes.length);
        return whole.write(...writes);
      },
    };
    const entry = { title: 'Paint the old sign', detail: 'completed', texts: ['Paint the old sign'] };
    await searchIndexStore(counting).put(
      organizationId,
      [{ entity: 'task', id: 'one', order: 2, entry }],
      new Date(),
    );
    expect(sizes).toEqual([1]);
    const { hits } = await searchIndexStore(whole).find(organizationId, ['task'], ['old'], mostHits);
    expect(hits.map(({ detail }) => detail)).toEqual(['completed']);
  });

  test('puts many records in few transactions, and again alone only the one that somebody else was faster with', async () => {
    const organizationId = ulid();
    const whole = table();
    const sizes: number[] = [];
    let isFirst = true;
    const overtaken: Table = {
      ...whole,
      write: async (...writes) => {
        if (isFirst) {
          isFirst = false;
          await indexed(organizationId, [{ id: 'task-3', title: 'Newer' }], ['task'], 7);
        }
        sizes.push(writes.length);
        return whole.write(...writes);
      },
    };
    const updates = Array.from({ length: 40 }, (_, n) => update('task', `task-${n}`, 'Paint the sign', 8));
    expect((await searchIndexStore(overtaken).put(organizationId, updates, new Date())).size).toBe(0);
    // 25 records of four rows in one transaction; it was refused for one of them, which went alone: its old word was taken away, too.
    expect(sizes).toEqual([100, 96, 5, 60]);
    const { hits } = await searchIndexStore(whole).find(organizationId, ['task'], ['sign'], 100);
    expect(hits).toHaveLength(40);
    expect((await searchIndexStore(whole).find(organizationId, ['task'], ['newer'], 100)).hits).toEqual([]);
  });

  test('has nothing to say to signs, and says what is wrong with nothing', async () => {
    const { owner } = await organization();
    expect(await search(owner, '#!?')).toEqual([]);
    const refused = await owner.send(history.routes.search, { query: { q: '   ' } });
    expect(await problemIn(refused)).toMatchObject({ status: 422, code: 'invalid' });
  });

  test('takes no sign for a part of its keys', async () => {
    const group = await organization();
    const { id } = await aTask(group.owner, { title: 'Paint' });
    for (const q of [`paint#${id}`, 'pa_nt', '*', 'paint%20sign'])
      expect(await titles(group.owner, q)).toEqual([]);
  });
});
