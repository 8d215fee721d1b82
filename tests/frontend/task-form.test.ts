import { describe, expect, it } from 'vitest';
import { checkTaskForm, type TaskForm, taskForm } from '../../frontend/features/tasks/task-form.ts';
import type { NewTask, Task } from '../../shared/tasks/contract.ts';

const { errorsOf, formOf, isDraft, rebase } = taskForm;

/** What may be saved, or the errors that the fields show. */
const checkForm = (form: TaskForm) => {
  const checked = checkTaskForm(form);
  return checked.problems
    ? { errors: errorsOf(checked.problems), summary: checked.summary }
    : { task: checked.values as NewTask };
};

const filled = { ...formOf(null), title: ' Order paint ', deadline: '2027-02-01' };

describe('the form of a task', () => {
  it('gives what the server takes, cleaned', () => {
    const subtasks = [
      { key: '1', title: '  ', completed: false },
      { key: '2', title: ' Call ', completed: true },
    ];
    expect(checkForm({ ...filled, tags: ['a', ' a ', ''], subtasks }).task).toMatchObject({
      title: 'Order paint',
      priority: 'medium',
      status: 'pending',
      tags: ['a'],
      subtasks: [{ title: 'Call', completed: true }],
    });
  });

  it('keeps the ids of sub-tasks that a task has already', () => {
    const id = '01J8X0000000000000000000AA';
    const subtasks = [
      { key: id, id, title: 'Call', completed: true },
      { key: 'new', title: 'Order', completed: false },
    ];
    expect(checkForm({ ...filled, subtasks }).task?.subtasks).toEqual([
      { id, title: 'Call', completed: true },
      { title: 'Order', completed: false },
    ]);
  });

  it('says which required fields are missing', () => {
    expect(checkForm({ ...filled, title: ' ', deadline: '' })).toEqual({
      errors: { title: 'Title is required', deadline: 'Deadline is required' },
      summary: 'Please fill in all required fields (Title, Priority, Deadline)',
    });
  });

  it('has no summary where nothing is missing but something is wrong', () => {
    const checked = checkForm({ ...filled, title: 'x'.repeat(201) });
    expect(checked).toEqual({ errors: { title: 'Title must be at most 200 characters' }, summary: null });
  });
});

it('shows errors of the server at the field, with the number of a row', () => {
  expect(
    errorsOf([
      { field: 'tags.1', message: 'too long' },
      { field: 'tags.2', message: 'too long' },
      { field: 'title', message: 'required' },
      { field: 'version', message: 'not a field of the form' },
    ]),
  ).toEqual({ tags: '2: too long', title: 'required' });
});

it('takes up a draft only if it still has the shape of one', () => {
  expect(isDraft({ base: null, form: filled })).toBe(true);
  expect(isDraft({ form: filled })).toBe(false);
  expect(isDraft({ base: null, form: { ...filled, tags: 'a' } })).toBe(false);
  expect(isDraft(null)).toBe(false);
});

describe('a form whose task was changed by somebody else', () => {
  const call = { id: '01J8X0000000000000000000AA', title: 'Call', completed: false };
  const base: Task = {
    id: '01J8X0000000000000000000TT',
    title: 'Paint the sign',
    description: 'Green',
    priority: 'medium',
    status: 'pending',
    deadline: '2027-02-01',
    tags: ['site'],
    subtasks: [call],
    createdAt: '2027-01-01T08:00:00.000Z',
    updatedAt: '2027-01-01T08:00:00.000Z',
    createdBy: 'ada',
    updatedBy: 'ada',
    completedAt: null,
    version: 3,
  };
  const current: Task = { ...base, title: 'Paint it blue', deadline: null, version: 4 };

  it('takes over what was not touched, and counts as made from the task as it is now', () => {
    const form = { ...formOf(base), description: 'Two coats' };
    expect(rebase(base, form, current)).toEqual({
      base: current,
      form: { ...form, title: 'Paint it blue', deadline: '' },
      updated: ['title', 'deadline'],
      conflicts: [],
    });
  });

  it('keeps what both have changed as it was typed, and the version that saving has to be refused for', () => {
    const form = { ...formOf(base), title: 'Paint it red' };
    const rebased = rebase(base, form, current);
    expect(rebased).toMatchObject({
      base: { title: 'Paint the sign', deadline: null, version: 3 },
      form: { title: 'Paint it red', deadline: '' },
      updated: ['deadline'],
      conflicts: ['title'],
    });
    // Told of once more, it stays as it is; with theirs taken, nothing is left to be asked.
    expect(rebase(rebased.base, rebased.form, current)).toEqual({ ...rebased, updated: [] });
    const taken = { ...rebased.form, title: current.title };
    expect(rebase(rebased.base, taken, current)).toMatchObject({ base: current, conflicts: [] });
  });

  it('leaves to saving what can be merged: it changes no list that somebody is working on', () => {
    const form = { ...formOf(base), tags: ['site', 'urgent'] };
    const rebased = rebase(base, form, { ...base, tags: ['site', 'spring'], version: 4 });
    expect(rebased).toEqual({ base, form, updated: [], conflicts: [] });
  });
});
