import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../shared/core/translate.ts';
import { clearDraft, loadDraft, saveDraft } from '../core/drafts.ts';
import { explain, isFailure } from '../core/failure.ts';
import { useSubmission } from '../core/submission.ts';
import { Button } from '../ui/button.tsx';
import { useLazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';
import styles from './editable-text.module.css';
import { markdownText } from './lazy-parts.ts';

/** What was typed, and the record's version that it was begun from. */
interface TextDraft<R> {
  base: R;
  text: string;
}

const isTextDraft = <R,>(value: unknown): value is TextDraft<R> => {
  if (typeof value !== 'object' || value === null) return false;
  const { base, text } = value as Partial<TextDraft<R>>;
  return typeof base === 'object' && base !== null && typeof text === 'string';
};

interface EditableTextProps<R> {
  label: string;
  editLabel: string;
  /** What stands where there is no text yet. */
  placeholder: string;
  /** Whose browser keeps what is typed, and under which name. */
  userId: string;
  subject: string;
  record: R;
  value: string;
  /** What is said when it can't be saved. */
  failure: string;
  /**
   * Told what was typed, and from which state of the record it was begun.
   * @returns the record as it is then; null when it was not saved, and the person knows why
   * @throws what is then explained
   */
  onSave: (base: R, text: string) => Promise<R | null>;
}

/** Of a text that is not taken, what is wrong with it. */
const reasonOf = (error: Error): string | undefined =>
  isFailure(error, 'invalid') ? (error.errors[0]?.message ?? explain(error)) : explain(error);

const Rendered = ({ text }: { text: string }) => {
  const { Part: MarkdownText } = useLazyPart(markdownText);
  if (MarkdownText) return <MarkdownText text={text} />;
  return (
    <p dir="auto" className={styles.plain}>
      {text}
    </p>
  );
};

/** A Markdown text that is read until somebody edits it where it stands. What is typed is kept as a draft until it is saved. */
export const EditableText = <R,>({
  label,
  editLabel,
  placeholder,
  userId,
  subject,
  record,
  value,
  failure,
  onSave,
}: EditableTextProps<R>) => {
  const id = useId();
  const [found] = useState(() => loadDraft<TextDraft<R>>(userId, subject, isTextDraft));
  const [draft, setDraft] = useState(found);
  const box = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const editing = draft !== null;
  const moved = useRef(false);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    if (editing) box.current?.focus();
    else button.current?.focus();
  }, [editing]);
  // What another tab keeps of the same text is its own: only what was kept here is cleared here.
  const keeps = useRef(found !== null);
  useEffect(() => {
    if (draft && draft.text !== value) {
      keeps.current = true;
      saveDraft(userId, subject, draft);
    } else if (keeps.current) {
      keeps.current = false;
      clearDraft(userId, subject);
    }
  }, [userId, subject, draft, value]);

  const begin = (): void => {
    moved.current = true;
    setDraft({ base: record, text: value });
  };
  const close = (): void => {
    moved.current = true;
    setDraft(null);
  };
  const cancel = (): void => {
    close();
    if (!draft || draft.text === value) return;
    toast({
      kind: 'info',
      title: t('Changes discarded'),
      action: {
        label: t('Undo'),
        run: () => {
          // Where it is shown no more, the next visit finds it.
          saveDraft(userId, subject, draft);
          setDraft(draft);
        },
      },
    });
  };
  const saving = useSubmission({
    send: ({ base, text }: TextDraft<R>) => onSave(base, text),
    onSuccess: (saved, { text }) => {
      if (saved === null) return;
      moved.current = true;
      // What was typed while it was being saved goes on, on top of what is saved now.
      setDraft((now) => (now && now.text !== text ? { base: saved, text: now.text } : null));
    },
    stays: true,
  });
  const save = (): void => {
    if (!draft) return;
    if (draft.text === value) close();
    else saving.submit(draft);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      // What differs is only thrown away by the button that says so.
      if (draft?.text === value) close();
    }
  };

  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        {/* No heading: what is written may have some of its own, in whichever order. */}
        <p id={id} className={styles.heading}>
          {label}
        </p>
        {!editing && value !== '' && (
          <Button ref={button} look="quiet" icon={Pencil} aria-label={editLabel} onClick={begin}>
            {t('Edit')}
          </Button>
        )}
      </div>
      {!draft && value !== '' && <Rendered text={value} />}
      {!draft && value === '' && (
        <button type="button" className={styles.placeholder} onClick={begin}>
          {placeholder}
        </button>
      )}
      {draft && (
        <div className={styles.editor}>
          {draft === found && <Notice kind="info">{t('Draft restored. It has not been saved yet.')}</Notice>}
          <textarea
            ref={box}
            aria-label={label}
            dir="auto"
            className={styles.box}
            value={draft.text}
            onChange={({ target }) => setDraft({ base: draft.base, text: target.value })}
            onKeyDown={onKeyDown}
          />
          {saving.error && (
            <Notice kind="error" intoView>
              {failure} {reasonOf(saving.error)}
            </Notice>
          )}
          <div className={styles.actions}>
            <span className={styles.hint}>{t('Markdown is supported.')}</span>
            <Button onClick={cancel}>{t('Cancel')}</Button>
            <Button look="primary" busy={saving.busy} busyText={t('Saving...')} onClick={save}>
              {t('Save')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
};
