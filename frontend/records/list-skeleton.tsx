import { SkeletonBar } from '../ui/skeleton.tsx';
import styles from './record-list.module.css';

const widths = ['46%', '62%', '38%', '54%', '44%', '58%'];

/** What stands in the place of a list until it is here. */
export const ListSkeleton = ({ text }: { text: string }) => (
  <div role="status" className={styles.list}>
    <p className={styles.loadingText}>{text}</p>
    {widths.map((width) => (
      <div key={width} className={styles.loading} aria-hidden="true">
        <SkeletonBar width={width} />
      </div>
    ))}
  </div>
);
