import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { clearDraft, loadDraft, saveDraft, subjectInTab } from '../core/drafts.ts';
import { isFailure } from '../core/failure.ts';
import { inFull } from '../core/live-event-in-full.ts';
import type { LiveEvent } from '../core/live-events.ts';
import { onNews } from '../core/live-news.ts';
import { type Draft, type FormDefinition, picked } from './record-form.ts';
import type { AnyRecords, RecordIn } from './records.ts';

/** What somebody else did to a record while its form was open. */
export interface TheirChange<R = unknown, Form = unknown> {
  /** Who it was; null for the person themselves, in another window. */
  who: string | null;
  /** The record as they left it. */
  record: R;
  /** Fields that show their value, since nobody had touched them here. */
  updated: readonly string[];
  /** Fields that the person will be asked about when they save. */
  conflicts: readonly string[];
  /** The form as it was before the person took theirs. */
  mine: Draft<R, Form> | null;
}

interface DraftState<R, Form> extends Draft<R, Form> {
  theirs: TheirChange<R, Form> | null;
  isDeleted: boolean;
}

/** Who did it; null for the person themselves, in another window. */
const whoDid = ({ by, byName }: LiveEvent, userId: string): string | null =>
  by === userId ? null : (byName ?? t('Somebody'));

/**
 * The state of a record's form: kept as a draft as long as it differs from the record, and told at once when somebody else
 * changes that record.
 * @param entity of shared/kinds.ts
 * @param record null: a new one
 */
export const useRecordDraft = <K extends AnyRecords, Form extends object>(
  records: K,
  { formOf, isDraft, rebase }: FormDefinition<RecordIn<K>, Form>,
  { userId, entity, record }: { userId: string; entity: string; record: RecordIn<K> | null },
) => {
  type R = RecordIn<K>;
  type State = DraftState<R, Form>;

  /** The form with their change below it. */
  const onTopOf = (state: State, current: R, who: string | null): State => {
    const { base, form } = state;
    if (!base || current.version <= base.version) return state;
    const { updated, conflicts, ...rebased } = rebase(base, form, current);
    const isNews = updated.length > 0 || conflicts.length > 0;
    const theirs = isNews ? { who, record: current, updated, conflicts, mine: null } : state.theirs;
    return { ...rebased, theirs, isDeleted: false };
  };
  const opened = (from: R | null, found: Draft<R, Form> | null): State => {
    const state = { ...(found ?? { base: from, form: formOf(from) }), theirs: null, isDeleted: false };
    return from ? onTopOf(state, from, t('Somebody')) : state;
  };

  const [subject] = useState(() =>
    record ? `${entity}:${record.id}` : subjectInTab(userId, `${entity}:new`),
  );
  const [found] = useState(() => loadDraft(userId, subject, isDraft));
  const [restored, setRestored] = useState(found !== null);
  const [state, setState] = useState(() => opened(record, found));
  const { base, form, theirs, isDeleted } = state;
  const dirty = JSON.stringify(form) !== JSON.stringify(formOf(base));

  useEffect(() => {
    if (dirty) saveDraft(userId, subject, { base, form });
    else clearDraft(userId, subject);
  }, [userId, subject, base, form, dirty]);

  const look = useEffectEvent(async (id: string, event: LiveEvent | null): Promise<void> => {
    try {
      const [current, full] = await Promise.all([records.api.get(id), event && inFull(event)]);
      setState((now) => onTopOf(now, current, full ? whoDid(full, userId) : t('Somebody')));
    } catch (error) {
      if (isFailure(error, 'not_found')) setState((now) => ({ ...now, isDeleted: true }));
      else console.warn('What somebody else changed is told when the form is saved', error);
    }
  });
  const id = base?.id as string | undefined;
  useEffect(() => {
    if (id === undefined) return;
    return onNews((news) => {
      if (news.kind === 'reload') void look(id, null);
      if (news.kind === 'event' && news.event.id === id) void look(id, news.event);
    });
  }, [id]);

  return {
    base,
    form,
    dirty,
    restored,
    theirs,
    isDeleted,
    change: (edit: Partial<Form>) => setState((now) => ({ ...now, form: { ...now.form, ...edit } })),
    /** Gives up what was typed in the fields that they have changed, too. */
    takeTheirs: () =>
      setState((now) => {
        if (!now.base || !now.theirs) return now;
        const { record: current, conflicts } = now.theirs;
        const taken = { ...now.form, ...picked(formOf(current), conflicts) };
        const rebased = rebase(now.base, taken, current);
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
    /** What was a change becomes a new record. */
    detach: () => setState((now) => ({ ...now, base: null, theirs: null, isDeleted: false })),
    discard: () => {
      setRestored(false);
      setState((now) => ({ ...opened(now.theirs?.record ?? record, null), isDeleted: now.isDeleted }));
    },
    forget: () => clearDraft(userId, subject),
    keep: () => saveDraft(userId, subject, { base, form }),
  };
};
