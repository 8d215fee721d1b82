import { Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'info' | 'warning' | 'error';
  children: ReactNode;
  actions?: ReactNode;
  /** Scrolls to it when it appears: it answers a press that may have been made far from it. */
  intoView?: boolean;
}

/** A message that stays in its place on the page; an error is read aloud as soon as it appears. */
export const Notice = ({ kind, children, actions, intoView = false }: NoticeProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (intoView) box.current?.scrollIntoView({ block: 'nearest' });
  }, [intoView]);
  return (
    <div
      ref={box}
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames(styles.notice, styles[kind])}
    >
      <Icon of={kind === 'info' ? Info : TriangleAlert} />
      <div className={styles.words}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
};
