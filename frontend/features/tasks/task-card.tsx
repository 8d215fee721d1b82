import { Checkbox } from 'antd';
import { Calendar, ChevronDown, CircleCheckBig, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { memo, useId, useRef, useState } from 'react';
import { writtenDate } from '../../../shared/core/calendar.ts';
import type { Task, TaskStatus } from '../../../shared/tasks/contract.ts';
import { classNames } from '../../ui/class-names.ts';
import { useFocusFallback } from '../../ui/focus-fallback.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLazyPart } from '../../ui/lazy-part.ts';
import { Menu } from '../../ui/menu.tsx';
import { urgencyLabels, urgencyOf } from './deadline.ts';
import { markdownText } from './lazy-parts.ts';
import { plainExcerpt } from './plain-excerpt.ts';
import { PriorityBadge, StatusBadge } from './task-badges.tsx';
import styles from './task-card.module.css';

/** What can be done to a task from its card. The object must stay the same, or every card renders again. */
export interface TaskCardActions {
  edit: (task: Task) => void;
  chooseStatus: (task: Task) => void;
  setStatus: (task: Task, status: TaskStatus) => void;
  toggleSubtask: (task: Task, subtaskId: string) => void;
  remove: (task: Task) => void;
}

interface TaskCardProps {
  task: Task;
  /** The calendar date of today in the group's time zone. */
  today: string;
  actions: TaskCardActions;
}

const Deadline = ({ task, today }: { task: Task; today: string }) => {
  if (task.deadline === null) return <span className={styles.fact}>No deadline</span>;
  const urgency = urgencyOf(task, today);
  return (
    <span className={classNames(styles.fact, urgency && styles[urgency])}>
      <Icon of={Calendar} size={15} />
      <time dateTime={task.deadline}>{writtenDate(task.deadline)}</time>
      {urgency && <strong>{urgencyLabels[urgency]}</strong>}
    </span>
  );
};

const Progress = ({ subtasks }: Pick<Task, 'subtasks'>) => {
  const done = subtasks.filter(({ completed }) => completed).length;
  return (
    <span className={styles.fact}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.done} style={{ width: `${(100 * done) / subtasks.length}%` }} />
      </span>
      {`${done} of ${subtasks.length} sub-tasks`}
    </span>
  );
};

const Description = ({ text }: { text: string }) => {
  const { Part: MarkdownText } = useLazyPart(markdownText);
  if (MarkdownText) return <MarkdownText text={text} />;
  return (
    <p dir="auto" className={styles.unformatted}>
      {text}
    </p>
  );
};

const Details = ({ task, onToggle }: { task: Task; onToggle: (subtaskId: string) => void }) => (
  <>
    {task.description.trim() !== '' && <Description text={task.description} />}
    {task.subtasks.length > 0 && (
      <ul aria-label="Sub-tasks" className={styles.subtasks}>
        {task.subtasks.map(({ id, title, completed }) => (
          <li key={id}>
            <Checkbox className={styles.subtask} checked={completed} onChange={() => onToggle(id)}>
              <span dir="auto">{title}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** One task of the list. */
export const TaskCard = memo(({ task, today, actions }: TaskCardProps) => {
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  const completed = task.status === 'completed';
  const excerpt = plainExcerpt(task.description);
  const hasDetails = excerpt !== '' || task.subtasks.length > 0;
  return (
    <li ref={card} className={classNames(styles.card, completed && styles.completed)}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={completed}
          onChange={() => actions.setStatus(task, completed ? 'pending' : 'completed')}
        />
        <span className="visually-hidden">Completed: {task.title}</span>
      </label>
      <div className={styles.words}>
        <h2 className={styles.title}>
          <button type="button" dir="auto" aria-haspopup="dialog" onClick={() => actions.edit(task)}>
            {task.title}
          </button>
        </h2>
        {excerpt && !open && (
          <p dir="auto" className={styles.excerpt}>
            {excerpt}
          </p>
        )}
        <div className={styles.facts}>
          <Deadline task={task} today={today} />
          {task.subtasks.length > 0 && <Progress subtasks={task.subtasks} />}
          {task.tags.length > 0 && (
            <ul className={styles.tags}>
              {task.tags.map((tag) => (
                <li key={tag}>
                  <span className="visually-hidden">Tag: </span>
                  <bdi>{tag}</bdi>
                </li>
              ))}
            </ul>
          )}
          {hasDetails && (
            <button
              type="button"
              className={styles.disclosure}
              aria-expanded={open}
              aria-controls={detailsId}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Hide details' : 'Show details'}
              <span className="visually-hidden"> of {task.title}</span>
              <Icon of={ChevronDown} size={14} />
            </button>
          )}
        </div>
        <div id={detailsId} className={styles.details} hidden={!open}>
          {open && <Details task={task} onToggle={(subtaskId) => actions.toggleSubtask(task, subtaskId)} />}
        </div>
      </div>
      <div className={styles.badges}>
        <PriorityBadge priority={task.priority} />
        <StatusBadge status={task.status} />
      </div>
      <div className={styles.menu}>
        <Menu
          label={`Actions for ${task.title}`}
          items={[
            { label: 'Edit Task', icon: Pencil, onSelect: () => actions.edit(task) },
            { label: 'Change Status', icon: CircleCheckBig, onSelect: () => actions.chooseStatus(task) },
            { label: 'Delete Task', icon: Trash2, danger: true, onSelect: () => actions.remove(task) },
          ]}
        >
          <Icon of={EllipsisVertical} />
        </Menu>
      </div>
    </li>
  );
});
