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
}

const mostAtOnce = 4;
let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const show = (next: readonly ShownToast[]): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Shows a short message at the top of the screen; it is also read aloud. */
export const toast = (message: Toast): void => {
  lastId += 1;
  const others = shown.filter(({ key }) => key === undefined || key !== message.key);
  show([...others, { ...message, id: lastId }].slice(-mostAtOnce));
};

export const dismissToast = (id: number): void => show(shown.filter((one) => one.id !== id));

export const subscribeToToasts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const shownToasts = (): readonly ShownToast[] => shown;
