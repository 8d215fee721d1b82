import { Send } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { longestMessage } from '../../../shared/chat/rules.ts';
import { composed, countGraphemes, lengthProblem } from '../../../shared/core/characters.ts';
import { t, writtenNumber } from '../../../shared/core/translate.ts';
import { clearDraft, loadDraft, saveDraft, subjectInTab } from '../../core/drafts.ts';
import { useTouch } from '../../core/phone.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { isComposing } from '../../ui/composing.ts';
import styles from './composer.module.css';

interface ComposerProps {
  userId: string;
  organizationId: string;
  onSend: (text: string) => void;
}

const counted = (characters: number): string => writtenNumber(characters, { useGrouping: false });

const isText = (value: unknown): value is string => typeof value === 'string';

/** Pixels (S2 §2.5). */
const [lowest, highest] = [60, 120];

/** Where a message is written. What is typed is kept on this device until it is sent. */
export const Composer = ({ userId, organizationId, onSend }: ComposerProps) => {
  const [subject] = useState(() => subjectInTab(userId, `chat:${organizationId}`));
  const [text, setText] = useState(() => loadDraft(userId, subject, isText) ?? '');
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const touch = useTouch();

  // As high as what it holds, within limits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how high it is.
  useLayoutEffect(() => {
    const area = input.current!;
    area.style.height = 'auto';
    const border = area.offsetHeight - area.clientHeight;
    area.style.height = `${Math.min(highest, Math.max(lowest, area.scrollHeight + border))}px`;
    // Where it grows, the counter and "Send" below it must not leave the window.
    if (document.activeElement === area) form.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);

  const type = (typed: string): void => {
    setText(typed);
    if (typed === '') clearDraft(userId, subject);
    else saveDraft(userId, subject, typed);
  };

  const wanted = text.trim();
  const tooLong = lengthProblem(t('Message'), composed(wanted), longestMessage);
  const maySend = wanted !== '' && !tooLong;

  const send = (): void => {
    input.current?.focus();
    if (!maySend) return;
    type('');
    onSend(wanted);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    // A keyboard on the screen has no Shift+Enter: there Enter makes a line, and "Send" sends.
    if (touch && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {t('Message')}
      </label>
      <textarea
        ref={input}
        id={id}
        rows={1}
        dir="auto"
        value={text}
        placeholder={
          touch
            ? t('Type a message...')
            : t('Type a message... (Press Enter to send, Shift+Enter for new line)')
        }
        enterKeyHint={touch ? 'enter' : 'send'}
        aria-describedby={`${id}-count`}
        aria-invalid={tooLong ? true : undefined}
        className={styles.input}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.below}>
        <p id={`${id}-count`} className={classNames(styles.count, tooLong && styles.over)}>
          <span role="status">{tooLong && `${tooLong}. `}</span>
          <span>{`${counted(countGraphemes(text))}/${counted(longestMessage)}`}</span>
        </p>
        <Button look="primary" type="submit" icon={Send} disabled={!maySend}>
          {t('Send')}
        </Button>
      </div>
    </form>
  );
};
