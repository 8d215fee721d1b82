import { t } from '../../../shared/core/translate.ts';
import type { Task, TaskStatus } from '../../../shared/tasks/contract.ts';
import { taskStatusChoices } from '../../../shared/tasks/rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog, DialogBody } from '../../ui/dialog.tsx';
import styles from './status-dialog.module.css';
import badgeStyles from './task-badges.module.css';

interface StatusDialogProps {
  task: Task;
  onClose: () => void;
  onChoose: (task: Task, status: TaskStatus) => void;
}

/** Any status but the current one can be chosen (S2 §4). */
export const StatusDialog = ({ task, onClose, onChoose }: StatusDialogProps) => (
  <Dialog title={t('Change Task Status')} onClose={onClose} lightDismiss>
    <DialogBody>
      <p dir="auto" className={styles.subject}>
        {task.title}
      </p>
      <ul className={styles.choices}>
        {(Object.entries(taskStatusChoices) as [TaskStatus, string][])
          .filter(([status]) => status !== task.status)
          .map(([status, label], index) => (
            <li key={status}>
              <button
                type="button"
                data-autofocus={index === 0 ? '' : undefined}
                className={styles.choice}
                onClick={() => {
                  onClose();
                  onChoose(task, status);
                }}
              >
                <span aria-hidden="true" className={classNames(styles.swatch, badgeStyles[status])}>
                  <span className={badgeStyles.dot} />
                </span>
                {label}
              </button>
            </li>
          ))}
      </ul>
    </DialogBody>
  </Dialog>
);
