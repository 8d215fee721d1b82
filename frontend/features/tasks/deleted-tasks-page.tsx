import { t } from '../../../shared/core/translate.ts';
import { TrashPage } from '../../records/trash-page.tsx';
import { taskRecords } from './task-records.ts';

/** "Show deleted" of the tasks. */
const DeletedTasksPage = () => <TrashPage records={taskRecords} back={t('Tasks & Projects')} />;

export default DeletedTasksPage;
