export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface Toast {
  kind: ToastKind;
  title: string;
  detail?: string | undefined;
  action?: { label: string; run: () => void };
  /** A later one with the same key takes its place. */
  key?: string;
}

export interface ShownToast extends Toast {
  id: number;
  /** How many of the same kind it stands for. */
  count: number;
}

const mostAtOnce = 3;
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const show = (next: readonly ShownToast[]): void => {
  shown = next;
  for (const listener of listeners) listener();
};

const isSame = (one: Toast, other: Toast): boolean =>
  one.kind === other.kind && one.title === other.title && one.action?.label === other.action?.label;

/**
 * Shows a short message; it is also read aloud. Messages of the same kind become one, whose action is that of all of them, so
 * that what was undone with either can still be.
 */
export const toast = (message: Toast): void => {
  lastId += 1;
  const replaced = shown.find(({ key }) => key !== undefined && key === message.key);
  const before = replaced ? undefined : shown.find((one) => isSame(one, message));
  const merged: ShownToast = { ...message, id: lastId, count: (before?.count ?? 0) + 1 };
  const [earlier, latest] = [before?.action, message.action];
  if (earlier && latest)
    merged.action = {
      label: latest.label,
      run: () => {
        earlier.run();
        latest.run();
      },
    };
  show([...shown.filter((one) => one !== replaced && one !== before), merged].slice(-mostAtOnce));
};

export const dismissToast = (id: number): void => show(shown.filter((one) => one.id !== id));

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const shownToasts = (): readonly ShownToast[] => shown;
