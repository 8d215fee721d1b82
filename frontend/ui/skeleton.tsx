import styles from './skeleton.module.css';

/** A grey bar where text will be; `label` on the surrounding region says that it is loading. */
export const SkeletonBar = ({ width }: { width: string }) => (
  <span className={styles.bar} style={{ width }} aria-hidden="true" />
);
