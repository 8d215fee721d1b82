import { t } from '../../../shared/core/translate.ts';
import type { Priority, TaskStatus } from '../../../shared/tasks/contract.ts';
import { priorityLabels, priorityRanks, taskStatusLabels } from '../../../shared/tasks/rules.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './task-badges.module.css';

/** Priority in words, with bars that show it without colour. */
export const PriorityBadge = ({ priority }: { priority: Priority }) => (
  <span className={classNames(styles.badge, styles[priority])}>
    <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" className={styles.bars}>
      {[1, 2, 3].map((level) => (
        <rect
          key={level}
          x={(level - 1) * 4 + 0.5}
          y={12 - level * 4}
          width="3"
          height={level * 4}
          rx="1"
          opacity={level <= priorityRanks[priority] ? 1 : 0.3}
        />
      ))}
    </svg>
    <span className="visually-hidden">{t('Priority:')} </span>
    {priorityLabels[priority]}
  </span>
);

export const StatusBadge = ({ status }: { status: TaskStatus }) => (
  <span className={classNames(styles.badge, styles[status])}>
    <span className={styles.dot} aria-hidden="true" />
    <span className="visually-hidden">{t('Status:')} </span>
    {taskStatusLabels[status]}
  </span>
);
