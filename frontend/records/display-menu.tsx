import { Checkbox } from 'antd';
import { SlidersHorizontal } from 'lucide-react';
import { t } from '../../shared/core/translate.ts';
import { Button } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import type { Column, ListLayout } from './columns.ts';
import styles from './display-menu.module.css';

interface DisplayMenuProps<R> {
  columns: readonly Column<R>[];
  layout: ListLayout;
  onChange: (layout: ListLayout) => void;
}

/** Chooses the columns of a list, and how close its rows stand. */
export const DisplayMenu = <R,>({ columns, layout, onChange }: DisplayMenuProps<R>) => (
  <Popover
    label={t('Display')}
    button={(opening) => (
      <Button icon={SlidersHorizontal} className={styles.button} {...opening}>
        {t('Display')}
      </Button>
    )}
  >
    {() => (
      <div className={styles.panel}>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('Columns')}</legend>
          {columns.map(({ id, label }) => (
            <Checkbox
              key={id}
              className={styles.choice}
              checked={layout.columns.includes(id)}
              onChange={({ target }) =>
                onChange({
                  ...layout,
                  // In their own order, whichever was chosen last.
                  columns: columns
                    .map((one) => one.id)
                    .filter((one) => (one === id ? target.checked : layout.columns.includes(one))),
                })
              }
            >
              {label()}
            </Checkbox>
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('Rows')}</legend>
          <Checkbox
            className={styles.choice}
            checked={layout.comfortable}
            onChange={({ target }) => onChange({ ...layout, comfortable: target.checked })}
          >
            {t('Comfortable')}
          </Checkbox>
        </fieldset>
      </div>
    )}
  </Popover>
);
