import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'info' | 'warning' | 'error';
  children: ReactNode;
  actions?: ReactNode;
}

/** A message that stays in its place on the page; an error is read aloud as soon as it appears. */
export const Notice = ({ kind, children, actions }: NoticeProps) => (
  <div role={kind === 'error' ? 'alert' : 'status'} className={classNames(styles.notice, styles[kind])}>
    <Icon name={kind === 'info' ? 'info' : 'alert'} />
    <div className={styles.words}>{children}</div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
);
