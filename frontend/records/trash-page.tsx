import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import type { AnyRecords } from './records.ts';
import { TrashList } from './trash-list.tsx';
import styles from './trash-page.module.css';

/** "Show deleted" of a kind of record. @param back what its list is called */
export const TrashPage = ({ records, back }: { records: AnyRecords; back: string }) => (
  <>
    <Link to={records.path} className={styles.back}>
      <Icon of={ArrowLeft} />
      {back}
    </Link>
    <PageHeading className={styles.heading} subtitle={records.words().trashHint}>
      {records.words().trash}
    </PageHeading>
    <TrashList records={records} />
  </>
);
