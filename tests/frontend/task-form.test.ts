import { describe, expect, it } from 'vitest';
import { checkForm, errorsOf, formOf, isTaskDraft } from '../../frontend/features/tasks/task-form.ts';

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
  expect(isTaskDraft({ base: null, form: filled })).toBe(true);
  expect(isTaskDraft({ form: filled })).toBe(false);
  expect(isTaskDraft({ base: null, form: { ...filled, tags: 'a' } })).toBe(false);
  expect(isTaskDraft(null)).toBe(false);
});
