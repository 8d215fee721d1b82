import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { may } from '../../shared/core/access.ts';
import { dateFormat, t } from '../../shared/core/translate.ts';
import { rich } from '../core/rich.ts';
import { useMember } from '../core/session.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useFocusFallback } from '../ui/focus-fallback.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { trashQuery } from './record-queries.ts';
import { type AnyRecords, type Deletion, type InTrash, type RecordIn, titleOf } from './records.ts';
import { useRestore } from './restore.ts';
import styles from './trash-list.module.css';

interface CardProps {
  record: InTrash<RecordIn<AnyRecords>>;
  title: string;
  onRestore: (deletion: Deletion) => void;
}

const Card = ({ record, title, onRestore }: CardProps) => {
  const { user, membership } = useMember();
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  const own = record.deletedBy === user.id;
  const dates = {
    moment: dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(record.deletedAt)),
    day: dateFormat({ dateStyle: 'medium' }).format(new Date(record.restorableUntil)),
  };
  return (
    <li ref={card} className={styles.card}>
      <div className={styles.words}>
        <p dir="auto" className={styles.title}>
          {title}
        </p>
        <p className={styles.facts}>
          {own
            ? t('Deleted by you on {moment}. Can be restored until {day}.', dates)
            : rich('Deleted by <person>{name}</person> on {moment}. Can be restored until {day}.', {
                ...dates,
                name: record.deletedByName,
                person: (inside) => <bdi>{inside}</bdi>,
              })}
        </p>
      </div>
      {own || may(membership, 'trash.restore') ? (
        <Button
          icon={Undo2}
          aria-label={t('Restore {name}', { name: title })}
          onClick={() => onRestore(record)}
        >
          {t('Restore')}
        </Button>
      ) : (
        <p className={styles.facts}>{t('An owner or manager can restore it.')}</p>
      )}
    </li>
  );
};

/** The records of a kind in Trash, and the way back: on a page of their own, and in the settings of the group. */
export const TrashList = ({ records }: { records: AnyRecords }) => {
  const { membership } = useMember();
  const queryClient = useQueryClient();
  const restore = useRestore(records);
  const query = trashQuery(records, membership.organization.id);
  const list = useInfiniteQuery(query);
  const items = list.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-label={records.words().trash} aria-busy={list.isPending} className={styles.section}>
      {list.isPending && <ListSkeleton text={records.words().loading} />}
      {list.isError && !items && <LoadFailure query={list}>{records.words().listFailed}</LoadFailure>}
      {items?.length === 0 && (
        <div className={styles.empty}>
          <EmptyState
            picture="trash"
            title={records.words().trashEmpty}
            text={records.words().trashEmptyText}
          />
        </div>
      )}
      {items && items.length > 0 && (
        <ul aria-label={records.words().trash} className={styles.list}>
          {items.map((record) => (
            <Card key={record.id} record={record} title={titleOf(records, record)} onRestore={restore} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <LoadMore
          busy={list.isFetchingNextPage}
          failure={list.isFetchNextPageError ? list.error : null}
          failureText={records.words().listFailed}
          onLoad={() => void list.fetchNextPage()}
          onStartAgain={() => void queryClient.resetQueries({ queryKey: query.queryKey })}
        />
      )}
    </section>
  );
};
