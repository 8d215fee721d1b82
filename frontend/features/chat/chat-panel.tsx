import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChatState, Message } from '../../../shared/chat/contract.ts';
import { t } from '../../../shared/core/translate.ts';
import { api } from '../../core/api.ts';
import { useMinute, useToday } from '../../core/clock.ts';
import { explain, unlessGone } from '../../core/failure.ts';
import { useOnline } from '../../core/presence.ts';
import { routeTable } from '../../core/route-table.ts';
import { useMember } from '../../core/session.ts';
import { useSubmission } from '../../core/submission.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { takeMessage } from './chat-feed.ts';
import styles from './chat-panel.module.css';
import { chatStateQuery, editMessages, markReadUpTo, messagesQuery } from './chat-queries.ts';
import { chatRows, type ShownMessage, type UnreadRange } from './chat-rows.ts';
import { noteWatching } from './chat-view.ts';
import { Composer } from './composer.tsx';
import { dayName } from './day-name.ts';
import { lastNumber, withDeleted } from './message-list.ts';
import { MessageRow } from './message-row.tsx';
import { OlderMessages } from './older-messages.tsx';
import { outboxOf, type Unsent, useUnsent } from './outbox.ts';
import { useDivider } from './use-divider.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useSurroundings } from './use-surroundings.ts';
import { useOnScreen, usePageVisible } from './use-visible.ts';

const nothing: readonly Message[] = [];

const LoadingMessages = () => (
  <div role="status" className={styles.loading}>
    <span className="visually-hidden">{t('Loading messages...')}</span>
    {['46%', '62%', '30%', '54%', '40%'].map((width) => (
      <div key={width} className={styles.loadingOne}>
        <SkeletonBar width="120px" />
        <SkeletonBar width={width} />
      </div>
    ))}
  </div>
);

const NoMessages = ({ onWrite }: { onWrite: () => void }) => (
  <div className={styles.empty}>
    <EmptyState
      picture="messages"
      title={t('No messages yet')}
      text={t('Start a conversation with your team!')}
      action={<Button onClick={onWrite}>{t('Write the first message')}</Button>}
    />
  </div>
);

const unsentAsShown = (
  { id, text, createdAt, state }: Unsent,
  sender: Pick<ShownMessage, 'senderId' | 'senderName'>,
): ShownMessage =>
  state.kind === 'sent' ? state.message : { ...sender, id, text, sentAt: createdAt, number: null };

/** What was unread when somebody came, or came back: there "New messages" stands. Undefined until it is known. */
const useUnreadAtArrival = (
  state: ChatState | undefined,
  pageVisible: boolean,
): UnreadRange | null | undefined => {
  const [unread, setUnread] = useState<UnreadRange | null>();
  const wasVisible = useRef(false);
  const isBack = pageVisible && !wasVisible.current;
  useEffect(() => {
    if (!state) return;
    if (isBack && state.unread > 0) setUnread({ after: state.readUpTo, upTo: state.latest });
    else setUnread((before) => before ?? null);
    wasVisible.current = pageVisible;
  }, [state, isBack, pageVisible]);
  return unread;
};

/** What is read aloud: messages of others that come while the chat is open. */
const useAnnouncement = (messages: readonly Message[] | undefined, userId: string): string => {
  const [announcement, setAnnouncement] = useState('');
  const told = useRef<number>(undefined);
  useEffect(() => {
    if (!messages) return;
    const last = messages.at(-1)?.number ?? 0;
    const before = told.current;
    if (before !== undefined && last > before) {
      const news = messages.filter(
        ({ number, senderId, isDeleted }) => number > before && senderId !== userId && !isDeleted,
      );
      if (news.length > 0)
        setAnnouncement(news.map(({ senderName, text }) => `${senderName}: ${text}`).join('\n'));
    }
    told.current = last;
  }, [messages, userId]);
  return announcement;
};

const debounce = 400;

/** The group's chat (S2 §2.5). */
const ChatPanel = () => {
  const { user, membership } = useMember();
  const { id: organizationId, timeZone } = membership.organization;
  const queryClient = useQueryClient();
  const online = useOnline();
  const now = useMinute();
  const pageVisible = usePageVisible();
  const panel = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const tail = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);

  const messages = useQuery(messagesQuery(organizationId));
  const { data: state, isError: stateFailed } = useQuery(chatStateQuery(organizationId));
  const unreadAtArrival = useUnreadAtArrival(state, pageVisible);
  const outbox = outboxOf(user.id, organizationId);
  const unsent = useUnsent(outbox);

  const loaded = messages.data?.items ?? nothing;
  const last = lastNumber(messages.data);
  const hasOlder = messages.data?.hasOlder ?? false;
  // Where the person left off decides what is shown first.
  const isAtDivider = useDivider(organizationId, unreadAtArrival, messages.data);
  const ready = messages.data !== undefined && (isAtDivider || stateFailed);

  useEffect(() => {
    outbox.handTo((message) => takeMessage({ queryClient, userId: user.id, organizationId }, message));
  }, [outbox, queryClient, user.id, organizationId]);
  useEffect(() => outbox.settle(new Set(loaded.map(({ id }) => id))), [outbox, loaded]);

  const rows = useMemo(() => {
    const arrived = new Set(loaded.map(({ id }) => id));
    const me = { senderId: user.id, senderName: user.name };
    const shown = [
      ...loaded.filter(({ isDeleted }) => !isDeleted),
      ...unsent.filter(({ id }) => !arrived.has(id)).map((one) => unsentAsShown(one, me)),
    ];
    return chatRows(shown, {
      timeZone,
      userId: user.id,
      unread: unreadAtArrival ?? null,
      fromStart: !hasOlder,
    });
  }, [loaded, unsent, user.id, user.name, timeZone, unreadAtArrival, hasOlder]);
  const failed = unsent.filter((one) => one.state.kind === 'failed').length;
  const states = new Map(unsent.map(({ id, state: its }) => [id, its]));

  useSurroundings(panel, scroller);
  const { atEnd, onScroll, toEnd } = useScrollAnchor(scroller, ready);
  // The newest message and the input are what people come for, also where the window is not high enough for the rest.
  useEffect(() => {
    if (ready) bottom.current?.scrollIntoView({ block: 'nearest' });
  }, [ready]);
  const watching = useOnScreen(tail, ready) && pageVisible;
  useEffect(() => {
    noteWatching(watching);
    return () => noteWatching(false);
  }, [watching]);

  const othersAfter = (number: number): number =>
    loaded.filter((one) => one.number > number && one.senderId !== user.id && !one.isDeleted).length;
  const readUpTo = state?.readUpTo ?? last;
  const toRead = watching && last > readUpTo && othersAfter(readUpTo) > 0 ? last : null;
  useEffect(() => {
    if (toRead === null) return;
    const timer = setTimeout(() => {
      markReadUpTo(queryClient, organizationId, toRead).catch((error: unknown) =>
        console.warn('It stays unread until the next look', error),
      );
    }, debounce);
    return () => clearTimeout(timer);
  }, [toRead, queryClient, organizationId]);

  const [seenUpTo, setSeenUpTo] = useState<number | null>(null);
  useEffect(() => {
    if (!ready) return;
    if (atEnd) setSeenUpTo(last);
    else setSeenUpTo((seen) => seen ?? unreadAtArrival?.after ?? last);
  }, [ready, atEnd, last, unreadAtArrival]);
  const below = othersAfter(seenUpTo ?? last);

  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());
  const removing = useSubmission({
    subjectOf: (id: string) => id,
    send: async (id: string) => {
      setDeleting((ids) => new Set([...ids, id]));
      await unlessGone(api(routeTable.chat.removeMessage, { params: { messageId: id } }));
    },
    onSuccess: (_, id) => {
      editMessages(queryClient, organizationId, (list) => withDeleted(list, id));
      toast({ kind: 'success', title: t('Message deleted'), key: 'chat-deleted' });
    },
    onError: (error) =>
      toast({ kind: 'error', title: t('Failed to delete message'), detail: explain(error) }),
    onSettled: (_, _error, id) => setDeleting((ids) => new Set([...ids].filter((one) => one !== id))),
  });

  const announcement = useAnnouncement(messages.data?.items, user.id);
  const today = useToday(timeZone);

  return (
    <section ref={panel} aria-labelledby="chat-heading" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="chat-heading" className="visually-hidden">
          {t('Team Chat')}
        </h2>
        <p className={styles.online} data-live={online.size > 0 || undefined}>
          {online.size > 0 ? t('{count, number} online now', { count: online.size }) : t('Connecting…')}
        </p>
      </header>
      <div className={styles.frame}>
        <div
          ref={scroller}
          role="log"
          aria-label={t('Messages')}
          aria-live="off"
          aria-busy={!ready}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable from the keyboard.
          tabIndex={0}
          className={styles.scroller}
          onScroll={onScroll}
        >
          {messages.isPending && <LoadingMessages />}
          {ready && hasOlder && <OlderMessages organizationId={organizationId} />}
          {ready && rows.length === 0 && !hasOlder && (
            <NoMessages onWrite={() => bottom.current?.querySelector('textarea')?.focus()} />
          )}
          {ready && rows.length > 0 && (
            <ol className={styles.list}>
              {rows.map((row) => {
                if (row.kind === 'day')
                  return (
                    <li key={row.key} className={styles.day}>
                      <span>{dayName(row.date, today)}</span>
                    </li>
                  );
                if (row.kind === 'new')
                  return (
                    <li key={row.key} data-new="" className={styles.new}>
                      <span>{t('New messages')}</span>
                    </li>
                  );
                const { message, leads } = row;
                return (
                  <MessageRow
                    key={row.key}
                    message={message}
                    own={message.senderId === user.id}
                    leads={leads}
                    online={message.senderId !== user.id && online.has(message.senderId)}
                    now={now}
                    state={states.get(message.id)}
                    deleting={deleting.has(message.id)}
                    onDelete={removing.submit}
                    onRetry={outbox.retry}
                    onDiscard={outbox.discard}
                  />
                );
              })}
            </ol>
          )}
          {failed > 1 && (
            <div className={styles.unsent}>
              <p role="status">
                {t('{count, plural, one {# message was} other {# messages were}} not sent.', {
                  count: failed,
                })}
              </p>
              <Button
                onClick={() => {
                  outbox.retryAll();
                  // The button goes away with the focus on it.
                  scroller.current?.focus({ preventScroll: true });
                }}
              >
                {t('Retry all')}
              </Button>
            </div>
          )}
          <div ref={tail} className={styles.tail} />
        </div>
        {ready && !atEnd && (
          <Button
            look="primary"
            icon={ArrowDown}
            className={styles.jump}
            onClick={() => {
              toEnd();
              // The button goes away with the focus on it.
              scroller.current?.focus({ preventScroll: true });
            }}
          >
            {below > 0 ? t('Jump to newest ({count, number} new)', { count: below }) : t('Jump to newest')}
          </Button>
        )}
      </div>
      {messages.isError && <LoadFailure query={messages}>{t('Failed to load messages.')}</LoadFailure>}
      <div ref={bottom}>
        <Composer
          userId={user.id}
          organizationId={organizationId}
          onSend={(text) => {
            outbox.send(text);
            toEnd();
          }}
        />
      </div>
      <p aria-live="polite" className="visually-hidden">
        {announcement}
      </p>
    </section>
  );
};

export default ChatPanel;
