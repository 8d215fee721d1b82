import { t } from '../../shared/core/translate.ts';
import { Logo } from '../ui/logo.tsx';
import styles from './full-page.module.css';

/**
 * While a screen or the session is on its way. It shows itself only when that takes a noticeable time; in place of a whole
 * page, app.html's first paint stays under it.
 */
export const Splash = () => (
  <div role="status" className={styles.splash} data-splash>
    <Logo markOnly />
    <span className="visually-hidden">{t('Loading…')}</span>
  </div>
);
