import { Button as AntdButton, type ButtonProps as AntdButtonProps } from 'antd';
import type { LucideIcon } from 'lucide-react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const looks = {
  primary: { type: 'primary' },
  secondary: {},
  quiet: { type: 'text' },
  danger: { type: 'primary', danger: true },
} as const satisfies Record<string, AntdButtonProps>;

type Kept = Omit<
  AntdButtonProps,
  'type' | 'htmlType' | 'icon' | 'size' | 'loading' | 'classNames' | 'styles'
>;

interface ButtonProps extends Kept {
  ref?: React.Ref<HTMLButtonElement>;
  look?: keyof typeof looks;
  icon?: LucideIcon;
  /** While busy the button keeps its focus, ignores presses, and shows `busyText` if given. */
  busy?: boolean;
  busyText?: string;
  large?: boolean;
  type?: 'button' | 'submit';
}

/** antd's button, which says in words and to screen readers what it is busy with, and breaks its words rather than the page. */
export const Button = ({
  look = 'secondary',
  icon,
  busy = false,
  busyText,
  large = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) => (
  <AntdButton
    {...looks[look]}
    {...rest}
    htmlType={type}
    size={large ? 'large' : undefined}
    icon={icon && <Icon of={icon} />}
    loading={busy}
    aria-disabled={busy || undefined}
    className={classNames(styles.button, className)}
  >
    {busy ? (busyText ?? children) : children}
  </AntdButton>
);

/** A square button that shows an icon; `label` is what is read aloud, and shown by app/tooltips.tsx. */
export const IconButton = ({
  icon,
  label,
  className,
  ...rest
}: Omit<Kept, 'children'> & { icon: LucideIcon; label: string; ref?: React.Ref<HTMLButtonElement> }) => (
  <AntdButton
    {...rest}
    type="text"
    icon={<Icon of={icon} />}
    aria-label={label}
    data-tooltip={label}
    className={classNames(styles.square, className)}
  />
);
