import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps {
  title: string;
  /** What it is about, below the title. */
  text?: ReactNode;
  /** What can be done about all of it, beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One subject of a screen. Its heading takes the focus when what had it is gone (ui/focus-fallback.ts). */
export const Card = ({ title, text, action, children }: CardProps) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
};
