import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { isComposing } from '../ui/composing.ts';
import { LineInput } from '../ui/line-input.tsx';
import styles from './editable-line.module.css';

interface EditableLineProps {
  value: string;
  /** What the button does: `Edit title`. */
  label: string;
  longest: number;
  className?: string | undefined;
  /**
   * With the trimmed text, when it is another one and not empty, and what stood there when it was begun.
   * Answers whether it was saved; what was not is still there to be tried again.
   */
  onSave: (text: string, began: string) => Promise<boolean>;
}

/** A line that becomes a field where it stands: Enter or leaving it saves, Esc takes it back. An empty one stays as it was. */
export const EditableLine = ({ value, label, longest, className, onSave }: EditableLineProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const hintId = useId();
  const [began, setBegan] = useState(value);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const editing = typed !== null;
  const toButton = useRef(false);

  useEffect(() => {
    if (editing) box.current?.select();
    else if (toButton.current) button.current?.focus();
    toButton.current = false;
  }, [editing]);

  const latest = useRef({ value, typed, began, onSave });
  useLayoutEffect(() => {
    latest.current = { value, typed, began, onSave };
  });
  // What is being typed when its page goes is not lost: it is saved, as by leaving the field.
  useEffect(
    () => () => {
      const { typed: left, began: from, onSave: save } = latest.current;
      const text = left?.trim() ?? '';
      if (text !== '' && text !== from) void save(text, from);
    },
    [],
  );

  const leave = (saves: boolean): void => {
    const text = (typed ?? '').trim();
    setTyped(null);
    if (!saves || text === '' || text === began) return;
    void onSave(text, began).then((saved) => {
      if (saved) return;
      // Whoever saves it once more has seen what stands there now.
      setBegan(latest.current.value);
      setTyped((now) => now ?? text);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    toButton.current = true;
    leave(event.key === 'Enter');
  };

  if (typed === null)
    return (
      <>
        <button
          ref={button}
          type="button"
          dir="auto"
          aria-describedby={hintId}
          className={classNames(styles.line, className)}
          onClick={() => {
            setBegan(value);
            setTyped(value);
          }}
        >
          {value}
        </button>
        <span id={hintId} hidden>
          {label}
        </span>
      </>
    );
  return (
    <LineInput
      ref={box}
      dir="auto"
      aria-label={label}
      className={classNames(styles.box, className)}
      value={typed}
      longest={longest}
      autoComplete="off"
      onChange={setTyped}
      onBlur={() => leave(true)}
      onKeyDown={onKeyDown}
    />
  );
};
