import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../shared/core/words.ts';
import { NewTask, TaskChange } from '../../shared/tasks/contract.ts';
import { taskMatches } from '../../shared/tasks/rules.ts';

const least = { title: 'Paint the sign', deadline: '2026-04-01' };
const fieldsOf = (result: { error?: { issues: { path: PropertyKey[] }[] } }) =>
  result.error?.issues.map(({ path }) => path.join('.'));

describe('a new task', () => {
  it('starts pending, of medium priority, with nothing else (S2 §4)', () => {
    expect(NewTask.parse(least)).toEqual({
      ...least,
      description: '',
      priority: 'medium',
      status: 'pending',
      tags: [],
      subtasks: [],
    });
  });

  it('requires title and deadline (S2 §5)', () => {
    expect(fieldsOf(NewTask.safeParse({}))).toEqual(['title', 'deadline']);
  });

  it('takes the `todo` of quick add for pending (PRODUCT §4)', () => {
    expect(NewTask.parse({ ...least, status: 'todo' }).status).toBe('pending');
  });

  it('trims tags and ignores empty and repeated ones (S2 §5)', () => {
    expect(NewTask.parse({ ...least, tags: [' a ', '', 'b', 'a', '  '] }).tags).toEqual(['a', 'b']);
  });

  it('ignores tags that differ only in what cannot be seen', () => {
    const tags = ['a', 'a\u200b', 'e\u0301', 'é', '\u200b', '\u3164'];
    expect(NewTask.parse({ ...least, tags }).tags).toEqual(['a', 'é']);
  });

  it('gives its sub-tasks ids itself: none comes from the client', () => {
    const subtasks = [{ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', title: 'a', completed: false }];
    expect(fieldsOf(NewTask.safeParse({ ...least, subtasks }))).toEqual(['subtasks.0']);
  });

  it('holds 20 tags of 50 characters, and no more', () => {
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(50, 'x'));
    expect(NewTask.parse({ ...least, tags }).tags).toHaveLength(20);
    expect(fieldsOf(NewTask.safeParse({ ...least, tags: [...tags, 'y'] }))).toEqual(['tags']);
    expect(fieldsOf(NewTask.safeParse({ ...least, tags: ['x'.repeat(51)] }))).toEqual(['tags.0']);
  });

  it('refuses empty sub-tasks and fields it does not know', () => {
    expect(fieldsOf(NewTask.safeParse({ ...least, subtasks: [{ title: ' ', completed: false }] }))).toEqual([
      'subtasks.0.title',
    ]);
    expect(NewTask.safeParse({ ...least, organizationId: 'other' }).success).toBe(false);
  });
});

describe('a change', () => {
  it('names its version and at least one field, and never invents defaults for the others', () => {
    expect(TaskChange.parse({ version: 1, title: 'New' })).toEqual({ version: 1, title: 'New' });
    expect(TaskChange.safeParse({ version: 1 }).success).toBe(false);
    expect(fieldsOf(TaskChange.safeParse({ title: 'New' }))).toEqual(['version']);
  });
});

describe("a change's sub-tasks", () => {
  it('have each id once', () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const twice = [
      { id, title: 'a', completed: false },
      { id, title: 'b', completed: false },
    ];
    expect(fieldsOf(TaskChange.safeParse({ version: 1, subtasks: twice }))).toEqual(['subtasks']);
  });
});

describe('search', () => {
  it('matches title or description, ignoring case (S2 §2.2)', () => {
    const task = { title: 'Paint the SIGN', description: 'Ask Zoë' };
    expect(['sign', ' paint', 'zoë', 'nothing'].map((text) => taskMatches(task, piecesOf(text)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
