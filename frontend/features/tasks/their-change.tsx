import { listed } from '../../../shared/core/translate.ts';
import { taskFields } from '../../../shared/tasks/kind.ts';
import { Button } from '../../ui/button.tsx';
import type { TheirChange as Change } from './task-draft.ts';
import type { TaskField } from './task-merge.ts';
import styles from './their-change.module.css';

const named = (fields: readonly TaskField[]): string =>
  listed(fields.map((field) => taskFields[field].label.toLowerCase()));

const sentenceOf = ({ who, updated, conflicts, mine }: Change): string => {
  if (mine) return `The form now shows their ${named(conflicts)}.`;
  if (conflicts.length > 0)
    return `${who} changed the ${named(conflicts)} while you were editing. You can choose which to keep when you save.`;
  return `${who} changed the ${named(updated)}. The form shows it.`;
};

interface TheirChangeProps {
  change: Change | null;
  onTakeTheirs: () => void;
  onTakeMine: () => void;
}

/** Tells, without disturbing who types, that somebody else has changed the task. The region stays, so that its words are read aloud. */
export const TheirChange = ({ change, onTakeTheirs, onTakeMine }: TheirChangeProps) => (
  <div className={styles.line} data-shown={change !== null || undefined}>
    <p role="status" dir="auto" className={styles.words}>
      {change && sentenceOf(change)}
    </p>
    {change && change.conflicts.length > 0 && (
      <Button onClick={change.mine ? onTakeMine : onTakeTheirs}>
        {change.mine ? 'Undo' : 'Take theirs'}
      </Button>
    )}
  </div>
);
