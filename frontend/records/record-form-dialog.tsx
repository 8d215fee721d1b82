import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldProblem } from '../../shared/core/errors.ts';
import { t } from '../../shared/core/translate.ts';
import { explain, isFailure } from '../core/failure.ts';
import { useMember } from '../core/session.ts';
import { useSubmission } from '../core/submission.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import { ConflictQuestion } from './conflict-question.tsx';
import { changeRecord, RecordConflict } from './record-changes.ts';
import { useRecordDraft } from './record-draft.ts';
import type { FormDefinition } from './record-form.ts';
import { addRecord, dropRecord, showRecord } from './record-queries.ts';
import type { AnyRecords, RecordIn, ValuesIn } from './records.ts';
import { TheirChange } from './their-change.tsx';

/** What a kind's own check says of a form: what may be saved, or why not. */
export type CheckedForm =
  | { values: object; problems?: undefined }
  | { values?: undefined; problems: readonly FieldProblem[]; summary: string | null };

class InvalidForm extends Error {
  constructor(readonly found: Extract<CheckedForm, { problems: readonly FieldProblem[] }>) {
    super('InvalidForm');
  }
}

export interface RecordDialogProps<K extends AnyRecords> {
  /** Null: a new one. */
  record: RecordIn<K> | null;
  onClose: () => void;
  /** Opens the dialog again, with the draft that was kept. */
  onReopen: (record: RecordIn<K> | null) => void;
}

interface RecordFormDialogProps<K extends AnyRecords, Form> extends RecordDialogProps<K> {
  records: K;
  /** Of shared/kinds.ts. */
  entity: string;
  definition: FormDefinition<RecordIn<K>, Form>;
  check: (form: Form) => CheckedForm;
  /** What a new record is made of, from the values that were checked: ids inside of them belong to the record they came from. */
  toNew: (values: object) => object;
  /** The fields. */
  children: (fields: {
    form: Form;
    errors: Partial<Record<string, string>>;
    change: (edit: Partial<Form>) => void;
  }) => ReactNode;
}

/** Creates a record or edits one: keeps a draft, merges with what others save meanwhile, asks where that can't be. */
export const RecordFormDialog = <K extends AnyRecords, Form extends object>({
  records,
  entity,
  definition,
  check,
  toNew,
  record,
  onClose,
  onReopen,
  children,
}: RecordFormDialogProps<K, Form>) => {
  const { user } = useMember();
  const words = records.words();
  const queryClient = useQueryClient();
  const draft = useRecordDraft(records, definition, { userId: user.id, entity, record });
  const { base, form } = draft;
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [summary, setSummary] = useState<string | null>(null);
  const [conflict, setConflict] = useState<RecordConflict<K> | null>(null);
  const formElement = useRef<HTMLFormElement>(null);

  const finish = (saved: RecordIn<K>, from: RecordIn<K> | null): void => {
    draft.forget();
    if (from) showRecord(queryClient, records, saved);
    else addRecord(queryClient, records, saved);
    onClose();
    toast({ kind: 'success', title: from ? words.updated : words.created });
  };

  const saving = useSubmission({
    send: async (from: RecordIn<K> | null): Promise<RecordIn<K>> => {
      const found = check(form);
      if (found.problems) throw new InvalidForm(found);
      return from
        ? changeRecord(records, from, found.values as ValuesIn<K>)
        : records.api.create(toNew(found.values));
    },
    onSuccess: finish,
    onError: (error) => {
      if (error instanceof InvalidForm) {
        setErrors(definition.errorsOf(error.found.problems));
        setSummary(error.found.summary);
      }
      if (error instanceof RecordConflict) setConflict(error as RecordConflict<K>);
      if (isFailure(error, 'invalid')) setErrors(definition.errorsOf(error.errors));
      if (base && isFailure(error, 'not_found')) dropRecord(queryClient, records, base.id);
    },
  });

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const change = (edit: Partial<Form>): void => {
    setErrors((before) => {
      const touched = Object.keys(edit).filter((field) => field in before);
      return touched.length === 0
        ? before
        : Object.fromEntries(Object.entries(before).filter(([field]) => !touched.includes(field)));
    });
    draft.change(edit);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors({});
    setSummary(null);
    saving.submit(base);
  };

  const cancel = (): void => {
    onClose();
    if (!draft.dirty) return;
    draft.forget();
    toast({
      kind: 'info',
      title: t('Changes discarded'),
      action: {
        label: t('Undo'),
        run: () => {
          draft.keep();
          onReopen(record);
        },
      },
    });
  };

  const notFound = isFailure(saving.error, 'not_found');
  const gone = base !== null && (notFound || draft.isDeleted);
  const explained = saving.error instanceof RecordConflict || saving.error instanceof InvalidForm;
  const failed = saving.error && !(gone && notFound) && !explained;
  return (
    <Dialog title={base ? words.editTitle : words.createTitle} size="form" onClose={onClose}>
      <form ref={formElement} onSubmit={submit} noValidate>
        <DialogBody>
          {draft.restored && (
            <Notice kind="info" actions={<Button onClick={draft.discard}>{t('Discard')}</Button>}>
              {t('Draft restored. These changes have not been saved yet.')}
            </Notice>
          )}
          {summary && <Notice kind="error">{summary}</Notice>}
          {failed && (
            <Notice kind="error">
              {words.saveFailed} {explain(saving.error)}
            </Notice>
          )}
          {gone && (
            <Notice
              kind="error"
              actions={
                <Button
                  // Until then, pressed, it would wait for a change of a record that is no more.
                  busy={saving.busy}
                  onClick={() => {
                    draft.detach();
                    saving.submit(null);
                  }}
                >
                  {words.saveAsNew}
                </Button>
              }
            >
              {words.formDeleted}
            </Notice>
          )}
          {children({ form, errors, change })}
        </DialogBody>
        <TheirChange
          fields={records.fields}
          change={gone ? null : draft.theirs}
          onTakeTheirs={draft.takeTheirs}
          onTakeMine={draft.takeMine}
        />
        <DialogActions>
          <Button onClick={cancel}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" busy={saving.busy} busyText={t('Saving...')}>
            {base ? t('Save Changes') : words.create}
          </Button>
        </DialogActions>
      </form>
      <ConflictQuestion
        records={records}
        conflict={conflict}
        onAnswer={(saved) => (saved ? finish(saved, base) : setConflict(null))}
      />
    </Dialog>
  );
};
