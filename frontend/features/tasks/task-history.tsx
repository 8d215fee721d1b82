import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { HistoryEvent } from '../../../shared/history/contract.ts';
import { detailsOf, personIn, sentenceOf } from '../../../shared/sentences.ts';
import { rich } from '../../core/rich.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageEnd } from '../../ui/page-end.tsx';
import { ActivitySkeleton, recordHistoryQuery, TimeAgo } from '../history/public.ts';
import styles from './task-history.module.css';

/** A change of fields is told by its fields; all else has a verb of its own. */
const isPlain = ({ type }: HistoryEvent): boolean => type === 'task.changed';

/** Who did what, without naming the task that the dialog names already. */
const Deed = ({ event, plain }: { event: HistoryEvent; plain: boolean }) => {
  const person = (inside: string) => <bdi className={styles.person}>{inside}</bdi>;
  const name = personIn(event);
  if (plain) return rich('<person>{name}</person> changed the task', { name, person });
  return sentenceOf(event, name).map((part) =>
    typeof part === 'string' ? (
      part
    ) : 'person' in part ? (
      <Fragment key="person">{person(part.person)}</Fragment>
    ) : null,
  );
};

const Entry = ({ event }: { event: HistoryEvent }) => {
  const details = detailsOf(event);
  return (
    <li>
      <p className={styles.line}>
        <span className={styles.words}>
          <Deed event={event} plain={isPlain(event) && details.length > 0} />
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

const Entries = ({ taskId }: { taskId: string }) => {
  const body = useRef<HTMLDivElement>(null);
  const history = useInfiniteQuery(recordHistoryQuery('task', taskId));
  const { isPending } = history;
  // It stands last in the form: opened there, it would be below what is seen.
  useEffect(() => {
    if (!isPending) body.current?.scrollIntoView({ block: 'nearest' });
  }, [isPending]);
  const events = history.data?.pages.flatMap(({ items }) => items);
  return (
    <div ref={body} className={styles.body}>
      {isPending && <ActivitySkeleton />}
      {events?.length === 0 && <p className={styles.none}>There is no history of this task yet.</p>}
      {events && events.length > 0 && (
        <ol aria-label="History of this task" className={styles.entries}>
          {events.map((event) => (
            <Entry key={event.seq} event={event} />
          ))}
        </ol>
      )}
      <PageEnd list={history} failure="Failed to load the history." more="Show older" />
    </div>
  );
};

/** Who changed what of a task; it is asked for when it is opened. */
export const TaskHistory = ({ taskId }: { taskId: string }) => {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <Icon of={ChevronDown} size={16} />
        History
      </summary>
      {open && <Entries taskId={taskId} />}
    </details>
  );
};
