import { useEffect, useEffectEvent, useState } from 'react';
import type { Task } from '../../../shared/tasks/contract.ts';
import { api } from '../../core/api.ts';
import { clearDraft, loadDraft, saveDraft, subjectInTab } from '../../core/drafts.ts';
import { isFailure } from '../../core/failure.ts';
import { inFull } from '../../core/live-event-in-full.ts';
import type { LiveEvent } from '../../core/live-events.ts';
import { onNews } from '../../core/live-news.ts';
import { routeTable } from '../../core/route-table.ts';
import { formOf, isTaskDraft, picked, rebase, type TaskDraft, type TaskForm } from './task-form.ts';
import type { TaskField } from './task-merge.ts';

/** What somebody else did to a task while its form was open. */
export interface TheirChange {
  /** Who it was, as the subject of a sentence. */
  who: string;
  /** The task as they left it. */
  task: Task;
  /** Fields that show their value, since nobody had touched them here. */
  updated: readonly TaskField[];
  /** Fields that the person will be asked about when they save. */
  conflicts: readonly TaskField[];
  /** The form as it was before the person took theirs. */
  mine: TaskDraft | null;
}

interface TaskDraftState extends TaskDraft {
  theirs: TheirChange | null;
  isDeleted: boolean;
}

/** The form with their change below it. */
const onTopOf = (state: TaskDraftState, task: Task, who: string): TaskDraftState => {
  const { base, form } = state;
  if (!base || task.version <= base.version) return state;
  const { updated, conflicts, ...rebased } = rebase(base, form, task);
  const isNews = updated.length > 0 || conflicts.length > 0;
  const theirs = isNews ? { who, task, updated, conflicts, mine: null } : state.theirs;
  return { ...rebased, theirs, isDeleted: false };
};

/** Who did it, as the subject of a sentence. */
const subjectOf = ({ by, byName }: LiveEvent, userId: string): string =>
  by === userId ? 'You, in another window,' : (byName ?? 'Somebody');

const opened = (task: Task | null, found: TaskDraft | null): TaskDraftState => {
  const state = { ...(found ?? { base: task, form: formOf(task) }), theirs: null, isDeleted: false };
  return task ? onTopOf(state, task, 'Somebody') : state;
};

/**
 * The state of a task's form: kept as a draft as long as it differs from the task, and told at once when somebody else
 * changes that task.
 * @param task null: a new task
 */
export const useTaskDraft = (userId: string, task: Task | null) => {
  const [subject] = useState(() => (task ? `task:${task.id}` : subjectInTab(userId, 'task:new')));
  const [found] = useState(() => loadDraft(userId, subject, isTaskDraft));
  const [restored, setRestored] = useState(found !== null);
  const [state, setState] = useState(() => opened(task, found));
  const { base, form, theirs, isDeleted } = state;
  const dirty = JSON.stringify(form) !== JSON.stringify(formOf(base));

  useEffect(() => {
    if (dirty) saveDraft(userId, subject, { base, form });
    else clearDraft(userId, subject);
  }, [userId, subject, base, form, dirty]);

  const look = useEffectEvent(async (taskId: string, event: LiveEvent | null): Promise<void> => {
    try {
      const [current, full] = await Promise.all([
        api(routeTable.tasks.get, { params: { taskId } }),
        event && inFull(event),
      ]);
      setState((now) => onTopOf(now, current, full ? subjectOf(full, userId) : 'Somebody'));
    } catch (error) {
      if (isFailure(error, 'not_found')) setState((now) => ({ ...now, isDeleted: true }));
      else console.warn('What somebody else changed is told when the form is saved', error);
    }
  });
  const taskId = base?.id;
  useEffect(() => {
    if (taskId === undefined) return;
    return onNews((news) => {
      if (news.kind === 'reload') void look(taskId, null);
      if (news.kind === 'event' && news.event.id === taskId) void look(taskId, news.event);
    });
  }, [taskId]);

  return {
    base,
    form,
    dirty,
    restored,
    theirs,
    isDeleted,
    change: (edit: Partial<TaskForm>) => setState((now) => ({ ...now, form: { ...now.form, ...edit } })),
    /** Gives up what was typed in the fields that they have changed, too. */
    takeTheirs: () =>
      setState((now) => {
        if (!now.base || !now.theirs) return now;
        const { task: current, conflicts } = now.theirs;
        const rebased = rebase(now.base, { ...now.form, ...picked(formOf(current), conflicts) }, current);
        const mine = { base: now.base, form: now.form };
        return { ...now, base: rebased.base, form: rebased.form, theirs: { ...now.theirs, mine } };
      }),
    /** Brings back what was given up. */
    takeMine: () =>
      setState((now) => {
        if (!now.theirs?.mine) return now;
        const { mine, conflicts } = now.theirs;
        const form = { ...now.form, ...picked(mine.form, conflicts) };
        return { ...now, base: mine.base, form, theirs: { ...now.theirs, mine: null } };
      }),
    /** What was a change becomes a new task. */
    detach: () => setState((now) => ({ ...now, base: null, theirs: null, isDeleted: false })),
    discard: () => {
      setRestored(false);
      setState((now) => ({ ...opened(now.theirs?.task ?? task, null), isDeleted: now.isDeleted }));
    },
    forget: () => clearDraft(userId, subject),
    keep: () => saveDraft(userId, subject, { base, form }),
  };
};
