import { type ReactNode, useId } from 'react';
import styles from './team-card.module.css';

/** One subject of the team's screens: its heading, what can be done about it, and its content. */
export const TeamCard = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
};
