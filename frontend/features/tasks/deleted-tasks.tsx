import { TrashList } from '../../records/trash-list.tsx';
import { taskRecords } from './task-records.ts';

/** The deleted tasks, in the settings of the group. */
const DeletedTasks = () => <TrashList records={taskRecords} />;

export default DeletedTasks;
