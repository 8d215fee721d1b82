import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/core/translate.ts';
import type { HistoryEvent } from '../../../shared/history/contract.ts';
import type { Entity } from '../../../shared/kinds.ts';
import { detailsOf, personIn, sentenceOf } from '../../../shared/sentences.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageEnd } from '../../ui/page-end.tsx';
import { ActivitySkeleton, TimeAgo } from './activity-list.tsx';
import { recordHistoryQuery } from './history-queries.ts';
import styles from './record-history.module.css';

/** What is said of the history of a kind's record. */
interface HistoryWords {
  heading: string;
  /** Of the list: `History of this task`. */
  list: string;
  none: string;
  /** A change that is told by its fields, from the name of who did it: `{name} changed the task`. */
  changed: (name: string, person: (inside: string) => ReactNode) => ReactNode;
}

interface RecordHistoryProps {
  entity: Entity;
  recordId: string;
  words: HistoryWords;
}

/** A change of fields is told by its fields; all else has a verb of its own. */
const isPlain = ({ type, entity }: HistoryEvent): boolean => type === `${entity}.changed`;

/** Who did what, without naming the record whose page this is. */
const Deed = ({ event, changed }: { event: HistoryEvent; changed: HistoryWords['changed'] | null }) => {
  const person = (inside: string) => <bdi className={styles.person}>{inside}</bdi>;
  const name = personIn(event);
  if (changed) return changed(name, person);
  return sentenceOf(event, name).map((part) =>
    typeof part === 'string' ? (
      part
    ) : 'person' in part ? (
      <Fragment key="person">{person(part.person)}</Fragment>
    ) : null,
  );
};

const Entry = ({ event, changed }: { event: HistoryEvent; changed: HistoryWords['changed'] }) => {
  const details = detailsOf(event);
  return (
    <li>
      <p className={styles.line}>
        <span className={styles.words}>
          <Deed event={event} changed={isPlain(event) && details.length > 0 ? changed : null} />
        </span>
        <TimeAgo at={event.at} />
      </p>
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.map((detail) => (
            <li key={detail} dir="auto">
              {detail}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const Entries = ({ entity, recordId, words }: RecordHistoryProps) => {
  const body = useRef<HTMLDivElement>(null);
  const history = useInfiniteQuery(recordHistoryQuery(entity, recordId));
  const { isPending } = history;
  // It stands last on the page: opened there, it would be below what is seen.
  useEffect(() => {
    if (!isPending) body.current?.scrollIntoView({ block: 'nearest' });
  }, [isPending]);
  const events = history.data?.pages.flatMap(({ items }) => items);
  return (
    <div ref={body} className={styles.body}>
      {isPending && <ActivitySkeleton />}
      {events?.length === 0 && <p className={styles.none}>{words.none}</p>}
      {events && events.length > 0 && (
        <ol aria-label={words.list} className={styles.entries}>
          {events.map((event) => (
            <Entry key={event.seq} event={event} changed={words.changed} />
          ))}
        </ol>
      )}
      <PageEnd list={history} failure={t('Failed to load the history.')} more={t('Show older')} />
    </div>
  );
};

/** Who changed what of a record; it is asked for when it is opened. */
export const RecordHistory = (history: RecordHistoryProps) => {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <Icon of={ChevronDown} size={16} />
        {history.words.heading}
      </summary>
      {open && <Entries {...history} />}
    </details>
  );
};
