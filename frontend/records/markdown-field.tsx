import { useId, useState } from 'react';
import { labels, t } from '../../shared/core/translate.ts';
import { Field } from '../ui/field.tsx';
import { useLazyPart } from '../ui/lazy-part.ts';
import { markdownText } from './lazy-parts.ts';
import styles from './markdown-field.module.css';

interface MarkdownFieldProps {
  label: string;
  /** Names the two buttons that choose between writing and looking. */
  viewLabel: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const Preview = ({ text }: { text: string }) => {
  const { Part: MarkdownText, failed } = useLazyPart(markdownText);
  if (MarkdownText) return <MarkdownText text={text} />;
  const why = failed ? t('The preview could not be loaded. Check your connection.') : t('Loading...');
  return <p className={styles.nothing}>{why}</p>;
};

const views = ['write', 'preview'] as const;
const viewLabels = labels({ write: () => t('Write'), preview: () => t('Preview') });

/** A Markdown text, to write or to look at. */
export const MarkdownField = ({ label, viewLabel, value, error, onChange }: MarkdownFieldProps) => {
  const [view, setView] = useState<(typeof views)[number]>('write');
  const previewId = useId();
  return (
    <div className={styles.frame}>
      <fieldset className={styles.views}>
        <legend className="visually-hidden">{viewLabel}</legend>
        {views.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            className={styles.view}
            onClick={() => setView(name)}
          >
            {viewLabels[name]}
          </button>
        ))}
      </fieldset>
      {view === 'write' ? (
        <Field label={label} error={error} hint={t('Markdown is supported.')}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              value={value}
              rows={6}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <section aria-labelledby={previewId} className={styles.previewFrame}>
          <h3 id={previewId} className={styles.label}>
            {label}
          </h3>
          <div className={styles.preview}>
            {value.trim() === '' ? (
              <p className={styles.nothing}>{t('Nothing to preview')}</p>
            ) : (
              <Preview text={value} />
            )}
          </div>
        </section>
      )}
    </div>
  );
};
