import { describe, expect, test } from 'vitest';
import { wordStore } from '../../services/history/word-store.ts';
import { access } from '../../shared/access/contract.ts';
import { history, mostHits, type SearchHit } from '../../shared/history/contract.ts';
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
    const words = wordStore(table());
    const entry = { title: 'Quentin Quill', detail: '', texts: ['Quentin Quill'] };
    const put = (order: number, shown: typeof entry | null) =>
      words.put(
        organizationId,
        { entity: 'member', id: 'quentin', order, slack: 60_000, entry: shown },
        new Date(),
      );
    const found = async () => (await words.find(organizationId, 'member', ['quentin'])).length;
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

  test('finds one record among very many by any two of its words', async () => {
    const group = await organization();
    // As the change feed puts them; made by requests they would take a minute.
    const words = wordStore(table());
    const title = (n: number) => `Invoice ${n} for ${n === 7 ? 'Zürich' : 'Bern'}`;
    await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        words.put(
          group.id,
          {
            entity: 'task',
            id: `${String(n).padStart(3, '0')}`,
            order: 1,
            entry: { title: title(n), detail: 'pending', texts: [title(n)] },
          },
          new Date(),
        ),
      ),
    );
    const found = async (q: string) => (await search(group.owner, q)).map(({ id }) => id);
    // A rare word and a common one; a whole number before longer ones; two common ones.
    expect(await found('inv zur')).toEqual(['007']);
    expect((await found('7 invoice')).slice(0, 2)).toEqual(['007', '079']);
    expect(await found('invoice for')).toHaveLength(mostHits);
    expect((await found('inv be'))[0]).toBe('119');
    expect(await found('inv fo ber zur')).toEqual([]);
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
