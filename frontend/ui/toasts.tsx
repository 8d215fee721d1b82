import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import {
  dismissToast,
  type ShownToast,
  shownToasts,
  subscribeToToasts,
  type ToastKind,
} from './toast-store.ts';
import styles from './toasts.module.css';

const icons: Record<ToastKind, IconName> = {
  success: 'check',
  info: 'info',
  warning: 'alert',
  error: 'alert',
};

/** Milliseconds on the screen: longer where there is something to press, or something went wrong. */
const lifeOf = ({ kind, action }: ShownToast): number => (action || kind === 'error' ? 10_000 : 5_000);

const ToastCard = ({ message, held }: { message: ShownToast; held: boolean }) => {
  const life = lifeOf(message);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(message.id), life);
    return () => clearTimeout(timer);
  }, [held, life, message.id]);

  const { action } = message;
  return (
    <li className={classNames(styles.toast, styles[message.kind])}>
      <span className={styles.icon}>
        <Icon name={icons[message.kind]} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{message.title}</p>
        {message.detail && <p className={styles.detail}>{message.detail}</p>}
      </div>
      {action && (
        <Button
          className={styles.action}
          onClick={() => {
            dismissToast(message.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(message.id)} />
    </li>
  );
};

/** The corner where messages appear. They stay as long as the pointer or the focus is on one of them. */
export const Toasts = () => {
  const messages = useSyncExternalStore(subscribeToToasts, shownToasts);
  const [held, setHeld] = useState(false);
  // The regions stay mounted: a live region that appears together with its text is often not read.
  const region = (urgent: boolean) => (
    <ol aria-live={urgent ? 'assertive' : 'polite'} className={styles.list}>
      {messages
        .filter(({ kind }) => (kind === 'error') === urgent)
        .map((message) => (
          <ToastCard key={message.id} message={message} held={held} />
        ))}
    </ol>
  );
  return (
    <section
      aria-label="Notifications"
      className={styles.corner}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {region(true)}
      {region(false)}
    </section>
  );
};
