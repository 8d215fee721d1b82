import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differingFields, mergeValues, type ValuesOf } from '../../shared/core/fields.ts';
import { taskFields } from '../../shared/tasks/kind.ts';

type TaskFields = ValuesOf<typeof taskFields>;
type TaskField = keyof TaskFields;

const changedFields = (from: TaskFields, to: TaskFields) => differingFields(taskFields, from, to);
const mergeTask = (from: TaskFields, mine: TaskFields, theirs: TaskFields) =>
  mergeValues(taskFields, from, mine, theirs);

const base: TaskFields = {
  title: 'Order veneer',
  description: 'Oak',
  priority: 'medium',
  status: 'pending',
  deadline: '2027-02-01',
  tags: ['wood', 'office'],
  subtasks: [
    { id: 'A', title: 'Measure', completed: false },
    { id: 'B', title: 'Order', completed: false },
  ],
};

const someTask: fc.Arbitrary<TaskFields> = fc.record({
  title: fc.constantFrom('One', 'Two', 'Three'),
  description: fc.constantFrom('', 'text'),
  priority: fc.constantFrom('low', 'medium', 'high'),
  status: fc.constantFrom('pending', 'in-progress', 'review', 'completed'),
  deadline: fc.constantFrom(null, '2027-02-01', '2027-03-01'),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
  subtasks: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('A', 'B', 'C'),
      title: fc.constantFrom('One', 'Two'),
      completed: fc.boolean(),
    }),
    { selector: ({ id }) => id },
  ),
});

const inOrder = ({ tags, subtasks, ...rest }: TaskFields): TaskFields => ({
  ...rest,
  tags: [...tags].sort(),
  subtasks: [...subtasks].sort((a, b) => String(a.id).localeCompare(String(b.id))),
});

describe('merging a task that two people changed', () => {
  it('takes the side that changed, whichever it is', () => {
    fc.assert(
      fc.property(someTask, someTask, (before, after) => {
        expect(mergeTask(before, after, before)).toEqual({ values: after, conflicts: [] });
        expect(mergeTask(before, before, after)).toEqual({ values: after, conflicts: [] });
        expect(mergeTask(before, after, after)).toEqual({ values: after, conflicts: [] });
      }),
    );
  });

  it('gives both sides the same task where nothing conflicts', () => {
    fc.assert(
      fc.property(someTask, someTask, someTask, (before, one, other) => {
        const known = before.subtasks.map(({ id }) => id);
        const madeTwice = ({ id }: { id?: string }) =>
          !known.includes(id) && other.subtasks.some((subtask) => subtask.id === id);
        // The server makes ids: two sides cannot have added the same one.
        fc.pre(!one.subtasks.some(madeTwice));
        const here = mergeTask(before, one, other);
        const there = mergeTask(before, other, one);
        expect(here.conflicts).toEqual(there.conflicts);
        fc.pre(here.conflicts.length === 0);
        expect(inOrder(here.values)).toEqual(inOrder(there.values));
      }),
    );
  });

  it('asks about a field exactly when both sides changed it differently', () => {
    const scalars: TaskField[] = ['title', 'description', 'priority', 'status', 'deadline'];
    fc.assert(
      fc.property(someTask, someTask, someTask, (before, mine, theirs) => {
        const { conflicts } = mergeTask(before, mine, theirs);
        const both = changedFields(before, mine).filter((field) =>
          changedFields(before, theirs).includes(field),
        );
        const differing = changedFields(mine, theirs);
        for (const field of scalars)
          expect(conflicts.includes(field)).toBe(both.includes(field) && differing.includes(field));
        expect(conflicts).not.toContain('tags');
      }),
    );
  });

  it('keeps what was added and leaves out what was removed, on both sides', () => {
    const mine = { ...base, tags: ['wood', 'office', 'urgent'] };
    const theirs = { ...base, tags: ['wood', 'q4'] };
    expect(mergeTask(base, mine, theirs).values.tags).toEqual(['wood', 'q4', 'urgent']);
  });

  it('merges sub-tasks one by one', () => {
    const [measure, order] = base.subtasks as [TaskFields['subtasks'][0], TaskFields['subtasks'][0]];
    const mine = {
      ...base,
      subtasks: [{ ...measure, completed: true }, order, { title: 'Pay', completed: false }],
    };
    const theirs = {
      ...base,
      subtasks: [
        { ...measure, title: 'Measure twice' },
        { ...order, completed: true },
      ],
    };
    expect(mergeTask(base, mine, theirs)).toMatchObject({
      conflicts: [],
      values: {
        subtasks: [
          { id: 'A', title: 'Measure twice', completed: true },
          { id: 'B', title: 'Order', completed: true },
          { title: 'Pay', completed: false },
        ],
      },
    });
  });

  it('asks when one side removed a sub-task that the other one changed', () => {
    const mine = { ...base, subtasks: [{ id: 'A', title: 'Measure again', completed: false }] };
    const theirs = { ...base, subtasks: [{ id: 'B', title: 'Order', completed: true }] };
    expect(mergeTask(base, mine, theirs).conflicts).toEqual(['subtasks']);
  });

  it('asks when both sides together have more tags or sub-tasks than there is room for', () => {
    const tagged = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `tag ${from + n}`);
    const full = { ...base, tags: tagged(0, 18) };
    const mine = { ...full, tags: tagged(0, 20) };
    const theirs = { ...full, tags: [...tagged(0, 18), 'x', 'y'] };
    expect(mergeTask(full, mine, theirs).conflicts).toEqual(['tags']);
    const lines = (name: string) =>
      Array.from({ length: 51 }, (_, n) => ({ title: `${name} ${n}`, completed: false }));
    const merged = mergeTask(
      { ...base, subtasks: [] },
      { ...base, subtasks: lines('mine') },
      { ...base, subtasks: lines('theirs').map((line, n) => ({ ...line, id: String(n) })) },
    );
    expect(merged.conflicts).toEqual(['subtasks']);
  });

  it('does not take the order of attributes for a change', () => {
    const other = {
      ...base,
      subtasks: base.subtasks.map(({ id, title, completed }) => ({ completed, title, id })),
    };
    expect(changedFields(base, other)).toEqual([]);
  });
});
