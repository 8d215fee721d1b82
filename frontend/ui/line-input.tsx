import { type ClipboardEvent, type InputHTMLAttributes, type Ref, useRef } from 'react';
import { countGraphemes, cutTo, fits, oneLine } from '../../shared/core/characters.ts';
import { t } from '../../shared/core/translate.ts';
import { toast } from './toast-store.ts';

export interface LineInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onPaste' | 'maxLength'> {
  ref?: Ref<HTMLInputElement>;
  value: string;
  /** Characters that it holds, as people count them. */
  longest?: number | undefined;
  onChange: (text: string) => void;
}

/** What fits of a text that was typed or pasted before the caret; what stands behind the caret stays. */
const fitted = (text: string, caret: number, longest: number): { text: string; caret: number } => {
  const behind = text.slice(caret);
  const before = cutTo(text.slice(0, caret), Math.max(0, longest - countGraphemes(behind)));
  return { text: cutTo(before + behind, longest), caret: before.length };
};

/**
 * One line of text. It takes as many characters as the server does and counts them in the same way, which `maxLength` does
 * not (an emoji is two or more of its units); what is cut from a pasted text is said, and tabs and line breaks in it become blanks.
 */
export const LineInput = ({ value, longest, onChange, onCompositionEnd, dir, ...input }: LineInputProps) => {
  const pasted = useRef(false);

  const take = (element: HTMLInputElement): void => {
    const told = pasted.current;
    pasted.current = false;
    const text = element.value;
    if (longest === undefined || fits(text, longest)) {
      onChange(text);
      return;
    }
    const next = fitted(text, element.selectionStart ?? text.length, longest);
    // Already there when React sees it, so that the caret stays.
    element.value = next.text;
    element.setSelectionRange(next.caret, next.caret);
    onChange(next.text);
    if (told || countGraphemes(text) > longest + 1)
      toast({
        kind: 'warning',
        title: t('Cut to {count, plural, one {# character} other {# characters}}', { count: longest }),
        detail: t('What you pasted is longer than this field can hold.'),
        key: 'cut',
      });
  };

  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    pasted.current = true;
    const text = event.clipboardData.getData('text/plain');
    const line = oneLine(text.trim());
    // Left alone, a browser joins what line breaks had parted. Typed in its place, it can still be undone.
    if (line !== text && document.execCommand('insertText', false, line)) event.preventDefault();
  };

  return (
    <input
      {...input}
      // Of no text a browser knows no direction: its placeholder stands as the page does.
      dir={dir === 'auto' && value === '' ? undefined : dir}
      value={value}
      onPaste={paste}
      // An input method goes on writing what it has begun; what it leaves behind is cut.
      onChange={({ target, nativeEvent }) =>
        (nativeEvent as InputEvent).isComposing ? onChange(target.value) : take(target)
      }
      onCompositionEnd={(event) => {
        onCompositionEnd?.(event);
        take(event.currentTarget);
      }}
    />
  );
};
