import type { FieldTable } from '../../shared/core/fields.ts';
import { quoted } from '../../shared/core/sentence.ts';
import { listed, t } from '../../shared/core/translate.ts';
import { Button } from '../ui/button.tsx';
import type { TheirChange as Change } from './record-draft.ts';
import styles from './their-change.module.css';

const sentenceOf = ({ who, updated, conflicts, mine }: Change, table: FieldTable): string => {
  const named = (names: readonly string[]): string =>
    listed(names.map((name) => quoted(table[name]?.label ?? name)));
  if (mine) return t('The form now shows their {fields}.', { fields: named(conflicts) });
  if (conflicts.length > 0) {
    const fields = named(conflicts);
    return who === null
      ? t(
          'You, in another window, changed {fields} while you were editing. You can choose which to keep when you save.',
          { fields },
        )
      : t('{who} changed {fields} while you were editing. You can choose which to keep when you save.', {
          who,
          fields,
        });
  }
  const fields = named(updated);
  return who === null
    ? t('You, in another window, changed {fields}. The form shows it.', { fields })
    : t('{who} changed {fields}. The form shows it.', { who, fields });
};

interface TheirChangeProps {
  fields: FieldTable;
  change: Change | null;
  onTakeTheirs: () => void;
  onTakeMine: () => void;
}

/** Tells, without disturbing who types, that somebody else has changed the record. The region stays, so that its words are read aloud. */
export const TheirChange = ({ fields, change, onTakeTheirs, onTakeMine }: TheirChangeProps) => (
  <div className={styles.line} data-shown={change !== null || undefined}>
    <p role="status" dir="auto" className={styles.words}>
      {change && sentenceOf(change, fields)}
    </p>
    {change && change.conflicts.length > 0 && (
      <Button onClick={change.mine ? onTakeMine : onTakeTheirs}>
        {change.mine ? t('Undo') : t('Take theirs')}
      </Button>
    )}
  </div>
);
