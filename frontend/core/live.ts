import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Frame } from '../../shared/live/frames.ts';
import { api } from './api.ts';
import { Failure } from './failure.ts';
import { inFull } from './live-event-in-full.ts';
import { isTold, type LiveEvent, notificationOf, staleAfter } from './live-events.ts';
import { gatherInvalidations } from './live-invalidation.ts';
import { followLog } from './live-log.ts';
import { tellNews } from './live-news.ts';
import { liveSocket } from './live-socket.ts';
import { forgetConnection, noteConnection } from './live-status.ts';
import { noteNotified, notifiedUpTo, notify } from './notifications.ts';
import { wroteLately } from './own-writes.ts';
import { pageEnd } from './page-identity.ts';
import { forgetPresence, takePresence } from './presence.ts';
import { routeTable } from './route-table.ts';
import type { Member } from './session.ts';
import { sessionQuery } from './session.ts';
import { websiteConfig } from './website-config.ts';

/** Who follows the log of which group, and from where. */
interface Follower {
  userId: string;
  organizationId: string;
  /** Up to here, what the page has loaded is known to be right. */
  seq: number;
}

/** As far as a page goes back for notifications of what happened while none was open; the server goes no further. */
const furthestBack = 1000;
/** Milliseconds until what could not be read of the log is asked for again. */
const readAgainAfter = 5_000;

/** Whoever is refused is no member any more, has signed out, or has to pay: the session knows. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && [401, 402, 403].includes(error.status);

const ticketedAddress = async (): Promise<string> => {
  const [{ socketUrl }, { ticket }] = await Promise.all([websiteConfig(), api(routeTable.live.createTicket)]);
  return `${socketUrl}?${new URLSearchParams({ ticket })}`;
};

/** Tells a person of events: each tab at once, and this device once, however many tabs are open. */
const notifyOf = async (
  events: readonly LiveEvent[],
  { userId, organizationId, seq: opened }: Follower,
): Promise<void> => {
  const told = await Promise.all(events.filter((event) => isTold(event, userId)).map(inFull));
  for (const event of told.filter(({ seq }) => seq > opened)) tellNews({ kind: 'told', event });
  // One tab at a time: each looks first how far another has told it.
  await navigator.locks.request('gh-notifications', () => {
    const notified = notifiedUpTo(userId, organizationId) ?? 0;
    for (const event of told.filter(({ seq }) => seq > notified))
      notify(userId, notificationOf(event, { userId, organizationId }));
    noteNotified(userId, organizationId, Math.max(notified, ...events.map(({ seq }) => seq)));
  });
};

/** Where to begin reading: what happened since this device last notified somebody is news to them, but not to the page. */
const beginning = ({ userId, organizationId, seq }: Follower): number => {
  const notified = notifiedUpTo(userId, organizationId);
  return notified === null || notified < seq - furthestBack ? seq : Math.min(notified, seq);
};

/**
 * Keeps a page live: a socket announces, the log is followed without a gap, and each of its events makes queries stale, tells
 * features, and notifies.
 * @returns what ends it
 */
const startLive = (queryClient: QueryClient, follower: Follower): (() => void) => {
  const { userId } = follower;
  let readAgain: ReturnType<typeof setTimeout> | undefined;
  const invalidations = gatherInvalidations(({ key, refetch }) => {
    void queryClient.invalidateQueries({ queryKey: key, refetchType: refetch ? 'active' : 'none' });
  });
  const askSession = (): void => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  let telling = Promise.resolve();

  const log = followLog<LiveEvent>({
    after: beginning(follower),
    listSince: (after) => api(routeTable.history.listSince, { query: { after, limit: 100 } }),
    onEvents: (events) => {
      for (const event of events.filter(({ seq }) => seq > follower.seq)) {
        const written = event.by === userId && wroteLately(event.id);
        for (const stale of staleAfter(event, userId, written)) invalidations.add(stale);
        tellNews({ kind: 'event', event });
      }
      telling = telling
        .then(() => notifyOf(events, follower))
        .catch((error: unknown) => console.warn('The next visit tells what could not be told now', error));
    },
    onReload: () => {
      tellNews({ kind: 'reload' });
      void queryClient.invalidateQueries();
    },
    onFailure: (error) => {
      if (isRefusal(error)) return askSession();
      console.warn('The log could not be read; it is tried again', error);
      clearTimeout(readAgain);
      readAgain = setTimeout(log.resume, readAgainAfter);
    },
  });

  const onFrame = (frame: Frame): void => {
    if ('online' in frame) takePresence(frame);
    if ('seq' in frame) log.reaches(frame.seq);
    if ('events' in frame) log.take(frame.events);
    if ('message' in frame) tellNews({ kind: 'message', message: frame.message });
  };

  noteConnection(false, forgetPresence);
  const socket = liveSocket({
    address: ticketedAddress,
    open: (address) => new WebSocket(address),
    isRefusal,
    onRefused: askSession,
    onFrame,
    onChange: (connected) => noteConnection(connected, forgetPresence),
    isHidden: () => document.hidden,
  });

  const wake = (): void => {
    if (document.hidden) return;
    socket.wake();
    log.resume();
  };
  // A page with an open socket can't be kept for "Back".
  const leave = (): void => socket.stop();
  const end = (): void => {
    log.stop();
    socket.stop();
    invalidations.stop();
  };
  pageEnd.addEventListener('abort', end);
  const wakers = ['online', 'offline', 'pageshow'] as const;
  for (const name of wakers) window.addEventListener(name, wake);
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('pagehide', leave);

  return () => {
    for (const name of wakers) window.removeEventListener(name, wake);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('pagehide', leave);
    pageEnd.removeEventListener('abort', end);
    clearTimeout(readAgain);
    end();
    forgetConnection();
    forgetPresence();
  };
};

/**
 * Keeps the dashboard live for as long as it is open.
 * @param seq up to where, in the log, what the page has loaded is known to be right
 */
export const useLive = ({ user, membership }: Member, seq: number): void => {
  const queryClient = useQueryClient();
  const organizationId = membership.organization.id;
  const follower = useEffectEvent((): Follower => ({ userId: user.id, organizationId, seq }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person or another group is another log.
  useEffect(() => startLive(queryClient, follower()), [user.id, organizationId]);
};
