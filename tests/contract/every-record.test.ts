import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { recordKey, trashKey } from '../../services/core/record-keys.ts';
import type { Route } from '../../shared/core/contract.ts';
import type { Page } from '../../shared/core/page.ts';
import type { Entity } from '../../shared/kinds.ts';
import { modules } from '../../shared/modules.ts';
import { everyRoute, recordModules } from '../support/examples.ts';
import { fieldsOf } from '../support/named-fields.ts';
import { type Organization, organization, type Person, problemIn, table } from '../support/people.ts';

/**
 * What holds for every kind of record, as one loop over all that have the routes of `defineRecordRoutes`: their Trash, their versions
 * and their repeats. A new kind meets all of it, without a line written for it but its examples.
 */
interface Stored {
  id: string;
  version: number;
}
type Deleted = Stored & { deletedBy: string; deletedAt: string; restorableUntil: string };

let group: Organization;
let other: Organization;
let member: Person;
beforeAll(async () => {
  [group, other] = await Promise.all([organization(), organization('The Others')]);
  member = await group.member();
});

it('there are kinds of record', () => {
  expect(recordModules).toContain('tasks');
});

describe.concurrent.each(recordModules)('a record of %s', (module) => {
  const routes = modules[module].routes as unknown as Record<string, Route>;
  const routeOf = (name: string) => routes[name] as Route;
  const [field] = fieldsOf(routeOf('get'));
  const param = field?.path[0] as string;
  const entity = field?.names as Entity;
  const named = (id: string) => ({ [param]: id });

  /** Any request to the routes; a record, or what refused. */
  const ask = (name: string, request: Parameters<Person['send']>[1], person = member) =>
    person.send(routeOf(name), request ?? {});
  const done = async <T = Stored>(
    name: string,
    request: Parameters<Person['send']>[1],
    person = member,
  ): Promise<T> => {
    const answer = await ask(name, request, person);
    expect([name, answer.status, answer.text]).toEqual([name, routeOf(name).status, expect.any(String)]);
    return answer.body as T;
  };
  const refusal = async (name: string, request: Parameters<Person['send']>[1], person = member) => {
    const answer = await ask(name, request, person);
    const { code, current } = problemIn(answer);
    return { status: answer.status, code, current };
  };
  const exampleBody = async (name: string, organization = group) => {
    const example = everyRoute.find((one) => one.module === module && one.name === name);
    return (await example?.request({ caller: organization.owner, organization }))?.body as Record<
      string,
      unknown
    >;
  };

  const made = async (person = member) => done('create', { body: await exampleBody('create') }, person);
  /** What the example changes. */
  const changes = async () => {
    const { version: _, ...fields } = await exampleBody('change');
    return fields;
  };
  const change = async ({ id }: Stored, version: number) => ({
    params: named(id),
    body: { ...(await changes()), version },
  });
  const changed = async (record: Stored, person = member) => {
    const { params, body } = await change(record, record.version);
    return done('change', { params, body }, person);
  };
  const remove = ({ id, version }: Stored) => ({ params: named(id), query: { version } });
  const restore = ({ id, version }: Stored) => ({ params: named(id), body: { version } });
  const deleted = (record: Stored, person = member) => done<Deleted>('remove', remove(record), person);
  const inTrash = async (person = member) =>
    (await done<Page<Deleted>>('listDeleted', { query: { limit: 100 } }, person)).items;
  const isInTrash = async ({ id }: Stored, person = member) =>
    (await inTrash(person)).some((one) => one.id === id);
  const notFound = { status: 404, code: 'not_found', current: undefined };
  const conflict = (current: unknown) => ({ status: 409, code: 'version.conflict', current });

  describe('that is deleted', () => {
    it('is gone from everything but Trash, and comes back from there as it was, one version on', async () => {
      const record = await made();
      const gone = await deleted(record);
      expect(gone).toMatchObject({ id: record.id, deletedBy: member.userId, version: record.version + 1 });
      expect(Date.parse(gone.restorableUntil) - Date.parse(gone.deletedAt)).toBe(30 * 86_400_000);
      expect(await refusal('get', { params: named(record.id) })).toEqual(notFound);
      const { items } = await done<Page<Stored>>('list', { query: { limit: 100 } });
      expect(items.map(({ id }) => id)).not.toContain(record.id);
      expect((await inTrash()).find(({ id }) => id === record.id)).toEqual({
        ...gone,
        deletedByName: 'Mia Member',
      });
      const restored = await done('restore', restore(gone));
      expect(restored).toEqual({ ...record, version: record.version + 2 });
      expect(await done('get', { params: named(record.id) })).toEqual(restored);
      expect(await isInTrash(record)).toBe(false);
    });

    it('can’t be changed or deleted, from whatever version, nor by that come back', async () => {
      const record = await made();
      const gone = await deleted(record);
      for (const version of [record.version, gone.version]) {
        const { params, body } = await change(record, version);
        expect(await refusal('change', { params, body })).toEqual(notFound);
        expect(await refusal('remove', remove({ ...record, version }))).toEqual(notFound);
      }
      expect(await isInTrash(record)).toBe(true);
      await done('restore', restore(gone));
      const { params, body } = await change(record, record.version);
      expect((await refusal('change', { params, body })).status).toBe(409);
    });

    it('lies in no other organization’s Trash, which can’t bring it back', async () => {
      const gone = await deleted(await made());
      expect(await inTrash(other.owner)).toEqual([]);
      expect(await refusal('restore', restore(gone), other.owner)).toEqual(notFound);
      expect(await isInTrash(gone)).toBe(true);
    });

    it('is brought back by whoever deleted it, by owner and manager, and by no other member (PRODUCT §2)', async () => {
      const [bystander, manager] = [await group.member(), await group.manager()];
      const gone = await deleted(await made());
      expect(await refusal('restore', restore(gone), bystander)).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
      const again = await deleted(await done('restore', restore(gone)));
      const third = await deleted(await done('restore', restore(again), manager));
      await done('restore', restore(third), group.owner);
    });

    it('can’t be brought back after 30 days, even while the expired row is still there', async () => {
      const gone = await deleted(await made());
      const key = trashKey(group.id, entity, gone.id);
      expect((await table().get(key))?.ttl).toBe(Math.floor(Date.parse(gone.restorableUntil) / 1000));
      expect(await table().get(recordKey(group.id, entity, gone.id))).toBeUndefined();
      await table().write({
        update: key,
        expression: { text: 'SET restorableUntil = :past', values: { ':past': '2020-01-01T00:00:00.000Z' } },
      });
      expect(await refusal('restore', restore(gone))).toEqual(notFound);
      expect(await isInTrash(gone)).toBe(false);
    });
  });

  describe('in another version than is named', () => {
    it('is neither changed nor deleted, and told as it is', async () => {
      const record = await made();
      const now = await changed(record);
      for (const version of [record.version + 5, now.version + 1]) {
        const { params, body } = await change(record, version);
        expect(await refusal('change', { params, body })).toEqual(conflict(now));
        expect(await refusal('remove', remove({ ...record, version }))).toEqual(conflict(now));
      }
      expect(await refusal('remove', remove(record))).toEqual(conflict(now));
      expect(await done('get', { params: named(record.id) })).toEqual(now);
    });

    it('is not brought back by a restore that comes late: what happened since stays', async () => {
      const gone = await deleted(await made());
      const again = await deleted(await changed(await done('restore', restore(gone))));
      expect(await refusal('restore', restore(gone))).toEqual(conflict(again));
      expect(await isInTrash(again)).toBe(true);
      await done('restore', restore(again));
    });

    it('is not stumbled over: versions past all counting', async () => {
      const record = await made();
      for (const version of [0, -1, 1.5, 2 ** 53 - 1, 1e308]) {
        const { params, body } = await change(record, version);
        expect([version, await refusal('change', { params, body })]).toMatchObject([
          version,
          { status: 422 },
        ]);
        expect([version, await refusal('remove', remove({ ...record, version }))]).toMatchObject([
          version,
          { status: 422 },
        ]);
        expect([version, await refusal('restore', restore({ ...record, version }))]).toMatchObject([
          version,
          { status: 422 },
        ]);
      }
    });
  });

  describe('that is asked for a second time', () => {
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });

    it('is made once, and answered as the first time, whatever became of it', async () => {
      const request = { body: await exampleBody('create'), ...keyed() };
      const record = await done('create', request);
      expect(await done('create', request)).toEqual(record);
      await deleted(await changed(record));
      expect(await done('create', request)).toEqual(record);
      const { items } = await done<Page<Stored>>('list', { query: { limit: 100 } });
      expect(items.map(({ id }) => id)).not.toContain(record.id);
    });

    it('is deleted once, also when it was brought back since', async () => {
      const request = { ...remove(await made()), ...keyed() };
      const gone = await done('remove', request);
      expect(await done('remove', request)).toEqual(gone);
      const restored = await done('restore', restore(gone));
      expect(await done('remove', request)).toEqual(gone);
      expect(await done('get', { params: named(gone.id) })).toEqual(restored);
    });

    it('is brought back once, also when it was deleted again since', async () => {
      const request = { ...restore(await deleted(await made())), ...keyed() };
      const restored = await done('restore', request);
      expect(await done('restore', request)).toEqual(restored);
      await deleted(restored);
      expect(await done('restore', request)).toEqual(restored);
      expect(await isInTrash(restored)).toBe(true);
    });

    it('is changed once: the repeat of a change that is there already gets the record as it is', async () => {
      const record = await made();
      const { params, body } = await change(record, record.version);
      const now = await done('change', { params, body });
      expect(await done('change', { params, body })).toEqual(now);
      expect(now.version).toBe(record.version + 1);
      expect(await done('get', { params: named(record.id) })).toEqual(now);
    });

    it('is no repeat from somebody else, or once somebody was there since', async () => {
      const record = await made();
      const { params, body } = await change(record, record.version);
      const now = await done('change', { params, body });
      expect(await refusal('change', { params, body }, group.owner)).toEqual(conflict(now));
      const later = await changed(now, group.owner);
      expect(await refusal('change', { params, body })).toEqual(conflict(later));
    });
  });
});
