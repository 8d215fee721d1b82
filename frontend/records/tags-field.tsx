import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { fits } from '../../shared/core/characters.ts';
import { t } from '../../shared/core/translate.ts';
import { afterPress } from '../ui/after-press.ts';
import { isComposing } from '../ui/composing.ts';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { LineInput } from '../ui/line-input.tsx';
import { ofRow } from './record-form.ts';
import styles from './tags-field.module.css';

interface TagsFieldProps {
  tags: readonly string[];
  /** What does not fit is not taken, and stays to be mended. Without them, all is taken and saving says what is wrong. */
  limits?: { most: number; longest: number; tooMany: string; tooLong: string };
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Tags as chips; Enter or a comma ends one. Empty and duplicate ones are ignored (S2 §5). */
export const TagsField = ({ tags, limits, error, onChange }: TagsFieldProps) => {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string>();
  const box = useRef<HTMLInputElement>(null);

  const whyNot = (fresh: readonly string[]): string | undefined => {
    if (!limits) return undefined;
    if (fresh.some((tag) => !fits(tag, limits.longest))) return limits.tooLong;
    return tags.length + fresh.length > limits.most ? limits.tooMany : undefined;
  };
  const add = (text: string): void => {
    const wanted = text.split(',').map((tag) => tag.trim());
    const fresh = [...new Set(wanted)].filter((tag) => tag !== '' && !tags.includes(tag));
    const reason = whyNot(fresh);
    setRefused(reason);
    setTyped(reason ? text : '');
    if (!reason && fresh.length > 0) onChange([...tags, ...fresh]);
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((one) => one !== tag));
    box.current?.focus();
  };

  return (
    <Field
      label={t('Tags')}
      error={refused ?? (error && ofRow(t('Tag'), error))}
      hint={t('Press Enter after each tag.')}
    >
      {({ className, ...control }) => (
        <div className={className} data-chips="">
          <div className={styles.chips}>
            {tags.map((tag) => (
              <span key={tag} className={styles.chip}>
                <bdi>{tag}</bdi>
                <button
                  type="button"
                  aria-label={t('Remove tag {tag}', { tag })}
                  className={styles.remove}
                  onClick={() => remove(tag)}
                >
                  <Icon of={X} size={12} />
                </button>
              </span>
            ))}
            <LineInput
              {...control}
              ref={box}
              dir="auto"
              className={styles.box}
              value={typed}
              longest={200}
              autoComplete="off"
              onChange={(text) => (text.includes(',') ? add(text) : setTyped(text))}
              onBlur={() => afterPress(() => add(typed))}
              onKeyDown={(event) => {
                if (isComposing(event)) return;
                if (event.key === 'Enter' && typed.trim() !== '') {
                  event.preventDefault();
                  add(typed);
                }
                const last = tags.at(-1);
                if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
              }}
            />
          </div>
        </div>
      )}
    </Field>
  );
};
