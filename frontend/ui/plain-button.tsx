import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './plain-button.module.css';
import { Spinner } from './spinner.tsx';

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  icon?: LucideIcon;
  /** While busy the button keeps its focus, ignores presses, and shows `busyText` if given. */
  busy?: boolean;
  busyText?: string;
  large?: boolean;
}

/** The button of the pages in front of the dashboard, which load no antd (decision 10); it looks like the one of `button.tsx`. */
export const PlainButton = ({
  look = 'secondary',
  icon,
  busy = false,
  busyText,
  large = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: PlainButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-disabled={busy || undefined}
    className={classNames(styles.button, styles[look], large && styles.large, className)}
    onClick={(event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))}
  >
    {busy ? <Spinner /> : icon && <Icon of={icon} />}
    <span>{busy ? (busyText ?? children) : children}</span>
  </button>
);

/** A square button that shows an icon; `label` is what is read aloud and shown on hover. */
export const PlainIconButton = ({
  icon,
  label,
  className,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'> & {
  icon: LucideIcon;
  label: string;
  ref?: React.Ref<HTMLButtonElement>;
}) => (
  <button
    {...rest}
    type="button"
    aria-label={label}
    title={label}
    className={classNames(styles.iconButton, className)}
  >
    <Icon of={icon} />
  </button>
);
