import { type GetRef, Select } from 'antd';
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { containsAll, literalPieces } from '../../shared/core/folding.ts';
import { t } from '../../shared/core/translate.ts';
import { isComposing } from './composing.ts';
import type { ControlProps } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './search-select.module.css';

export interface SearchOption {
  value: string;
  /** What is shown, searched and read aloud. */
  label: string;
  /** Shown beside it in grey, and found too: an e-mail address, a number. */
  detail?: string;
  /** An avatar or an icon, which is decoration. */
  picture?: ReactNode;
}

interface Offer extends ControlProps {
  options: readonly SearchOption[];
  placeholder?: string;
  disabled?: boolean;
  /**
   * For what the server finds: told what is typed. `options` are then shown as they come; what is chosen, which may not be among
   * them, is named by `known`.
   */
  onSearch?: (typed: string) => void;
  known?: readonly SearchOption[];
  /** The options are on their way. */
  loading?: boolean;
}

interface One {
  multiple?: false;
  /** Null: nothing is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** What choosing nothing is called, as the first option: `Nobody`. Without it, what is chosen can only be changed. */
  none?: string;
}

interface Many {
  multiple: true;
  value: readonly string[];
  onChange: (values: string[]) => void;
}

export type SearchSelectProps = Offer & (One | Many);

/** So many options are shown at once: each is in the page, where it can be read aloud. */
const shownAtOnce = 100;

/** antd has no option for null. */
const nothing = '';

/** What scrolls must be in reach of the keyboard, which antd's list is only by its field. */
const reachable = (popup: HTMLElement | null): void =>
  popup?.querySelector('[class*=list-holder]')?.setAttribute('tabindex', '0');

const Shown = ({ option: { label, detail, picture } }: { option: SearchOption }) => (
  <span className={styles.option}>
    {picture && (
      <span aria-hidden="true" className={styles.picture}>
        {picture}
      </span>
    )}
    <span className={styles.label} dir="auto">
      {label}
    </span>
    {detail && <span className={styles.detail}> {detail}</span>}
  </span>
);

/**
 * A choice among many, which one finds by typing: antd's Select. It adds what antd lacks: what is chosen and how many are found are
 * read aloud, what is chosen can be taken away by name, Tab leaves without choosing, Esc closes the list and not the dialog around
 * it, and the Enter of an input method chooses nothing. Searches as all of the product does (shared/core/folding.ts).
 */
export const SearchSelect = ({
  id,
  className: _,
  options,
  placeholder,
  disabled,
  onSearch,
  known = [],
  loading,
  'aria-describedby': describedBy,
  ...props
}: SearchSelectProps) => {
  const wordsId = useId();
  const select = useRef<GetRef<typeof Select>>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');

  const chosen = props.multiple ? props.value : [props.value ?? nothing].filter((value) => value !== nothing);
  const optionOf = (value: string): SearchOption =>
    [...options, ...known].find((option) => option.value === value) ?? { value, label: value };

  const pieces = literalPieces(typed);
  const found = onSearch
    ? options
    : options.filter(({ label, detail = '' }) => containsAll(pieces, label, detail));
  const none =
    !props.multiple && props.none !== undefined && typed === ''
      ? [{ value: nothing, label: props.none }]
      : [];
  const shown = [...none, ...found.slice(0, shownAtOnce)];

  const search = (text: string): void => {
    setTyped(text);
    onSearch?.(text);
  };
  const change = (values: readonly string[]): void => {
    if (typed !== '') search('');
    if (props.multiple) props.onChange([...values]);
    else props.onChange(values[0] || null);
  };

  /** Keys that antd would take for something else; it hears of all others. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOfInput = event.target instanceof HTMLInputElement;
    if (!isOfInput || isComposing(event)) event.stopPropagation();
    else if (open && event.key === 'Tab') {
      event.stopPropagation();
      setOpen(false);
    } else if (open && event.key === 'Escape') {
      // The browser would close a dialog, and a search field would forget what was typed.
      event.preventDefault();
    }
  };

  const names = chosen.map((value) => optionOf(value).label);
  const what = names.length > 0 ? t('Chosen: {names}', { names: names.join(', ') }) : t('Nothing is chosen');
  const isCut = found.length > shownAtOnce;
  const counts = { shown: shownAtOnce, all: found.length };
  const howMany = isCut
    ? t('{shown, number} of {all, number} found', counts)
    : t('{all, number} found', counts);
  const nothingFound = typed.trim()
    ? t('Nothing is called “{typed}”', { typed: typed.trim() })
    : t('There is nothing to choose');
  const result = loading ? t('Looking…') : found.length > 0 ? howMany : nothingFound;

  const tag = ({ value, onClose }: { value: string; onClose: (event?: MouseEvent<HTMLElement>) => void }) => {
    const option = optionOf(value);
    return (
      <span className={styles.tag}>
        <Shown option={{ ...option, detail: undefined }} />
        <button
          type="button"
          disabled={disabled}
          aria-label={t('Remove {label}', { label: option.label })}
          className={styles.remove}
          // The list stays as it is.
          onMouseDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            onClose(event);
            select.current?.focus();
          }}
        >
          <Icon of={X} size={14} />
        </button>
      </span>
    );
  };

  return (
    <div className={styles.frame} onKeyDownCapture={onKeyDown}>
      <Select<string | string[]>
        {...{ 'aria-invalid': props['aria-invalid'], 'aria-required': props['aria-required'] }}
        ref={select}
        id={id}
        className={styles.select}
        classNames={{ popup: { root: styles.popup, listItem: styles.item } }}
        mode={props.multiple ? 'multiple' : undefined}
        aria-describedby={[`${wordsId}-chosen`, describedBy].filter(Boolean).join(' ')}
        status={props['aria-invalid'] && 'error'}
        disabled={disabled}
        loading={loading}
        placeholder={placeholder}
        value={props.multiple ? [...props.value] : (props.value ?? undefined)}
        onChange={(next) => change([next].flat())}
        open={open}
        onOpenChange={setOpen}
        showSearch={{ filterOption: false, searchValue: typed, onSearch: search }}
        // What is not in the page can't be read aloud.
        virtual={false}
        options={shown.map(({ value, label }) => ({ value, label, title: '' }))}
        optionRender={({ value }) => (
          <Shown option={shown.find((one) => one.value === value) ?? optionOf(String(value))} />
        )}
        labelRender={({ value }) => <Shown option={optionOf(String(value))} />}
        tagRender={tag}
        menuItemSelectedIcon={<Icon of={Check} size={16} />}
        suffixIcon={<Icon of={ChevronDown} size={16} />}
        notFoundContent={<p className={styles.nothing}>{result}</p>}
        popupRender={(list) => (
          <div ref={(popup) => reachable(popup)}>
            {list}
            {isCut && (
              <p className={styles.more}>
                {t(
                  '{shown, number} of {all, number} found. Type more of the name to find the others.',
                  counts,
                )}
              </p>
            )}
          </div>
        )}
      />
      <span id={`${wordsId}-chosen`} hidden>
        {what}
      </span>
      <span aria-live="polite" className="visually-hidden">
        {open ? result : ''}
      </span>
    </div>
  );
};
