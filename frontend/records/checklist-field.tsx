import { Checkbox } from 'antd';
import { Plus, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { isComposing } from '../ui/composing.ts';
import { Icon } from '../ui/icon.tsx';
import { LineInput } from '../ui/line-input.tsx';
import styles from './checklist-field.module.css';
import { type ChecklistRow, ofRow } from './record-form.ts';

/** What the parts of a checklist are called. */
export interface ChecklistWords {
  /** All of them: `Sub-tasks`. */
  all: string;
  /** Before an error of one of them: `Sub-task`. */
  one: string;
  row: (place: number) => string;
  rowCompleted: (place: number) => string;
  remove: (place: number) => string;
  fresh: string;
  add: string;
  full: string;
}

interface ChecklistFieldProps {
  words: ChecklistWords;
  /** As many as there is room for. */
  most: number;
  rows: ChecklistRow[];
  error: string | undefined;
  onChange: (rows: ChecklistRow[]) => void;
}

/** Lines to tick, rename, remove and add. Empty ones are ignored (S2 §5). */
export const ChecklistField = ({ words, most, rows, error, onChange }: ChecklistFieldProps) => {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);

  const add = (): void => {
    const title = typed.trim();
    setTyped('');
    if (title !== '') onChange([...rows, { key: crypto.randomUUID(), title, completed: false }]);
  };
  const change = (key: string, edit: Partial<ChecklistRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...edit } : row)));
  const remove = (key: string): void => {
    onChange(rows.filter((row) => row.key !== key));
    box.current?.focus();
  };

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{words.all}</legend>
      <ul className={styles.rows}>
        {rows.map(({ key, title, completed }, index) => (
          <li key={key} className={styles.row}>
            <Checkbox
              className={styles.tick}
              aria-label={words.rowCompleted(index + 1)}
              checked={completed}
              onChange={(event) => change(key, { completed: event.target.checked })}
            />
            <LineInput
              dir="auto"
              className={styles.text}
              aria-label={words.row(index + 1)}
              value={title}
              longest={200}
              onChange={(text) => change(key, { title: text })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isComposing(event)) return;
                event.preventDefault();
                box.current?.focus();
              }}
            />
            <IconButton icon={X} label={words.remove(index + 1)} onClick={() => remove(key)} />
          </li>
        ))}
      </ul>
      {rows.length >= most ? (
        <p role="status" className={styles.full}>
          {words.full}
        </p>
      ) : (
        <div className={styles.row}>
          <LineInput
            ref={box}
            dir="auto"
            className={styles.text}
            aria-label={words.fresh}
            placeholder={words.add}
            value={typed}
            longest={200}
            onChange={setTyped}
            onBlur={() => afterPress(add)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event) || typed.trim() === '') return;
              event.preventDefault();
              add();
            }}
          />
          <Button
            icon={Plus}
            onClick={() => {
              add();
              box.current?.focus();
            }}
          >
            {t('Add')}
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          <Icon of={TriangleAlert} size={15} /> {ofRow(words.one, error)}
        </p>
      )}
    </fieldset>
  );
};
