import { Check, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { t, writtenNumber } from '../../shared/core/translate.ts';
import { classNames } from './class-names.ts';
import { useFocusFallback } from './focus-fallback.ts';
import { Icon } from './icon.tsx';
import { PlainButton, PlainIconButton } from './plain-button.tsx';
import {
  dismissToast,
  type ShownToast,
  shownToasts,
  subscribeToToasts,
  type ToastKind,
} from './toast-store.ts';
import styles from './toasts.module.css';
import { useFreePlace } from './use-free-place.ts';

const icons: Record<ToastKind, LucideIcon> = {
  success: Check,
  info: Info,
  warning: TriangleAlert,
  error: TriangleAlert,
};

/** Milliseconds on the screen: longer where there is something to press, or something went wrong. */
const lifeOf = ({ kind, action }: ShownToast): number => (action || kind === 'error' ? 10_000 : 5_000);

const recheck = 1_000;

const ToastCard = ({ message }: { message: ShownToast }) => {
  const card = useRef<HTMLLIElement>(null);
  useFocusFallback(card);
  const life = lifeOf(message);
  useEffect(() => {
    const end = (): void => {
      // Asked when time is up rather than followed by events, which get lost when a message goes away under the pointer.
      const held = card.current?.closest('section')?.matches(':hover, :focus-within');
      if (held) timer = setTimeout(end, recheck);
      else dismissToast(message.id);
    };
    let timer = setTimeout(end, life);
    return () => clearTimeout(timer);
  }, [life, message.id]);

  const { action } = message;
  return (
    <li ref={card} className={classNames(styles.toast, styles[message.kind])}>
      <span className={styles.icon}>
        <Icon of={icons[message.kind]} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          <span>
            {message.count > 1 ? `${message.title} (${writtenNumber(message.count)})` : message.title}
          </span>
        </p>
        {message.detail && <p className={styles.detail}>{message.detail}</p>}
      </div>
      {action && (
        <PlainButton
          className={styles.action}
          onClick={() => {
            dismissToast(message.id);
            action.run();
          }}
        >
          {action.label}
        </PlainButton>
      )}
      <PlainIconButton icon={X} label={t('Dismiss')} onClick={() => dismissToast(message.id)} />
    </li>
  );
};

/** The place where messages appear. They stay as long as the pointer or the focus is on one of them. */
const Toasts = () => {
  const messages = useSyncExternalStore(subscribeToToasts, shownToasts);
  const stack = useRef<HTMLElement>(null);
  useFreePlace(stack, messages);
  // The regions stay mounted: a live region that appears together with its text is often not read.
  const region = (urgent: boolean) => (
    <ol aria-live={urgent ? 'assertive' : 'polite'} className={styles.list}>
      {messages
        .filter(({ kind }) => (kind === 'error') === urgent)
        // The newest on top: where older ones go away, it stays under the pointer.
        .reverse()
        .map((message) => (
          <ToastCard key={message.id} message={message} />
        ))}
    </ol>
  );
  return (
    <section ref={stack} aria-label={t('Notifications')} className={styles.stack}>
      {region(true)}
      {region(false)}
    </section>
  );
};

export default Toasts;
