import styles from './logo.module.css';

/** The stepped gable of a guild's hall. */
const Gable = () => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className={styles.mark}>
    <rect width="32" height="32" rx="8" className={styles.ground} />
    <path
      className={styles.gable}
      d="M6 26V17h3v-4h3.500V9.500H14V6h4v3.500h1.500V13H23v4h3v9h-7v-4.500a3 3 0 0 0-6 0V26z"
    />
  </svg>
);

/** Mark and name; the mark alone where there is no room, with the name still read aloud. */
export const Logo = ({ markOnly = false }: { markOnly?: boolean }) => (
  <span className={styles.logo}>
    <Gable />
    <span className={markOnly ? 'visually-hidden' : styles.name}>Guildhall</span>
  </span>
);
