import { type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './settings-section.module.css';

interface SettingsSectionProps {
  title: string;
  /** What it is about, below the title. */
  text?: ReactNode;
  /** `framed` for rows that belong together; a form stands on the page itself. */
  look?: 'plain' | 'framed';
  children: ReactNode;
}

/**
 * One subject of the settings: what it is about at the left, what can be set at the right, one measure for all of them. Its heading
 * takes the focus when what had it is gone (ui/focus-fallback.ts).
 */
export const SettingsSection = ({ title, text, look = 'plain', children }: SettingsSectionProps) => {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      <div className={classNames(styles.content, look === 'framed' && styles.framed)}>{children}</div>
    </section>
  );
};
