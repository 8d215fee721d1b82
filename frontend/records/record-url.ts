import { useEffect, useEffectEvent, useState } from 'react';
import { isFailure } from '../core/failure.ts';
import { keyOf, useOpening } from '../core/url-state.ts';
import { toast } from '../ui/toast-store.ts';
import { notifyFailure } from './notify-failure.ts';
import type { AnyRecords, RecordIn, Stamp } from './records.ts';

/** In place of a record's id: the form for a new one. */
export const newRecord = 'new';

/** What can be asked about a record over the page: its form, and the questions that its kind has. */
export type Asked<Question extends string, R> =
  | { ask: 'edit'; record: R | null }
  | { ask: Question; record: R };

/**
 * What the URL says is asked about a record: `?record=<id>&ask=edit` over the list, `?ask=edit` alone over the record's own page,
 * `?record=new` for the form of a new one. (docs/decisions/0036)
 * @param questions beside the form
 * @param shownId of the record whose page is open
 */
export const useAsked = <K extends AnyRecords, Question extends string>(
  records: K,
  questions: Readonly<Record<Question, true>>,
  shownId: string | null,
) => {
  type R = RecordIn<K> & Stamp;
  const { opened, open, close } = useOpening(['record', 'ask']);
  const ask = keyOf({ ...questions, edit: true } as Record<Question | 'edit', true>, opened.ask);
  const id = opened.record ?? (ask ? shownId : null);
  /** As the list handed it over, or as it was fetched. */
  const [known, setKnown] = useState<R | null>(null);

  const arrive = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (id === null || id === newRecord) {
      setKnown(null);
      return;
    }
    if (known?.id === id) return;
    try {
      setKnown(await records.api.get(id, signal));
    } catch (error) {
      if (signal.aborted) return;
      close();
      if (isFailure(error, 'not_found'))
        toast({ kind: 'info', title: records.words().gone, detail: records.words().goneDetail });
      else notifyFailure(records.words().openFailed, error);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another arrival.
  useEffect(() => {
    const leaving = new AbortController();
    void arrive(leaving.signal);
    return () => leaving.abort();
  }, [id]);

  const asked = (): Asked<Question, R> | null => {
    if (id === newRecord) return { ask: 'edit', record: null };
    if (id === null || known?.id !== id) return null;
    return { ask: ask ?? 'edit', record: known } as Asked<Question, R>;
  };
  return {
    asked: asked(),
    open: ({ ask: wanted, record }: Asked<Question, R>): void => {
      setKnown(record);
      open({
        ...((record === null || record.id !== shownId) && { record: record?.id ?? newRecord }),
        ...(record !== null && { ask: wanted }),
      });
    },
    close,
  };
};
