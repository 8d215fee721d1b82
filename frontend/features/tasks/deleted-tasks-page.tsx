import { ArrowLeft } from 'lucide-react';
import { trashDays } from '../../../shared/core/trash.ts';
import { Link } from '../../core/navigation.tsx';
import { paths } from '../../core/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import DeletedTasks from './deleted-tasks.tsx';
import styles from './deleted-tasks-page.module.css';

/** "Show deleted" of the tasks. */
const DeletedTasksPage = () => (
  <>
    <Link to={paths.tasks} className={styles.back}>
      <Icon of={ArrowLeft} />
      {'Tasks & Projects'}
    </Link>
    <PageHeading
      className={styles.heading}
      subtitle={`You can restore a deleted task for ${trashDays} days. After that it is gone for good.`}
    >
      Deleted tasks
    </PageHeading>
    <DeletedTasks />
  </>
);

export default DeletedTasksPage;
