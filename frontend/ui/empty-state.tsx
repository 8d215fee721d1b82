import { Empty } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { EmptyPicture, type EmptyPictureName } from './empty-picture.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  /** What would be here, drawn: by name one of ui/empty-picture.tsx. */
  picture: EmptyPictureName | ReactElement;
  title: string;
  /** The level of its heading, below that of the region that is empty; without one the title is a paragraph. */
  level?: 2 | 3;
  /** What to do about it, in words. */
  text?: ReactNode;
  /** What to do about it: a button. */
  action?: ReactNode;
  /** Within a card, beside other things that are not empty. */
  compact?: boolean;
}

/** antd's picture and words of a place where nothing is yet, or nothing is found, under a heading to which a screen reader can go. */
export const EmptyState = ({ picture, title, level, text, action, compact = false }: EmptyStateProps) => {
  const Title = level ? (`h${level}` as const) : 'p';
  return (
    <Empty
      image={typeof picture === 'string' ? <EmptyPicture of={picture} /> : picture}
      classNames={{
        root: classNames(styles.empty, compact && styles.compact),
        image: styles.picture,
        footer: styles.action,
      }}
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
