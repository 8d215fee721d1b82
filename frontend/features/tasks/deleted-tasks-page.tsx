import { TrashPage } from '../../records/trash-page.tsx';
import { taskRecords } from './task-records.ts';

/** "Show deleted" of the tasks. */
const DeletedTasksPage = () => <TrashPage records={taskRecords} back={'Tasks & Projects'} />;

export default DeletedTasksPage;
