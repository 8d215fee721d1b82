import styles from './spinner.module.css';

/** Says that something is being done, beside words that say what. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
