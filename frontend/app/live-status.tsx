import { t } from '../../shared/core/translate.ts';
import { useLivePaused } from '../core/live-status.ts';
import styles from './live-status.module.css';

/** A calm line while changes of others do not come by themselves. The region stays, so that its words are read aloud. */
export const LiveStatus = () => {
  const paused = useLivePaused();
  return (
    <p role="status" className={styles.status} data-paused={paused || undefined}>
      {paused && t('Live updates are paused. Reconnecting…')}
    </p>
  );
};
