import { type ReactNode, useState } from 'react';
import type { Text } from '../../shared/core/translate.ts';
import { personalStore } from '../core/device-store.ts';

/** A column of a list of records. */
export interface Column<R> {
  id: string;
  label: Text;
  /** Its track in the grid, such as `120px`. */
  width: string;
  /** Shown unless the person says otherwise. */
  initially: boolean;
  /** Nothing where the record has nothing to show. */
  cell: (record: R, today: string) => ReactNode;
}

/** How a person wants to see a list: kept in this browser. */
export interface ListLayout {
  /** Ids of the columns that are shown. */
  columns: readonly string[];
  /** Rows with the first line of their text, and more air. */
  comfortable: boolean;
}

const isLayout = (value: unknown): value is ListLayout => {
  if (typeof value !== 'object' || value === null) return false;
  const { columns, comfortable } = value as Partial<ListLayout>;
  return Array.isArray(columns) && typeof comfortable === 'boolean';
};

/** The layout of a list, and a way to change it. */
export const useListLayout = <R>(
  userId: string,
  list: string,
  columns: readonly Column<R>[],
): [ListLayout, (layout: ListLayout) => void] => {
  const [store] = useState(() => personalStore(userId));
  const name = `list:${list}`;
  const [layout, setLayout] = useState<ListLayout>(
    () =>
      store.recallValue(name, isLayout) ?? {
        columns: columns.filter(({ initially }) => initially).map(({ id }) => id),
        comfortable: false,
      },
  );
  const change = (wanted: ListLayout): void => {
    setLayout(wanted);
    store.remember(name, JSON.stringify(wanted));
  };
  return [layout, change];
};
