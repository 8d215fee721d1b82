import { Empty } from 'antd';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** What would be here, drawn. */
  picture: ReactNode;
  title: string;
  /** The level of its heading, below that of the region that is empty; without one the title is a paragraph. */
  level?: 2 | 3;
  /** What to do about it, in words. */
  text?: ReactNode;
  /** What to do about it: a button. */
  action?: ReactNode;
}

/** antd's picture and words of a place where nothing is yet, or nothing is found, under a heading to which a screen reader can go. */
export const EmptyState = ({ picture, title, level, text, action }: EmptyStateProps) => {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <Empty
      image={picture}
      classNames={{ root: styles.empty, image: styles.picture, footer: styles.action }}
      description={
        <>
          <Title className={styles.title}>{title}</Title>
          {text && <p>{text}</p>}
        </>
      }
    >
      {action}
    </Empty>
  );
};
