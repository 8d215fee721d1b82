import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

/** One subject of a settings tab. */
export const SettingCard = ({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {text && <p className={styles.soft}>{text}</p>}
      </div>
      {children}
    </section>
  );
};
