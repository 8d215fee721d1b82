import { Checkbox } from 'antd';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ChecklistItem } from '../../shared/core/list-fields.ts';
import { t } from '../../shared/core/translate.ts';
import { afterPress } from '../ui/after-press.ts';
import { IconButton } from '../ui/button.tsx';
import { isComposing } from '../ui/composing.ts';
import { Icon } from '../ui/icon.tsx';
import { LineInput } from '../ui/line-input.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './checklist.module.css';
import type { ChecklistWords } from './checklist-field.tsx';
import { EditableLine } from './editable-line.tsx';

/** Makes other lines of a checklist, from what it is by then. */
export type ChecklistEdit = (items: ChecklistItem[]) => ChecklistItem[];

interface ChecklistProps {
  words: ChecklistWords & { progress: (done: number, all: number) => string; rename: string };
  items: readonly ChecklistItem[];
  most: number;
  longest: number;
  /** Answers whether it was saved. */
  onEdit: (edit: ChecklistEdit) => Promise<boolean>;
}

/** A checklist that is read, and edited where it stands: each tick, name, line and removal is saved by itself. */
export const Checklist = ({ words, items, most, longest, onEdit }: ChecklistProps) => {
  const headingId = useId();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const done = items.filter(({ completed }) => completed).length;

  const change = (id: string, edit: Partial<ChecklistItem>): Promise<boolean> =>
    onEdit((all) => all.map((one) => (one.id === id ? { ...one, ...edit } : one)));
  /** A line that somebody else has renamed meanwhile is not overwritten unseen; one that is gone is there again. */
  const rename = async (id: string, text: string, began: string): Promise<boolean> => {
    const now = items.find((one) => one.id === id);
    if (!now) return onEdit((all) => [...all, { title: text, completed: false }]);
    if (now.title === began) return change(id, { title: text });
    toast({
      kind: 'warning',
      title: t('Somebody else changed this line to “{title}”.', { title: now.title }),
    });
    return false;
  };
  const remove = (id: string): void => {
    void onEdit((all) => all.filter((one) => one.id !== id));
    box.current?.focus();
  };
  const add = async (): Promise<void> => {
    const title = typed.trim();
    setTyped('');
    if (title === '') return;
    const saved = await onEdit((all) => [...all, { title, completed: false }]);
    // What could not be saved is still there to be tried again.
    if (!saved) setTyped((now) => now || title);
  };

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.head}>
        <p id={headingId} className={styles.heading}>
          {words.all}
        </p>
        {items.length > 0 && <span className={styles.progress}>{words.progress(done, items.length)}</span>}
      </div>
      <ul aria-labelledby={headingId} className={styles.rows}>
        {items.map(({ id, title, completed }, at) => (
          // A new line has no id until it is saved; it keeps its place until then.
          <li key={id ?? `new ${at}`} className={styles.row} data-done={completed || undefined}>
            <Checkbox
              aria-label={title}
              checked={completed}
              disabled={id === undefined}
              onChange={() => id && void change(id, { completed: !completed })}
            />
            {id === undefined ? (
              <span dir="auto" className={styles.waiting}>
                {title}
              </span>
            ) : (
              <>
                <EditableLine
                  value={title}
                  label={words.rename}
                  longest={longest}
                  className={styles.title}
                  onSave={(text, began) => rename(id, text, began)}
                />
                <IconButton icon={X} label={words.remove(at + 1)} onClick={() => remove(id)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {items.length >= most ? (
        <p role="status" className={styles.full}>
          {words.full}
        </p>
      ) : (
        <div className={styles.new}>
          <Icon of={Plus} size={16} />
          <LineInput
            ref={box}
            dir="auto"
            aria-label={words.fresh}
            placeholder={words.add}
            className={styles.box}
            value={typed}
            longest={longest}
            autoComplete="off"
            onChange={setTyped}
            onBlur={() => afterPress(() => void add())}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return;
              event.preventDefault();
              void add();
            }}
          />
        </div>
      )}
    </section>
  );
};
