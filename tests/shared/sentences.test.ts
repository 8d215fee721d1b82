import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SentenceEvent } from '../../shared/core/sentence.ts';
import { detailsOf, hasSentence, personIn, sentenceOf, textOf } from '../../shared/sentences.ts';

const shared = path.resolve(import.meta.dirname, '../../shared');

/** Every type of event that a module's meanings can give. */
const types = (readdirSync(shared, { recursive: true }) as string[])
  .filter((file) => file.endsWith('events.ts'))
  .flatMap((file) => [...readFileSync(path.join(shared, file), 'utf8').matchAll(/'([a-z]+\.[a-z_]+)'/g)])
  .map(([, type]) => type as string);

const event = (type: string, facts: Partial<SentenceEvent> = {}): SentenceEvent => ({
  type,
  id: 'x',
  title: 'X',
  by: 'ada',
  changes: [],
  ...facts,
});
const said = (type: string, facts?: Partial<SentenceEvent>): string =>
  textOf(sentenceOf(event(type, facts), 'Ada'));
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('a sentence', () => {
  it('exists for every event of the log', () => {
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((type) => !hasSentence(type))).toEqual([]);
  });

  it.each(types)('of %s says something, also of an event without changes or title', (type) => {
    for (const facts of [{}, { title: '' }, { by: 'x' }, { by: null }]) {
      const text = said(type, facts);
      expect(text).toMatch(/^Ada [a-z]+ ?\S/);
      expect(textOf(sentenceOf(event(type, facts)))).toMatch(/^[A-Z][a-z]+ ?/);
      expect(text).not.toMatch(/undefined|null|\[object/);
    }
  });

  it.each([
    ['task.completed', {}, 'Ada completed the task “X”'],
    ['task.changed', { changes: [change('title', 'Old', 'X')] }, 'Ada renamed the task “Old” to “X”'],
    [
      'task.changed',
      { changes: [change('status', 'pending', 'in-progress')] },
      'Ada changed the status of the task “X” from Pending to In Progress',
    ],
    [
      'task.changed',
      {
        changes: [
          change('title', 'a', 'b'),
          change('tags', [], ['t']),
          change('deadline', null, '2026-04-01'),
        ],
      },
      'Ada changed the title, tags, and deadline of the task “X”',
    ],
    [
      'task.changed',
      { changes: [change('tags', ['a', 'b'], ['b', 'c', 'd'])] },
      'Ada changed the tags of the task “X”: added “c” and “d”; removed “a”',
    ],
    ['task.changed', { changes: [{ field: 'description' }] }, 'Ada changed the description of the task “X”'],
    [
      'task.changed',
      { changes: [{ field: 'description' }, change('status', 'pending', 'review')] },
      'Ada changed the description and status of the task “X”',
    ],
    ['member.joined', { by: 'x' }, 'Ada joined the group'],
    ['member.removed', {}, 'Ada removed X from the group'],
    [
      'member.role_changed',
      { title: 'Mia', changes: [change('role', 'member', 'admin')] },
      'Ada changed the role of Mia from Team Member to Manager',
    ],
    ['group.changed', { changes: [change('name', 'A', 'B')] }, 'Ada renamed the group from “A” to “B”'],
    ['group.changed', { changes: [change('goals', {}, {})] }, 'Ada changed the monthly goals of the group'],
    ['invitation.sent', { title: 'a@b.example' }, 'Ada invited a@b.example'],
    [
      'invitation.changed',
      { title: 'a@b.example', changes: [change('role', 'member', 'owner')] },
      'Ada changed the invitation to a@b.example from Team Member to Owner',
    ],
    [
      'invitation.expired',
      { title: 'a@b.example' },
      'Ada gave the seat of the expired invitation to a@b.example back',
    ],
    ['invitation.not_sent', { title: 'a@b.example' }, 'Ada could not send the invitation to a@b.example'],
    ['code.created', { title: '' }, 'Ada created an invitation code'],
    ['code.revoked', { title: 'Spring' }, 'Ada revoked an invitation code'],
  ] satisfies [string, Partial<SentenceEvent>, string][])('of %s %j is: %s', (type, facts, sentence) => {
    expect(said(type, facts)).toBe(sentence);
  });

  it('of a type that is newer than this page still says what it is about', () => {
    expect(said('deal.won')).toBe('Ada changed “X”');
    expect(said('toString')).toBe('Ada changed “X”');
    expect(said('deal.won', { title: '' })).toBe('Ada made a change');
  });

  it('keeps the names of the person and of the record apart, so that they can be stressed, linked or left out', () => {
    expect(sentenceOf(event('task.created'), 'Ada')).toEqual([
      { person: 'Ada' },
      ' created the task ',
      { record: '“X”' },
    ]);
    expect(sentenceOf(event('task.created'))).toEqual(['Created the task ', { record: '“X”' }]);
  });
});

describe('the details of an event', () => {
  it('say for each field of a task what became of it', () => {
    const subtask = (id: string, title: string, completed = false) => ({ id, title, completed });
    expect(
      detailsOf({
        entity: 'task',
        changes: [
          change('status', 'review', 'completed'),
          change('priority', 'low', 'high'),
          { field: 'description' },
          change('tags', [], ['a', 'b', 'c', 'd', 'e']),
          change(
            'subtasks',
            [subtask('1', 'Ask'), subtask('2', 'Order'), subtask('3', 'Paint')],
            [subtask('1', 'Ask', true), subtask('2', 'Order green'), subtask('4', 'Hang')],
          ),
          change('subtasks', [subtask('1', 'a'), subtask('2', 'b')], [subtask('2', 'b'), subtask('1', 'a')]),
        ],
      }),
    ).toEqual([
      'Status changed from Pending Review to Completed',
      'Priority changed from Low to High',
      'Description changed',
      'Tags: added “a”, “b”, “c”, and 2 more',
      'Sub-tasks: added “Hang”; completed “Ask”; renamed “Order” to “Order green”; removed “Paint”',
      'Sub-tasks changed',
    ]);
  });

  it('write dates as dates', () => {
    const [detail] = detailsOf({ entity: 'task', changes: [change('deadline', null, '2026-04-01')] });
    expect(detail).toMatch(/^Deadline changed from none to .*2026/);
  });

  it('are none where the sentence says it all', () => {
    expect(detailsOf({ entity: 'member', changes: [change('role', 'member', 'admin')] })).toEqual([]);
  });
});

describe('who did it', () => {
  it('is named, also when they have left or were no person', () => {
    expect(personIn({ by: 'ada', byName: 'Ada' })).toBe('Ada');
    expect(personIn({ by: 'ada', byName: null })).toBe('A former member');
    expect(personIn({ by: null, byName: null })).toBe('Guildhall');
  });
});
