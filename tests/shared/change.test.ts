import { describe, expect, it } from 'vitest';
import { changedFields } from '../../shared/core/change.ts';

describe('what changed of a record', () => {
  it('is told by its value: the table keeps no order of the members of an object', () => {
    const before = { goals: { revenue: null, projects: 3 }, subtasks: [{ id: '1', title: 'a' }] };
    const after = { goals: { projects: 3, revenue: null }, subtasks: [{ title: 'a', id: '1' }] };
    expect(changedFields({ before, after }, ['goals', 'subtasks'])).toEqual([]);
  });

  it('is told where a member of an object, or the order of a list, differs', () => {
    const before = { goals: { revenue: null, projects: 3 }, tags: ['a', 'b'] };
    const after = { goals: { projects: 4, revenue: null }, tags: ['b', 'a'] };
    expect(changedFields({ before, after }, ['goals', 'tags'])).toEqual([
      { field: 'goals', before: before.goals, after: after.goals },
      { field: 'tags', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
  });

  it('takes what is absent for null', () => {
    expect(changedFields({ before: {}, after: { deadline: null } }, ['deadline', 'title'])).toEqual([]);
  });
});
