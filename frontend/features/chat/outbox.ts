import { useSyncExternalStore } from 'react';
import type { Message } from '../../../shared/chat/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { clearDraft, draftSubjects, loadDraft, saveDraft } from '../../core/drafts.ts';
import { explain, Failure } from '../../core/failure.ts';
import { routeTable } from '../../core/route-table.ts';
import { toast } from '../../ui/toast-store.ts';

/** A message that the list does not have yet. */
export interface Unsent {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
  readonly state:
    | { readonly kind: 'sending' }
    /** `offline`: it only waits for a connection, and goes by itself when there is one again. */
    | { readonly kind: 'failed'; readonly reason: string | undefined; readonly offline?: true }
    /** As the server has it; it only has to arrive in the list. */
    | { readonly kind: 'sent'; readonly message: Message };
}

/** What is kept on the device until it is sent or discarded. */
type Kept = Pick<Unsent, 'id' | 'text' | 'createdAt'>;

const isKept = (value: unknown): value is Kept => {
  const { id, text, createdAt } = (value ?? {}) as Partial<Kept>;
  return typeof id === 'string' && typeof text === 'string' && !Number.isNaN(Date.parse(createdAt ?? ''));
};

const interrupted = (): string => t('The page was closed before it was sent.');

/** Milliseconds after which what waits for a connection is tried again, though nobody has said that there is one. */
const tryAgainAfter = 10_000;

/** Whether nothing came back: the way to the server was broken. */
const isOffline = (error: unknown): boolean => error instanceof Failure && error.status === 0;

/** Whether the next one would fail as well: then it waits with this one, and their order stays. */
const stopsTheRest = (error: unknown): boolean =>
  error instanceof Failure && (error.status === 0 || error.status === 429 || error.status >= 500);

/** What a person has written in the chat of a group, on its way: one after the other, in the order of writing. */
const openOutbox = (userId: string, organizationId: string) => {
  const prefix = `chat-unsent:${organizationId}:`;
  const subject = (id: string): string => prefix + id;
  const listeners = new Set<() => void>();
  let entries: readonly Unsent[] = draftSubjects(userId, prefix)
    .flatMap((name) => loadDraft(userId, name, isKept) ?? [])
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((kept) => ({ ...kept, state: { kind: 'failed', reason: interrupted() } }));
  let sending = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  let onSent: (message: Message) => void = () => {};

  const show = (next: readonly Unsent[]): void => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const put = (id: string, state: Unsent['state']): void =>
    show(entries.map((entry) => (entry.id === id ? { ...entry, state } : entry)));
  const forget = (id: string): void => {
    clearDraft(userId, subject(id));
    show(entries.filter((entry) => entry.id !== id));
  };

  const fail = (ids: readonly string[], error: unknown, isFirstTry: boolean): void => {
    // An answer that was lost is none that matters: the message has arrived by the socket.
    if (!entries.some(({ id }) => ids.includes(id))) return;
    const offline = isOffline(error) ? ({ offline: true } as const) : {};
    for (const id of ids) put(id, { kind: 'failed', reason: explain(error), ...offline });
    clearTimeout(again);
    if (isOffline(error)) again = setTimeout(resume, tryAgainAfter);
    // Why stands beside each message; one after the other would only cover the input.
    if (isFirstTry) toast({ kind: 'error', title: t('Failed to send message'), key: 'chat-not-sent' });
  };
  const waiting = (): readonly Unsent[] => entries.filter(({ state }) => state.kind === 'sending');

  const sendAll = async ({ isFirstTry = true } = {}): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let [next] = waiting(); next; [next] = waiting()) {
      const { id, text } = next;
      try {
        const message = await api(routeTable.chat.sendMessage, { body: { id, text } });
        clearDraft(userId, subject(id));
        put(id, { kind: 'sent', message });
        onSent(message);
      } catch (error) {
        fail(stopsTheRest(error) ? waiting().map((entry) => entry.id) : [id], error, isFirstTry);
      }
    }
    sending = false;
  };

  const isWaiting = ({ state }: Unsent): boolean => state.kind === 'failed' && state.offline === true;
  const onItsWay = (entry: Unsent): Unsent =>
    isWaiting(entry) ? { ...entry, state: { kind: 'sending' } } : entry;

  /** Sends again what failed for want of a connection, in the order of writing; each is one message, however often it is sent. */
  const resume = (): void => {
    if (!entries.some(isWaiting)) return;
    show(entries.map(onItsWay));
    void sendAll({ isFirstTry: false });
  };

  return {
    resume,
    entries: () => entries,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whom a sent message is handed to. */
    handTo: (taker: typeof onSent): void => {
      onSent = taker;
    },
    send: (text: string): void => {
      const kept: Kept = { id: crypto.randomUUID(), text, createdAt: new Date().toISOString() };
      saveDraft(userId, subject(kept.id), kept);
      // What waits for a connection was written before.
      show([...entries.map(onItsWay), { ...kept, state: { kind: 'sending' } }]);
      void sendAll();
    },
    retry: (id: string): void => {
      put(id, { kind: 'sending' });
      void sendAll();
    },
    /** Sends all that failed again, in the order of writing. */
    retryAll: (): void => {
      show(
        entries.map((entry) =>
          entry.state.kind === 'failed' ? { ...entry, state: { kind: 'sending' } } : entry,
        ),
      );
      void sendAll();
    },
    discard: forget,
    /** Lets go of what has arrived, by whichever way. */
    settle: (arrived: ReadonlySet<string>): void => {
      for (const { id } of entries) if (arrived.has(id)) forget(id);
    },
  };
};

type Outbox = ReturnType<typeof openOutbox>;
const opened = new Map<string, Outbox>();

/** The one outbox of a person in a group; what it sends goes on when the chat is left. */
export const outboxOf = (userId: string, organizationId: string): Outbox => {
  const key = `${userId} ${organizationId}`;
  const outbox = opened.get(key) ?? openOutbox(userId, organizationId);
  opened.set(key, outbox);
  return outbox;
};

/** What is on its way, or did not get away, in the order of writing. */
export const useUnsent = (outbox: Outbox): readonly Unsent[] =>
  useSyncExternalStore(outbox.subscribe, outbox.entries);
