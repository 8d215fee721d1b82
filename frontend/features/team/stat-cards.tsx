import { Icon, type IconName } from '../../ui/icon.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './stat-cards.module.css';

export interface Stat {
  label: string;
  icon: IconName;
  /** Undefined while it is not known. */
  value: number | undefined;
  note?: string | undefined;
}

/** A row of figures. */
export const StatCards = ({ stats }: { stats: readonly Stat[] }) => (
  <dl className={styles.cards}>
    {stats.map(({ label, icon, value, note }) => (
      <div key={label} className={styles.card}>
        <dt className={styles.label}>
          {label}
          <span className={styles.icon}>
            <Icon name={icon} size={20} />
          </span>
        </dt>
        <dd className={styles.value}>{value ?? <SkeletonBar width="40px" />}</dd>
        {value !== undefined && note && <dd className={styles.note}>{note}</dd>}
      </div>
    ))}
  </dl>
);
