import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column, ListLayout } from './columns.ts';
import styles from './record-list.module.css';
import { RecordRow, type RowKind } from './record-row.tsx';
import type { Selection } from './selection.ts';

/** Pixels that a row is taken for until it is measured. */
const guessedHeight = { dense: 41, comfortable: 57 } as const;
/** Rows that are there above and below what is seen. */
const beyond = 15;

interface RecordListProps<R> {
  label: string;
  records: readonly R[];
  kind: RowKind<R>;
  columns: readonly Column<R>[];
  layout: ListLayout;
  today: string;
  selection: Selection;
  /** Of the record whose page is open. */
  currentId: string | null;
  /** More can be loaded: how many there are in all is not known. */
  more: boolean;
  selectAllLabel: string;
  /** What the field of the title is called. */
  titleLabel: string;
}

/** The tracks of a row: the box that selects, what is ticked, the title, the columns, the menu. */
const templateOf = <R,>(columns: readonly Column<R>[], touch: boolean): string =>
  [touch ? '' : '24px', '28px', 'minmax(220px, 2fr)', ...columns.map(({ width }) => width), '36px']
    .filter((track) => track !== '')
    .join(' ');

/**
 * The rows of a list. Only those near what is seen are in the page, the one that has the focus always: ten thousand cost no more
 * than a hundred. It renders again only when the records do, not with every letter typed above it.
 */
const List = <R extends { id: string }>({
  label,
  records,
  kind,
  columns,
  layout,
  today,
  selection,
  currentId,
  more,
  selectAllLabel,
  titleLabel,
}: RecordListProps<R>) => {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const focused = useRef<string | null>(null);
  const shown = useMemo(
    () => columns.filter(({ id }) => layout.columns.includes(id)),
    [columns, layout.columns],
  );

  // Where the list begins: the toolbar above it may be one row or two.
  useLayoutEffect(() => {
    const measure = (): void => setTop(list.current!.getBoundingClientRect().top + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtual = useWindowVirtualizer({
    count: records.length,
    estimateSize: () => (layout.comfortable ? guessedHeight.comfortable : guessedHeight.dense),
    overscan: beyond,
    scrollMargin: top,
    getItemKey: (index) => records[index]?.id ?? index,
    // A list that is hidden, behind the page of a record on a phone, keeps the heights that it had.
    measureElement: (element, _entry, { options, itemSizeCache }) => {
      const index = Number((element as HTMLElement).dataset.index);
      return (
        (element as HTMLElement).offsetHeight ||
        (itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index))
      );
    },
    scrollPaddingStart: 80,
    rangeExtractor: (range) => {
      const wanted = defaultRangeExtractor(range);
      const kept = focused.current === null ? -1 : records.findIndex(({ id }) => id === focused.current);
      return kept < 0 || wanted.includes(kept) ? wanted : [...wanted, kept].sort((one, other) => one - other);
    },
  });
  // Beside its page the rows are higher: the one that was opened stays in sight.
  const { scrollToIndex } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is opened, when its rows have been measured
  useEffect(() => {
    const place = records.findIndex(({ id }) => id === currentId);
    if (place < 0 || list.current?.offsetHeight === 0) return;
    const frame = requestAnimationFrame(() => scrollToIndex(place, { align: 'auto' }));
    return () => cancelAnimationFrame(frame);
  }, [currentId]);
  const template = {
    '--record-template': templateOf(shown, false),
    '--record-template-touch': templateOf(shown, true),
  } as CSSProperties;
  const allSelected = records.length > 0 && selection.ids.size === records.length;
  return (
    <div className={styles.list} style={template}>
      <div className={styles.head} data-selecting={selection.active || undefined}>
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={allSelected}
            ref={(box) => {
              if (box) box.indeterminate = selection.ids.size > 0 && !allSelected;
            }}
            onChange={() => (allSelected ? selection.clear() : selection.all())}
          />
          <span className="visually-hidden">{selectAllLabel}</span>
        </label>
        <span />
        <span aria-hidden="true" className={styles.name}>
          {titleLabel}
        </span>
        {shown.map(({ id, label: name }) => (
          <span key={id} aria-hidden="true" className={styles.name}>
            {name()}
          </span>
        ))}
      </div>
      <ul
        ref={list}
        aria-label={label}
        className={styles.rows}
        data-selecting={selection.active || undefined}
        onFocus={(event) => {
          focused.current = event.target.closest('li')?.dataset.id ?? null;
        }}
        onBlur={() => {
          focused.current = null;
        }}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const record = records[index];
          return (
            record && (
              <RecordRow
                key={key}
                ref={virtual.measureElement}
                top={start - top}
                record={record}
                kind={kind}
                columns={shown}
                comfortable={layout.comfortable}
                today={today}
                selected={selection.ids.has(record.id)}
                current={record.id === currentId}
                place={index}
                count={more ? -1 : records.length}
              />
            )
          );
        })}
      </ul>
    </div>
  );
};

export const RecordList = memo(List) as typeof List;
