import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

interface SelectProps<V extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  value: V;
  options: Readonly<Record<V, string>>;
  onChange: (value: V) => void;
}

/** The browser's own select, which every keyboard, phone and screen reader knows. */
export const Select = <V extends string>({
  value,
  options,
  onChange,
  className,
  ...rest
}: SelectProps<V>) => (
  <span className={styles.frame}>
    <select
      {...rest}
      value={value}
      className={classNames(className, styles.select)}
      onChange={(event) => onChange(event.target.value as V)}
    >
      {Object.entries<string>(options).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
    <Icon of={ChevronDown} size={16} />
  </span>
);
