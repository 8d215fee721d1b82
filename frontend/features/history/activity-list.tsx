import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Part } from '../../../shared/core/sentence.ts';
import { t } from '../../../shared/core/translate.ts';
import type { HistoryEvent } from '../../../shared/history/contract.ts';
import { kinds, recordPath } from '../../../shared/kinds.ts';
import { personIn, sentenceOf } from '../../../shared/sentences.ts';
import { useMinute } from '../../core/clock.ts';
import { exactMoment, relativeTime } from '../../core/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './activity-list.module.css';

/** When something happened: how long ago, and on pointing at it the whole date. */
export const TimeAgo = ({ at }: { at: string }) => {
  const moment = Date.parse(at);
  return (
    <time dateTime={at} data-tooltip={exactMoment(moment)} className={styles.time}>
      {relativeTime(moment, useMinute(), { daysAtMost: 7 })}
    </time>
  );
};

/** The records that are gone, as far as events (newest first) tell: there is nothing to link to. */
const goneIn = (events: readonly HistoryEvent[]): ReadonlySet<string> => {
  const seen = new Map<string, HistoryEvent>();
  for (const event of events) if (!seen.has(event.id)) seen.set(event.id, event);
  const isGone = ({ entity, type }: HistoryEvent) => kinds[entity].goneAfter?.includes(type);
  return new Set([...seen].filter(([, event]) => isGone(event)).map(([id]) => id));
};

const PartOf = ({ part, link }: { part: Part; link: string | undefined }): ReactNode => {
  if (typeof part === 'string') return part;
  if ('person' in part) return <bdi className={styles.person}>{part.person}</bdi>;
  return link ? (
    <Link to={link} dir="auto">
      {part.record}
    </Link>
  ) : (
    <bdi>{part.record}</bdi>
  );
};

interface ActivityListProps {
  label: string;
  /** Newest first. */
  events: readonly HistoryEvent[];
  /** Leaves out who did it, where all was done by one person. */
  ofOnePerson?: boolean;
}

/** What people did, in sentences that lead to what they did it to. */
export const ActivityList = ({ label, events, ofOnePerson = false }: ActivityListProps) => {
  const gone = goneIn(events);
  return (
    <ul aria-label={label} className={styles.list}>
      {events.map((event) => {
        const link = gone.has(event.id) ? undefined : recordPath(event.entity, event.id);
        const person = personIn(event);
        return (
          <li key={event.seq}>
            {!ofOnePerson && <Avatar person={{ id: event.by, name: person }} size="small" />}
            <p className={styles.words}>
              {sentenceOf(event, ofOnePerson ? undefined : person).map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its parts
                <Fragment key={index}>
                  <PartOf part={part} link={link} />
                </Fragment>
              ))}
            </p>
            <TimeAgo at={event.at} />
          </li>
        );
      })}
    </ul>
  );
};

export const ActivitySkeleton = () => (
  <div role="status" className={styles.loading}>
    <span className="visually-hidden">{t('Loading activity...')}</span>
    {['72%', '58%', '66%'].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);
