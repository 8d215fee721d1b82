import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** Read aloud, and shown with dots behind it while nothing is typed: `Search tasks`. */
  label: string;
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
}

/** A search box. */
export const SearchField = ({ label, value, maxLength, onChange }: SearchFieldProps) => (
  <div className={styles.search}>
    <Icon name="search" />
    <Field label={label} labelHidden>
      {(control) => (
        <input
          {...control}
          type="search"
          dir="auto"
          placeholder={`${label}...`}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  </div>
);
