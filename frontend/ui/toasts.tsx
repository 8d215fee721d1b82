import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useFocusFallback } from './focus-fallback.ts';
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

/**
 * Keeps messages over the heading of a screen, which nobody presses: below the header, however high it is, and in the middle
 * of the screen beside the sidebar. What is pressed stands at the edges: "New Task" on the right or below, "Send" at the end.
 */
const useHeadingPlace = (stack: RefObject<HTMLElement | null>, messages: readonly ShownToast[]): void =>
  useLayoutEffect(() => {
    const place = (): void => {
      const header = document.querySelector('header')?.getBoundingClientRect();
      const main = document.querySelector('main')?.getBoundingClientRect();
      const { style } = stack.current!;
      style.setProperty('--top', `${Math.max(0, header?.bottom ?? 0)}px`);
      style.setProperty('--left', `${main?.left ?? 0}px`);
      style.setProperty('--right', `${main ? document.documentElement.clientWidth - main.right : 0}px`);
    };
    if (messages.length > 0) place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [stack, messages]);

/** The place where messages appear. They stay as long as the pointer or the focus is on one of them. */
export const Toasts = () => {
  const messages = useSyncExternalStore(subscribeToToasts, shownToasts);
  const stack = useRef<HTMLElement>(null);
  useHeadingPlace(stack, messages);
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
    <section ref={stack} aria-label="Notifications" className={styles.stack}>
      {region(true)}
      {region(false)}
    </section>
  );
};
