import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { conflictDialog } from './lazy-parts.ts';
import type { RecordConflict } from './record-changes.ts';
import type { AnyRecords, RecordIn } from './records.ts';

interface ConflictQuestionProps<K extends AnyRecords> {
  records: K;
  /** Null: nothing has to be asked. */
  conflict: RecordConflict<K> | null;
  /** Told the record once the person has chosen; null when they leave it open. */
  onAnswer: (saved: RecordIn<K> | null) => void;
}

/** Asks which of two versions to keep, where both sides changed the same fields. */
export const ConflictQuestion = <K extends AnyRecords>({
  records,
  conflict,
  onAnswer,
}: ConflictQuestionProps<K>) =>
  conflict && (
    <LazyDialog part={conflictDialog} onClose={() => onAnswer(null)}>
      {(ConflictDialog) => (
        <ConflictDialog
          records={records}
          conflict={conflict as RecordConflict}
          onClose={() => onAnswer(null)}
          onSaved={(saved) => onAnswer(saved as RecordIn<K>)}
        />
      )}
    </LazyDialog>
  );
