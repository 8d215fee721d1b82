import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ValuesOf, valuesIn } from '../../shared/core/fields.ts';
import type { Task } from '../../shared/tasks/contract.ts';
import { taskFields } from '../../shared/tasks/kind.ts';
import { keepTokens, openBrowser, refusal, serve } from '../support/fake-browser.ts';

const task = {
  id: 'sign',
  title: 'Paint the sign',
  description: 'Green',
  priority: 'medium',
  status: 'pending',
  deadline: '2026-04-01',
  tags: ['site'],
  subtasks: [],
  version: 1,
} as unknown as Task;

/** A server that has one task, whose changes are conditional on its version. */
const server = (start: Partial<Task> = {}) => {
  const stored: { task: Task } = { task: { ...task, ...start } };
  const asked = serve(({ body: { version, ...changes } }) => {
    if (version !== stored.task.version) return refusal(409, 'version.conflict', { current: stored.task });
    stored.task = { ...stored.task, ...changes, version: version + 1 };
    return { status: 200, json: stored.task };
  });
  return { stored, asked };
};

const load = async () => {
  const { changeRecord, editRecord, RecordConflict } = await import(
    '../../frontend/records/record-changes.ts'
  );
  const { taskRecords } = await import('../../frontend/features/tasks/task-records.ts');
  type TaskFields = ValuesOf<typeof taskFields>;
  return {
    changeTask: (base: Task, wanted: TaskFields) => changeRecord(taskRecords, base, wanted),
    editTask: (queryClient: QueryClient, edited: Task, edit: (task: Task) => Partial<TaskFields>) =>
      editRecord(queryClient, taskRecords, edited, edit),
    TaskConflict: RecordConflict,
    fieldsOf: (of: Task): TaskFields => valuesIn(taskFields, of),
  };
};

beforeEach(() => {
  openBrowser();
  keepTokens('ada');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a task that is saved', () => {
  it('sends what differs, and nothing when nothing does', async () => {
    const { asked } = server();
    const { changeTask, fieldsOf } = await load();
    expect(await changeTask(task, fieldsOf(task))).toBe(task);
    await changeTask(task, { ...fieldsOf(task), title: 'Paint it red' });
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      ['/api/tasks/sign', { version: 1, title: 'Paint it red' }],
    ]);
  });

  it('is put on top of what others have made of other fields, of tags one by one', async () => {
    const { stored, asked } = server({ title: 'Paint it blue', tags: ['site', 'spring'], version: 3 });
    const { changeTask, fieldsOf } = await load();
    await changeTask(task, { ...fieldsOf(task), description: 'Two coats', tags: ['site', 'urgent'] });
    expect(stored.task).toMatchObject({ title: 'Paint it blue', description: 'Two coats', version: 4 });
    expect([...stored.task.tags].sort()).toEqual(['site', 'spring', 'urgent']);
    expect(asked.map(({ body }) => body.version)).toEqual([1, 3]);
  });

  it('asks the person where both changed the same field, and has changed nothing then', async () => {
    const { stored, asked } = server({ title: 'Paint it blue', version: 2 });
    const { changeTask, fieldsOf, TaskConflict } = await load();
    const mine = { ...fieldsOf(task), title: 'Paint it red', description: 'Two coats' };
    const conflict = await changeTask(task, mine).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(TaskConflict);
    expect(conflict).toMatchObject({
      mine: { title: 'Paint it red' },
      current: { title: 'Paint it blue', version: 2 },
      merge: { conflicts: ['title'], values: { description: 'Two coats' } },
    });
    expect(asked).toHaveLength(1);
    expect(stored.task.version).toBe(2);
  });

  it('needs nobody where both made the same of it', async () => {
    const { stored, asked } = server({ title: 'Paint it blue', version: 2 });
    const { changeTask, fieldsOf } = await load();
    expect(await changeTask(task, { ...fieldsOf(task), title: 'Paint it blue' })).toEqual(stored.task);
    expect(asked).toHaveLength(1);
  });

  it('is given up after four tries where others are always faster', async () => {
    let version = 1;
    const asked = serve(() => {
      version += 1;
      return refusal(409, 'version.conflict', {
        current: { ...task, deadline: `2026-05-0${version}`, version },
      });
    });
    const { changeTask, fieldsOf } = await load();
    await expect(changeTask(task, { ...fieldsOf(task), title: 'Paint it red' })).rejects.toMatchObject({
      code: 'version.conflict',
    });
    expect(asked.map(({ body }) => body.version)).toEqual([1, 2, 3, 4]);
  });
});

describe('edits of one task from a list', () => {
  const listOf = (queryClient: QueryClient) =>
    queryClient.setQueryData(['tasks', 'list', 'delta', {}], {
      pages: [{ items: [task], nextCursor: null }],
      pageParams: [null],
    });
  const shown = (queryClient: QueryClient): Task | undefined =>
    queryClient.getQueryData<{ pages: { items: Task[] }[] }>(['tasks', 'list', 'delta', {}])?.pages[0]
      ?.items[0];

  it('are shown at once and saved one after the other, each on top of the one before', async () => {
    const { stored, asked } = server();
    const { editTask } = await load();
    const queryClient = new QueryClient();
    listOf(queryClient);
    const all = [
      editTask(queryClient, task, () => ({ status: 'in-progress' })),
      editTask(queryClient, task, () => ({ status: 'completed' })),
      editTask(queryClient, task, ({ title }) => ({ title: `${title} twice` })),
    ];
    expect(shown(queryClient)).toMatchObject({ status: 'completed', title: 'Paint the sign twice' });
    await Promise.all(all);
    expect(asked.map(({ body }) => body)).toEqual([
      { version: 1, status: 'in-progress' },
      { version: 2, status: 'completed' },
      { version: 3, title: 'Paint the sign twice' },
    ]);
    expect(shown(queryClient)).toEqual(stored.task);
  });

  it('that fail disappear by themselves, and those after them are carried out', async () => {
    const asked = serve(({ body }, before) =>
      before.length === 0
        ? refusal(503, 'unavailable')
        : { status: 200, json: { ...task, ...body, version: 2 } },
    );
    const { editTask } = await load();
    const queryClient = new QueryClient();
    listOf(queryClient);
    const failing = editTask(queryClient, task, () => ({ status: 'completed' }));
    const later = editTask(queryClient, task, () => ({ priority: 'high' }));
    expect(shown(queryClient)).toMatchObject({ status: 'completed', priority: 'high' });
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
    await later;
    expect(shown(queryClient)).toMatchObject({ status: 'pending', priority: 'high' });
    expect(asked.map(({ body }) => body.version)).toEqual([1, 1]);
  });
});
