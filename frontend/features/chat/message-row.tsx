import { Trash2, TriangleAlert } from 'lucide-react';
import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { excerptOf } from '../../../shared/core/characters.ts';
import { t } from '../../../shared/core/translate.ts';
import { exactMoment, relativeTime } from '../../core/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ShownMessage } from './chat-rows.ts';
import styles from './message-row.module.css';
import type { Unsent } from './outbox.ts';
import { textParts } from './text-parts.ts';

export const MessageText = ({ text }: { text: string }) => (
  <p dir="auto" className={styles.text}>
    {textParts(text).map(({ text: part, href }, index) =>
      href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
        <a key={index} href={href} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
);

/** What goes away takes its buttons along: the list gets the focus instead of nothing. */
const useFocusToList = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const node = element.current;
    return () => {
      if (node?.contains(document.activeElement))
        node.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
    };
  }, [element]);

interface NotSentProps {
  reason: string | undefined;
  onRetry: () => void;
  onDiscard: () => void;
}

const NotSent = ({ reason, onRetry, onDiscard }: NotSentProps) => {
  const line = useRef<HTMLDivElement>(null);
  useFocusToList(line);
  return (
    <div ref={line} className={styles.failed}>
      <p className={styles.note}>
        <Icon of={TriangleAlert} size={15} />
        <span>{reason ? t('Not sent. {reason}', { reason }) : t('Not sent')}</span>
      </p>
      <Button className={styles.small} onClick={onRetry}>
        {t('Retry')}
      </Button>
      <Button look="quiet" className={styles.small} onClick={onDiscard}>
        {t('Discard')}
      </Button>
    </div>
  );
};

interface MessageRowProps {
  message: ShownMessage;
  own: boolean;
  /** Shows whose it is and when it came. */
  leads: boolean;
  online: boolean;
  now: number;
  state: Unsent['state'] | undefined;
  deleting: boolean;
  onDelete: (id: string) => void;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** One message: others' on the left, own ones on the right. */
export const MessageRow = memo(
  ({ message, own, leads, online, now, state, deleting, onDelete, onRetry, onDiscard }: MessageRowProps) => {
    const item = useRef<HTMLLIElement>(null);
    useFocusToList(item);
    const { id, senderName, text, sentAt } = message;
    const moment = Date.parse(sentAt);
    return (
      <li
        ref={item}
        data-message={id}
        className={classNames(styles.row, own && styles.own, leads && styles.leads)}
        data-pending={state?.kind === 'sending' || deleting || undefined}
      >
        {leads && (
          // Name and presence stand beside it, in words.
          <span className={styles.avatar} aria-hidden="true">
            <Avatar person={{ id: message.senderId, name: senderName }} size="small" online={online} />
          </span>
        )}
        <div className={styles.content}>
          <p className={leads ? styles.meta : 'visually-hidden'}>
            <span dir="auto" className={styles.name}>
              {own ? t('You') : senderName}
            </span>
            {online && <span className="visually-hidden"> {t('(online now)')}</span>}{' '}
            <time dateTime={sentAt} data-tooltip={exactMoment(moment)} className={styles.time}>
              {relativeTime(moment, now, { daysAtMost: 7 })}
            </time>
          </p>
          <div className={styles.line}>
            <div className={styles.bubble} title={exactMoment(moment)}>
              <MessageText text={text} />
            </div>
            {own && message.number !== null && (
              <IconButton
                icon={Trash2}
                label={t('Delete message “{text}”', { text: excerptOf(text, 40) })}
                aria-disabled={deleting || undefined}
                className={styles.delete}
                onClick={() => !deleting && onDelete(id)}
              />
            )}
          </div>
          {state?.kind === 'sending' && <p className={styles.note}>{t('Sending…')}</p>}
          {state?.kind === 'failed' && (
            <NotSent reason={state.reason} onRetry={() => onRetry(id)} onDiscard={() => onDiscard(id)} />
          )}
        </div>
      </li>
    );
  },
);
