import { Checkbox } from 'antd';
import { Plus, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { maxSubtasks } from '../../../shared/tasks/limits.ts';
import { afterPress } from '../../ui/after-press.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Icon } from '../../ui/icon.tsx';
import { LineInput } from '../../ui/line-input.tsx';
import styles from './subtasks-field.module.css';
import { ofRow, type TaskForm } from './task-form.ts';

type Rows = TaskForm['subtasks'];

interface SubtasksFieldProps {
  subtasks: Rows;
  error: string | undefined;
  onChange: (subtasks: Rows) => void;
}

/** Sub-tasks: tick, rename, remove, add. Empty ones are ignored (S2 §5). */
export const SubtasksField = ({ subtasks, error, onChange }: SubtasksFieldProps) => {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);

  const add = (): void => {
    const title = typed.trim();
    setTyped('');
    if (title !== '') onChange([...subtasks, { key: crypto.randomUUID(), title, completed: false }]);
  };
  const change = (key: string, edit: Partial<Rows[number]>): void =>
    onChange(subtasks.map((row) => (row.key === key ? { ...row, ...edit } : row)));
  const remove = (key: string): void => {
    onChange(subtasks.filter((row) => row.key !== key));
    box.current?.focus();
  };

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>Sub-tasks</legend>
      <ul className={styles.rows}>
        {subtasks.map(({ key, title, completed }, index) => (
          <li key={key} className={styles.row}>
            <Checkbox
              className={styles.tick}
              aria-label={`Sub-task ${index + 1} completed`}
              checked={completed}
              onChange={(event) => change(key, { completed: event.target.checked })}
            />
            <LineInput
              dir="auto"
              className={styles.text}
              aria-label={`Sub-task ${index + 1}`}
              value={title}
              longest={200}
              onChange={(text) => change(key, { title: text })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isComposing(event)) return;
                event.preventDefault();
                box.current?.focus();
              }}
            />
            <IconButton icon={X} label={`Remove sub-task ${index + 1}`} onClick={() => remove(key)} />
          </li>
        ))}
      </ul>
      {subtasks.length >= maxSubtasks ? (
        <p role="status" className={styles.full}>
          {maxSubtasks} sub-tasks: a task has no room for more.
        </p>
      ) : (
        <div className={styles.row}>
          <LineInput
            ref={box}
            dir="auto"
            className={styles.text}
            aria-label="New sub-task"
            placeholder="Add a sub-task"
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
            Add
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={styles.error}>
          <Icon of={TriangleAlert} size={15} /> {ofRow('Sub-task', error)}
        </p>
      )}
    </fieldset>
  );
};
