import type { InputHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './radio-tile.module.css';

interface RadioTileProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'> {
  className?: string | undefined;
  children: ReactNode;
}

/** A radio button with all that it stands for: the whole tile can be pressed, and shows that it is chosen. */
export const RadioTile = ({ className, children, ...input }: RadioTileProps) => (
  <label className={classNames(styles.tile, className)}>
    <input {...input} type="radio" />
    {children}
  </label>
);
