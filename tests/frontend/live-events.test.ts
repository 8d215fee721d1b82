import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTold, notificationOf, staleAfter } from '../../frontend/core/live-events.ts';
import { gatherInvalidations, type Stale } from '../../frontend/core/live-invalidation.ts';
import { tracked, wroteLately } from '../../frontend/core/own-writes.ts';
import { type Entity, entities } from '../../shared/kinds.ts';

const me = 'me';
const announcement = (entity: Entity, type: string, { id = 'x', by = 'other' } = {}) => ({
  seq: 7,
  entity,
  type,
  id,
  by,
});
const keysAfter = (entity: Entity, id?: string) =>
  staleAfter(announcement(entity, `${entity}.changed`, { id }), me, false).map(({ key }) => key[0]);

describe('what an event makes stale', () => {
  it.each([
    ['task', ['tasks', 'activity', 'history', 'search']],
    ['member', ['members', 'invitations', 'activity', 'history', 'search']],
    ['group', ['session', 'plan', 'activity', 'history']],
    ['invitation', ['invitations', 'activity', 'history']],
    ['code', ['invitation-codes', 'activity', 'history']],
    ['message', []],
  ] as const)('%s', (entity, keys) => {
    expect(keysAfter(entity)).toEqual(keys);
  });

  it('is the session, too, when it is about the person themself', () => {
    expect(keysAfter('member', me)).toContain('session');
    expect(entities.filter((entity) => keysAfter(entity).length === 0)).toEqual(['message']);
  });

  it('is not asked for again at once where this tab made the change, except for what follows from it', () => {
    const stale = staleAfter(announcement('task', 'task.completed'), me, true);
    expect(stale.map(({ key, refetch }) => [key[0], refetch])).toEqual([
      ['tasks', false],
      ['activity', true],
      ['history', true],
      ['search', true],
    ]);
  });
});

describe('a notification', () => {
  const here = { userId: me, organizationId: 'group' };

  it('tells who joined, but never a person of themself', () => {
    expect(isTold(announcement('member', 'member.joined', { id: 'mia', by: 'mia' }), me)).toBe(true);
    expect(isTold(announcement('member', 'member.joined', { id: me, by: me }), me)).toBe(false);
    expect(isTold(announcement('member', 'member.left'), me)).toBe(false);
    expect(notificationOf({ seq: 7, type: 'member.joined', id: 'mia', title: 'Mia' }, here)).toEqual({
      id: 'event:group:7',
      title: 'Mia joined the group',
      path: '/dashboard/team/mia',
      person: { id: 'mia', name: 'Mia' },
    });
  });

  it('tells a person that somebody else changed their role, and who, but nobody of other roles or their own choice', () => {
    const type = 'member.role_changed';
    expect(isTold(announcement('member', type, { id: me, by: 'ada' }), me)).toBe(true);
    expect(isTold(announcement('member', type, { id: me, by: me }), me)).toBe(false);
    expect(isTold(announcement('member', type, { id: 'mia', by: 'ada' }), me)).toBe(false);
    const changes = [{ field: 'role', before: 'member', after: 'admin' }];
    expect(notificationOf({ seq: 7, type, id: me, changes, byName: 'Ada' }, here).title).toBe(
      'Your role is now Manager. Ada changed it.',
    );
    expect(notificationOf({ seq: 7, type, id: me, changes, byName: null }, here).title).toBe(
      'Your role is now Manager',
    );
    expect(notificationOf({ seq: 7, type, id: me }, here).title).toBe('Your role has changed');
    // The picture is of who did it; without a name there is none.
    const { person } = notificationOf({ seq: 7, type, id: me, changes, by: 'ada', byName: 'Ada' }, here);
    expect(person).toEqual({ id: 'ada', name: 'Ada' });
    expect(notificationOf({ seq: 7, type, id: me }, here)).not.toHaveProperty('person');
  });
});

describe('a transfer of the account', () => {
  const type = 'group.transferred';
  const words = (userId: string) =>
    notificationOf({ seq: 7, type, id: 'mia', title: 'Mia', byName: 'Ada' }, { userId, organizationId: 'g' })
      .title;

  it('is told to both people, and to nobody else', () => {
    const event = announcement('member', type, { id: 'mia', by: 'ada' });
    expect(['mia', 'ada', 'tom'].map((userId) => isTold(event, userId))).toEqual([true, true, false]);
    expect(words('mia')).toBe('You are now the account holder. Ada transferred the account to you.');
    expect(words('ada')).toBe('Mia is now the account holder');
  });
});

describe('a burst of events', () => {
  let asked: Stale[];
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks for each query once', async () => {
    const gathered = gatherInvalidations((stale) => asked.push(stale));
    for (let n = 0; n < 100; n += 1) gathered.add({ key: [n % 2 ? 'tasks' : 'members'], refetch: n === 50 });
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual([
      { key: ['members'], refetch: true },
      { key: ['tasks'], refetch: false },
    ]);
  });

  it('waits for a write of this tab that is on its way, but not for ever', async () => {
    const gathered = gatherInvalidations((stale) => asked.push(stale));
    let answer: (record: { id: string }) => void = () => {};
    const writing = tracked(['parent'], () => new Promise<{ id: string }>((resolve) => (answer = resolve)));
    gathered.add({ key: ['tasks'], refetch: true });
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([]);
    answer({ id: 'made' });
    await writing;
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(1);
    expect(['parent', 'made', 'foreign'].map(wroteLately)).toEqual([true, true, false]);

    const neverAnswered = tracked([], () => new Promise<void>((resolve) => setTimeout(resolve, 60_000)));
    gathered.add({ key: ['tasks'], refetch: true });
    await vi.advanceTimersByTimeAsync(2_200);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await neverAnswered;
    expect(wroteLately('made')).toBe(false);
  });
});
