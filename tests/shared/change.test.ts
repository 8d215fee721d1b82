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

  it('is told of a long text without the text, and of a list by the items that differ', () => {
    const item = (id: string, title: string) => ({ id, title });
    const change = {
      before: { text: 'long', list: [item('1', 'a'), item('2', 'b'), item('3', 'c')], note: 'same' },
      after: { text: 'longer', list: [item('3', 'c'), item('2', 'B'), item('4', 'd')], note: 'same' },
    };
    const kept = { text: 'none', note: 'none', list: 'changed-items' } as const;
    expect(changedFields(change, ['text', 'note', 'list'], kept)).toEqual([
      { field: 'text' },
      { field: 'list', before: [item('1', 'a'), item('2', 'b')], after: [item('2', 'B'), item('4', 'd')] },
    ]);
    const reordered = {
      before: { list: [item('1', 'a'), item('2', 'b')] },
      after: { list: [item('2', 'b'), item('1', 'a')] },
    };
    expect(changedFields(reordered, ['list'], kept)).toEqual([{ field: 'list', before: [], after: [] }]);
    expect(changedFields({ before: {}, after: { list: [item('1', 'a')] } }, ['list'], kept)).toEqual([
      { field: 'list', before: [], after: [item('1', 'a')] },
    ]);
  });

  it('takes what is absent for null', () => {
    expect(changedFields({ before: {}, after: { deadline: null } }, ['deadline', 'title'])).toEqual([]);
  });
});
