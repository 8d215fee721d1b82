import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { t } from '../../shared/core/translate.ts';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { LineInput } from './line-input.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** Read aloud, and shown with dots behind it while nothing is typed: `Search tasks`. */
  label: string;
  value: string;
  /** Characters that it holds. */
  longest: number;
  onChange: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A search box. */
export const SearchField = ({ label, value, longest, onChange, onKeyDown }: SearchFieldProps) => (
  <div className={styles.search}>
    <Icon of={Search} />
    <Field label={label} labelHidden>
      {(control) => (
        <LineInput
          {...control}
          type="search"
          // A placeholder is read as the page is.
          dir={value ? 'auto' : undefined}
          placeholder={t('{label}...', { label })}
          longest={longest}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  </div>
);
