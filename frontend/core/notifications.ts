import { useSyncExternalStore } from 'react';
import { personalStore, valueIn } from './device-store.ts';

/** A notification as this device keeps it (S1 §3); no server knows of it. */
export interface Notification {
  /** Of its cause: the same cause notifies once. */
  id: string;
  title: string;
  /** The screen that it is about. */
  path?: string;
  /** Of whom it tells, if of anybody. */
  person?: { id: string; name: string };
  read: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** S1 §9. */
const mostKept = 50;
const mostCauses = 200;
/** Under which names a person's lie on this device. */
const keptAs = {
  all: 'notifications',
  /** The causes that were told, cleared ones too. */
  told: 'told',
  /** How far in the log of a group a person was told of its events. */
  notifiedUpTo: 'notified',
} as const;
const listeners = new Set<() => void>();

const isPerson = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'name'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

const isNotification = (value: unknown): value is Notification => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, path, person, read, createdAt } = value as Partial<Notification>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    (path === undefined || typeof path === 'string') &&
    (person === undefined || isPerson(person)) &&
    typeof read === 'boolean' &&
    typeof createdAt === 'number'
  );
};

const parse = (text: string | null): readonly Notification[] =>
  valueIn(text, Array.isArray)?.filter(isNotification) ?? [];

const change = (userId: string, to: (all: readonly Notification[]) => readonly Notification[]): void => {
  const { recall, remember } = personalStore(userId);
  const before = recall(keptAs.all);
  const after = JSON.stringify(to(parse(before)).slice(0, mostKept));
  if (after === (before ?? '[]')) return;
  remember(keptAs.all, after);
  for (const listener of listeners) listener();
};

/** Tells a person something, newest first; nothing when the same cause has told it before. */
export const notify = (userId: string, news: Omit<Notification, 'read' | 'createdAt'>): void => {
  const { recall, remember } = personalStore(userId);
  const told = (recall(keptAs.told) ?? '').split('\n');
  if (told.includes(news.id)) return;
  remember(keptAs.told, [news.id, ...told].slice(0, mostCauses).join('\n'));
  change(userId, (all) => [{ ...news, read: false, createdAt: Date.now() }, ...all]);
};

/** Tells a person where something stands now: what was told of it before gives way. */
export const notifyAnew = (userId: string, about: Pick<Notification, 'id' | 'title' | 'path'>): void =>
  change(userId, (all) => [
    { ...about, read: false, createdAt: Date.now() },
    ...all.filter(({ id }) => id !== about.id),
  ]);

/** The event up to which a person was told on this device; null when never in this group. */
export const notifiedUpTo = (userId: string, organizationId: string): number | null => {
  const [group, seq] = (personalStore(userId).recall(keptAs.notifiedUpTo) ?? '').split(' ');
  return group === organizationId && Number.isSafeInteger(Number(seq)) ? Number(seq) : null;
};

export const noteNotified = (userId: string, organizationId: string, seq: number): void =>
  personalStore(userId).remember(keptAs.notifiedUpTo, `${organizationId} ${seq}`);

export const markRead = (userId: string, id: string): void =>
  change(userId, (all) => all.map((one) => (one.id === id ? { ...one, read: true } : one)));

export const markAllRead = (userId: string): void =>
  change(userId, (all) => all.map((one) => ({ ...one, read: true })));

export const clearNotifications = (userId: string): void => change(userId, () => []);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  // Another tab read or got some.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** What a person has been told on this device, newest first. */
export const useNotifications = (userId: string): readonly Notification[] =>
  parse(useSyncExternalStore(subscribe, () => personalStore(userId).recall(keptAs.all)));
