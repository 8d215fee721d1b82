import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t, writtenNumber } from '../../../shared/core/translate.ts';
import { personalStore } from '../../core/device-store.ts';
import { markRead, notifyAnew } from '../../core/notifications.ts';
import { chatPath } from '../../core/paths.ts';
import type { Member } from '../../core/session.ts';
import { countInTitle } from '../../ui/document-title.ts';
import { chatStateQuery } from './chat-queries.ts';
import { isWatching } from './chat-view.ts';

const notificationId = 'chat';
/** The newest message that a person was notified of on this device. */
const notifiedName = (organizationId: string): string => `chat-notified:${organizationId}`;

export const countText = (unread: number): string =>
  unread > 99 ? `${writtenNumber(99)}+` : writtenNumber(unread);

/** How many messages of others a person has not read: also in the title, and as one notification that is kept up to date. */
export const useUnread = ({ user, membership }: Member): number => {
  const organizationId = membership.organization.id;
  const { data: state } = useQuery(chatStateQuery(organizationId));
  const unread = state?.unread ?? 0;
  const latest = state?.latest ?? 0;

  useEffect(() => {
    countInTitle(unread);
    return () => countInTitle(0);
  }, [unread]);

  useEffect(() => {
    if (!state) return;
    const { recall, remember } = personalStore(user.id);
    const name = notifiedName(organizationId);
    if (unread === 0) markRead(user.id, notificationId);
    else if (latest > Number(recall(name)) && !isWatching())
      notifyAnew(user.id, {
        id: notificationId,
        title: t('{shown} {unread, plural, one {new message} other {new messages}} in Team Chat', {
          shown: countText(unread),
          unread,
        }),
        path: chatPath,
      });
    if (latest > Number(recall(name))) remember(name, String(latest));
  }, [state, unread, latest, user.id, organizationId]);

  return unread;
};
