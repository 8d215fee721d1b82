import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, SquareCheck, Trash2 } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link, useParams } from 'react-router-dom';
import { type Text, t } from '../../shared/core/translate.ts';
import { useToday } from '../core/clock.ts';
import { useMember } from '../core/session.ts';
import { useTypedSearch } from '../core/typed-search.ts';
import { useOpenPage } from '../core/url-state.ts';
import { Button } from '../ui/button.tsx';
import { DrawerLayout } from '../ui/drawer.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { type LazyPart, useLazyPart } from '../ui/lazy-part.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import { type Column, useListLayout } from './columns.ts';
import { ConflictQuestion } from './conflict-question.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { conflictDialog, markdownText } from './lazy-parts.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { LoadMore } from './load-more.tsx';
import { type QuickEdit, useQuickEdit } from './quick-edits.ts';
import type { RecordConflict } from './record-changes.ts';
import type { RecordDialogProps } from './record-form-dialog.tsx';
import { RecordList } from './record-list.tsx';
import styles from './record-list-page.module.css';
import type { RecordPageProps } from './record-page.tsx';
import { listQuery } from './record-queries.ts';
import type { RowKind } from './record-row.tsx';
import { useAsked } from './record-url.ts';
import { type AnyRecords, type FiltersOf, type RecordIn, titleOf } from './records.ts';
import { useSelection } from './selection.ts';

/** Forms and pages come while nobody waits for anything: then they open even when the network has gone. */
const preloadAfter = 1_000;

/** What the menu of a record, and what is ticked in front of it, can do. */
export interface ListTools<K extends AnyRecords, Question extends string> {
  edit: QuickEdit<K>;
  ask: (ask: Question | 'edit', record: RecordIn<K>) => void;
}

/** What a kind's list has of its own. Must stay the same object: it is what every row is made from. */
export interface ListKind<K extends AnyRecords, Question extends string> {
  records: K;
  /** Of the screen (S2): its title, what it is for, and what its button says. */
  heading: Text;
  subtitle: Text;
  createLabel: Text;
  columns: readonly Column<RecordIn<K>>[];
  excerptOf: (record: RecordIn<K>) => string;
  isDone: (record: RecordIn<K>) => boolean;
  leading: (record: RecordIn<K>, tools: ListTools<K, Question>) => ReactNode;
  menuOf: (record: RecordIn<K>, tools: ListTools<K, Question>) => readonly MenuItem[];
  selectLabel: (title: string) => string;
  selectAllLabel: Text;
  bulk: readonly BulkAction<K>[];
  /** Beside the form and "Delete", which every kind has. */
  questions: Readonly<Record<Question, true>>;
  form: LazyPart<RecordDialogProps<K>>;
  page: LazyPart<RecordPageProps<K>>;
  empty: {
    picture: ComponentProps<typeof EmptyState>['picture'];
    title: Text;
    text: Text;
    filtered: Text;
  };
}

interface RecordListPageProps<K extends AnyRecords, Question extends string> {
  kind: ListKind<K, Question>;
  filters: FiltersOf<K> & { search: string };
  isFiltered: boolean;
  onSearch: (search: string) => void;
  /** Search, filters and order. */
  toolbar: (parts: { typed: string; onType: (text: string) => void; display: ReactNode }) => ReactNode;
  /** A question that the kind has of its own. */
  question: (
    ask: Question,
    record: RecordIn<K>,
    tools: ListTools<K, Question> & { close: () => void },
  ) => ReactNode;
}

const PanelOf = <K extends AnyRecords>({
  part,
  ...props
}: RecordPageProps<K> & { part: LazyPart<RecordPageProps<K>> }) => {
  const { Part } = useLazyPart(part);
  if (Part) return <Part {...props} />;
  return (
    <LazyDialog part={part} onClose={props.onClose}>
      {(Loaded) => <Loaded {...props} />}
    </LazyDialog>
  );
};

/**
 * The screen of a kind of record: its list with search, filters, selection and what can be done to many; the page of one beside
 * it; its form and its questions over both. All of what is shown stands in the URL.
 */
export const RecordListPage = <K extends AnyRecords, Question extends string>({
  kind,
  filters,
  isFiltered,
  onSearch,
  toolbar,
  question,
}: RecordListPageProps<K, Question>) => {
  type R = RecordIn<K>;
  const { records } = kind;
  const words = records.words();
  const { user, membership } = useMember();
  const { id: organizationId, timeZone } = membership.organization;
  const queryClient = useQueryClient();
  const today = useToday(timeZone);
  const { recordId: shownId = null } = useParams();
  const { typed, setTyped, settled } = useTypedSearch(filters.search, onSearch);
  const panel = useOpenPage(records.path, shownId);
  const asking = useAsked(
    records,
    { ...kind.questions, delete: true } as Record<Question | 'delete', true>,
    shownId,
  );
  const [conflict, setConflict] = useState<RecordConflict<K> | null>(null);
  const [layout, setLayout] = useListLayout(user.id, records.name, kind.columns);

  // The entry of the history that closing goes back to has what is typed, too.
  const keepSearch = (): void => {
    if (!settled) onSearch(typed.trim());
  };
  const ask = (wanted: Parameters<typeof asking.open>[0]): void => {
    keepSearch();
    asking.open(wanted);
  };

  const list = useInfiniteQuery({
    ...listQuery(records, organizationId, filters),
    // Until the server answers, the loaded records that fit are shown.
    placeholderData: (previous) =>
      queryClient.getQueryData(listQuery(records, organizationId, { ...filters, search: '' }).queryKey) ??
      previous,
  });
  const search = useDeferredValue(typed.trim());
  const shown = useMemo(
    () =>
      list.data?.pages
        .flatMap(({ items }) => items as R[])
        .filter((record) => records.fits(record, { ...filters, search })),
    [list.data, records, filters, search],
  );
  const selection = useSelection(useMemo(() => shown?.map(({ id }) => id) ?? [], [shown]));

  const edit = useQuickEdit(records, setConflict);
  const latest = useRef({ ask, open: panel.open, keepSearch });
  useEffect(() => {
    latest.current = { ask, open: panel.open, keepSearch };
  });
  const tools = useMemo<ListTools<K, Question>>(
    () => ({ edit, ask: (wanted, record) => latest.current.ask({ ask: wanted, record } as never) }),
    [edit],
  );
  const menuOf = useMemo(
    () =>
      (record: R): readonly MenuItem[] => [
        ...kind.menuOf(record, tools),
        {
          label: records.words().deleteTitle,
          icon: Trash2,
          danger: true,
          onSelect: () => latest.current.ask({ ask: 'delete', record } as never),
        },
      ],
    [kind, tools, records],
  );
  const { toggle, begin } = selection;
  const rowKind = useMemo<RowKind<R>>(
    () => ({
      pathOf: ({ id }) => `${records.path}/${encodeURIComponent(id)}`,
      titleOf: (record) => titleOf(records, record),
      excerptOf: kind.excerptOf,
      isDone: kind.isDone,
      leading: (record) => kind.leading(record, tools),
      menuOf: (record) => {
        const items = menuOf(record);
        const select = { label: t('Select'), icon: SquareCheck, onSelect: () => begin(record.id) };
        return [...items.slice(0, -1), select, ...items.slice(-1)];
      },
      onOpen: ({ id }) => {
        latest.current.keepSearch();
        latest.current.open(id);
      },
      onSelect: toggle,
      selectLabel: kind.selectLabel,
    }),
    [records, kind, tools, menuOf, toggle, begin],
  );

  const listed = list.isSuccess;
  useEffect(() => {
    if (!listed) return;
    const timer = setTimeout(() => {
      for (const part of [kind.page, kind.form, conflictDialog, markdownText]) part.preload();
    }, preloadAfter);
    return () => clearTimeout(timer);
  }, [listed, kind]);

  // What is deleted from its page takes the page along, once the question is gone.
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const { asked } = asking;
  const closePanel = panel.close;
  useEffect(() => {
    if (deletedId === null || asked) return;
    setDeletedId(null);
    if (deletedId === shownId) closePanel();
  }, [deletedId, asked, shownId, closePanel]);

  const selected = shown?.filter(({ id }) => selection.ids.has(id)) ?? [];
  const answered = settled && !list.isPlaceholderData && !list.isPending;
  return (
    <div data-wide-screen="">
      <DrawerLayout
        drawer={
          shownId !== null && (
            <PanelOf
              // Another record is another page: what is being edited in one stays its own.
              key={shownId}
              part={kind.page}
              id={shownId}
              listTitle={kind.heading()}
              menuOf={menuOf}
              onClose={panel.close}
            />
          )
        }
      >
        <div className={styles.top}>
          <PageHeading className={styles.heading} subtitle={shownId === null && kind.subtitle()}>
            {kind.heading()}
          </PageHeading>
          <Link to={`${records.path}/deleted`} className={styles.deleted}>
            <Icon of={Trash2} />
            {t('Show deleted')}
          </Link>
          <Button
            look="primary"
            icon={Plus}
            className={styles.create}
            onPointerEnter={kind.form.preload}
            onFocus={kind.form.preload}
            onClick={() => ask({ ask: 'edit', record: null })}
          >
            {kind.createLabel()}
          </Button>
        </div>
        {toolbar({
          typed,
          onType: setTyped,
          display: <DisplayMenu columns={kind.columns} layout={layout} onChange={setLayout} />,
        })}

        <p role="status" className="visually-hidden">
          {answered && shown && words.shown(shown.length)}
        </p>
        <section aria-label={words.region} aria-busy={!answered} className={styles.list}>
          {list.isError && !list.data && <LoadFailure query={list}>{words.listFailed}</LoadFailure>}
          {shown && shown.length > 0 && (
            <RecordList
              label={words.list}
              records={shown}
              kind={rowKind}
              columns={kind.columns}
              layout={layout}
              today={today}
              selection={selection}
              currentId={shownId}
              more={list.hasNextPage}
              selectAllLabel={kind.selectAllLabel()}
              titleLabel={records.fields[records.title].label}
            />
          )}
          {/* A rare word may need several requests through older records: until the last, nothing is known to be missing. */}
          {!list.isError && shown?.length === 0 && answered && !list.hasNextPage && (
            <div className={styles.empty}>
              <EmptyState
                picture={isFiltered ? 'search' : kind.empty.picture}
                title={kind.empty.title()}
                level={2}
                text={isFiltered ? kind.empty.filtered() : kind.empty.text()}
                action={
                  !isFiltered && (
                    <Button icon={Plus} onClick={() => ask({ ask: 'edit', record: null })}>
                      {words.create}
                    </Button>
                  )
                }
              />
            </div>
          )}
          {!list.isError && !shown?.length && !answered && <ListSkeleton text={words.loading} />}
          {answered && list.hasNextPage && (
            <LoadMore
              busy={list.isFetchingNextPage}
              failure={list.isFetchNextPageError ? list.error : null}
              failureText={words.listFailed}
              onLoad={() => void list.fetchNextPage()}
              onStartAgain={() => void queryClient.resetQueries({ queryKey: [records.name, 'list'] })}
            />
          )}
          {selection.active && (
            <BulkBar records={records} actions={kind.bulk} selected={selected} onClear={selection.clear} />
          )}
        </section>
      </DrawerLayout>

      {asked?.ask === 'edit' && (
        <LazyDialog part={kind.form} onClose={asking.close}>
          {(Form) => (
            <Form
              key={asked.record?.id}
              record={asked.record}
              onClose={asking.close}
              onReopen={(record) => latest.current.ask({ ask: 'edit', record })}
            />
          )}
        </LazyDialog>
      )}
      {asked?.ask === 'delete' && asked.record && (
        <DeleteDialog
          records={records}
          record={asked.record}
          onClose={asking.close}
          onDeleted={setDeletedId}
        />
      )}
      {asked &&
        asked.ask !== 'edit' &&
        asked.ask !== 'delete' &&
        question(asked.ask as Question, asked.record as R, { ...tools, close: asking.close })}
      <ConflictQuestion records={records} conflict={conflict} onAnswer={() => setConflict(null)} />
    </div>
  );
};
