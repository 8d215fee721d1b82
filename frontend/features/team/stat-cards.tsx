import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { writtenNumber } from '../../../shared/core/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './stat-cards.module.css';

export interface Stat {
  label: string;
  icon: LucideIcon;
  /** Undefined while it is not known. */
  value: number | undefined;
  note?: string | undefined;
  /** Where what was counted is listed. */
  to: string;
}

interface StatCardsProps {
  stats: readonly Stat[];
  /** Told after one of them was opened. */
  onOpen: () => void;
}

/** A row of figures, each of which leads to what it counts. */
export const StatCards = ({ stats, onOpen }: StatCardsProps) => (
  <div className={styles.frame}>
    <dl className={styles.cards}>
      {stats.map(({ label, icon, value, note, to }) => (
        <div key={label} className={styles.card}>
          <dt className={styles.label}>
            <Link to={to} className={styles.link} onClick={onOpen}>
              {label}
            </Link>
            <span className={styles.icon}>
              <Icon of={icon} size={20} />
            </span>
          </dt>
          <dd className={styles.value}>
            {value === undefined ? <SkeletonBar width="40px" /> : writtenNumber(value)}
          </dd>
          {value !== undefined && note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  </div>
);
