import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { differingFields, shown, valuesIn } from '../../shared/core/fields.ts';
import { listed, t } from '../../shared/core/translate.ts';
import { explain } from '../core/failure.ts';
import { rich } from '../core/rich.ts';
import { useSubmission } from '../core/submission.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { RadioTile } from '../ui/radio-tile.tsx';
import styles from './conflict-dialog.module.css';
import { changeRecord, RecordConflict } from './record-changes.ts';
import { showRecord } from './record-queries.ts';
import { type AnyRecords, type RecordIn, titleOf, type ValuesIn } from './records.ts';

interface ConflictDialogProps {
  records: AnyRecords;
  conflict: RecordConflict;
  onClose: () => void;
  onSaved: (saved: RecordIn<AnyRecords>) => void;
}

type Side = 'mine' | 'theirs';

/** Two people changed the same fields: shows both sides, lets the person choose, and saves on top of the newest. */
const ConflictDialog = ({ records, conflict: first, onClose, onSaved }: ConflictDialogProps) => {
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState(first);
  const [choices, setChoices] = useState<Partial<Record<string, Side>>>({});
  const [unanswered, setUnanswered] = useState(false);
  const { mine, current, merge } = conflict;
  const { fields } = records;
  const words = records.words();
  const theirs = valuesIn(fields, current) as ValuesIn<AnyRecords>;
  const merged = differingFields(fields, theirs, merge.values).filter(
    (field) => !merge.conflicts.includes(field),
  );

  const saving = useSubmission({
    send: () => {
      const wanted: ValuesIn<AnyRecords> = { ...merge.values };
      for (const field of merge.conflicts)
        wanted[field] = (choices[field] === 'theirs' ? theirs : mine)[field];
      return changeRecord(records, current, wanted);
    },
    onSuccess: (saved) => {
      showRecord(queryClient, records, saved);
      onSaved(saved);
    },
    onError: (error) => {
      // Changed once more while the person was choosing.
      if (!(error instanceof RecordConflict)) return;
      setConflict(error);
      setChoices({});
    },
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const open = merge.conflicts.some((field) => !choices[field]);
    setUnanswered(open);
    if (!open) saving.submit();
  };

  return (
    <Dialog title={words.conflictTitle} size="form" onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <p className={styles.text}>
            {rich(
              'Somebody else saved a change to <title>{name}</title> while you were working on it. Choose what to keep. Nothing is saved until you do.',
              { name: titleOf(records, current), title: (inside) => <strong dir="auto">{inside}</strong> },
            )}
          </p>
          {merged.length > 0 && (
            <p className={styles.text}>
              {t('Your change to {fields} does not conflict with theirs and will be saved as well.', {
                fields: listed(merged.map((field) => fields[field].label)),
              })}
            </p>
          )}
          {merge.conflicts.map((field) => (
            <fieldset key={field} className={styles.field}>
              <legend className={styles.legend}>{fields[field].label}</legend>
              <div className={styles.sides}>
                {(['mine', 'theirs'] as const).map((side) => (
                  <RadioTile
                    key={side}
                    className={styles.side}
                    name={field}
                    checked={choices[field] === side}
                    onChange={() => setChoices({ ...choices, [field]: side })}
                  >
                    <span className={styles.sideName}>
                      {side === 'mine' ? t('Keep mine') : t('Keep theirs')}
                    </span>
                    <span dir="auto" className={styles.value}>
                      {shown(fields, field, side === 'mine' ? mine : theirs)}
                    </span>
                  </RadioTile>
                ))}
              </div>
            </fieldset>
          ))}
          {unanswered && (
            <Notice kind="error" intoView>
              {t('Choose a version for each field.')}
            </Notice>
          )}
          {saving.error && !(saving.error instanceof RecordConflict) && (
            <Notice kind="error" intoView>
              {words.saveFailed} {explain(saving.error)}
            </Notice>
          )}
          {saving.error instanceof RecordConflict && (
            <Notice kind="warning" intoView>
              {t('It has changed again. This is how it is now.')}
            </Notice>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" busy={saving.busy} busyText={t('Saving...')}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

export default ConflictDialog;
