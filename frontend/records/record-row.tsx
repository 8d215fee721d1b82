import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, type Ref, useRef } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { isPlainLetter } from '../core/shortcuts.ts';
import { classNames } from '../ui/class-names.ts';
import { useFocusFallback } from '../ui/focus-fallback.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import type { Column } from './columns.ts';
import styles from './record-row.module.css';

/** How rows of a kind look, and what can be done from one. The object must stay the same, or every row renders again. */
export interface RowKind<R> {
  /** Where a record's page is. */
  pathOf: (record: R) => string;
  titleOf: (record: R) => string;
  /** The first words of its text, for comfortable rows. */
  excerptOf: (record: R) => string;
  /** It is over and done: its title steps back. */
  isDone: (record: R) => boolean;
  /** In front of its title: what is ticked most often. */
  leading: (record: R) => ReactNode;
  menuOf: (record: R) => readonly MenuItem[];
  onOpen: (record: R) => void;
  onSelect: (id: string, range: boolean) => void;
  selectLabel: (title: string) => string;
}

interface RecordRowProps<R> {
  ref?: Ref<HTMLLIElement>;
  /** Pixels below the beginning of the list. */
  top: number;
  record: R;
  kind: RowKind<R>;
  columns: readonly Column<R>[];
  comfortable: boolean;
  today: string;
  selected: boolean;
  /** Its page is open. */
  current: boolean;
  /** Its place in the list, from 0, and how many there are as far as is known. */
  place: number;
  count: number;
}

/** Arrow keys go from title to title, `x` selects, as in a mail program; only while a title has the focus. */
const onKey = (event: KeyboardEvent<HTMLElement>, select: (range: boolean) => void): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const way = step[event.key as keyof typeof step];
  if (way) {
    event.preventDefault();
    const row = event.currentTarget.closest('li')?.[way];
    row?.querySelector<HTMLElement>('h2 a')?.focus();
  } else if (isPlainLetter(event, 'x')) {
    event.preventDefault();
    select(event.shiftKey);
  }
};

const Row = <R extends { id: string }>({
  ref,
  top,
  record,
  kind,
  columns,
  comfortable,
  today,
  selected,
  current,
  place,
  count,
}: RecordRowProps<R>) => {
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  const title = kind.titleOf(record);
  const excerpt = comfortable ? kind.excerptOf(record) : '';
  return (
    <li
      ref={(element) => {
        row.current = element;
        if (typeof ref === 'function') ref(element);
      }}
      style={{ top }}
      data-index={place}
      data-id={record.id}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-selected={selected || undefined}
      data-current={current || undefined}
      className={classNames(
        styles.row,
        comfortable && styles.comfortable,
        kind.isDone(record) && styles.over,
      )}
    >
      <label className={styles.select}>
        <input
          type="checkbox"
          checked={selected}
          // A change does not say which keys were held.
          onChange={() => undefined}
          onClick={(event) => kind.onSelect(record.id, event.shiftKey)}
        />
        <span className="visually-hidden">{kind.selectLabel(title)}</span>
      </label>
      {kind.leading(record)}
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link
            to={kind.pathOf(record)}
            dir="auto"
            aria-current={current || undefined}
            data-tooltip-when-cut=""
            onKeyDown={(event) => onKey(event, (range) => kind.onSelect(record.id, range))}
            onClick={(event) => {
              // With a key held, the browser opens it in a tab of its own.
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              kind.onOpen(record);
            }}
          >
            {title}
          </Link>
        </h2>
        {excerpt && (
          <p dir="auto" className={styles.excerpt}>
            {excerpt}
          </p>
        )}
      </div>
      <div className={styles.cells}>
        {columns.map((column) => {
          const cell = column.cell(record, today);
          return (
            <div key={column.id} className={styles.cell} data-empty={cell ? undefined : ''}>
              {cell}
            </div>
          );
        })}
      </div>
      <div className={styles.menu}>
        <Menu label={t('Actions for {name}', { name: title })} items={kind.menuOf(record)}>
          <Icon of={EllipsisVertical} />
        </Menu>
      </div>
    </li>
  );
};

/** One record of a list. It renders again only when it, or what it shows of it, has changed. */
export const RecordRow = memo(Row) as typeof Row;
