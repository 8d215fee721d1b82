import type { QueryKey } from '@tanstack/react-query';
import { type Role, roleLabels } from '../../shared/core/access.ts';
import { changeOf } from '../../shared/core/sentence.ts';
import { t } from '../../shared/core/translate.ts';
import type { HistoryEvent } from '../../shared/history/contract.ts';
import { isFound, kinds, recordPath } from '../../shared/kinds.ts';
import type { Announcement } from '../../shared/live/frames.ts';
import type { Stale } from './live-invalidation.ts';
import type { Notification } from './notifications.ts';

/** An event as it was announced, or as the log has it, in full. */
export type LiveEvent = Announcement & Partial<Pick<HistoryEvent, 'title' | 'byName' | 'changes'>>;

/** What follows from a change of a record. */
const followedBy = ({ entity, id }: Announcement): readonly QueryKey[] => [
  ...(entity === 'message' ? [] : [['activity'], ['history', entity, id]]),
  ...(isFound(entity) ? [['search']] : []),
];

/**
 * What an event makes stale for a person.
 * @param written whether this tab made the change itself: then it shows the record already, but not what follows from it
 */
export const staleAfter = (event: Announcement, userId: string, written: boolean): Stale[] => [
  ...(kinds[event.entity].shownBy?.(event.id, userId) ?? []).map((key) => ({ key, refetch: !written })),
  ...followedBy(event).map((key) => ({ key, refetch: true })),
];

/**
 * Whether a person is told of an event (PRODUCT §3, "Notifications"): never of what they did themselves, but of the account
 * that they gave away.
 */
export const isTold = ({ type, id, by }: Announcement, userId: string): boolean => {
  if (type === 'group.transferred') return id === userId || by === userId;
  return by !== userId && (id === userId ? type === 'member.role_changed' : type === 'member.joined');
};

/** Names the news that the account was handed over: the tab that did it says it already. */
export const accountHolderNews = 'account-holder';

type Told = Pick<LiveEvent, 'type' | 'id' | 'title' | 'byName' | 'changes'> & { by?: string | null };

/** What a person is told of an event, as it is in full; `detail` is a sentence of its own. */
export const wordsOf = (
  { type, id, title, byName, changes = [] }: Told,
  userId: string,
): { title: string; detail?: string } => {
  if (type === 'group.transferred')
    return id === userId
      ? {
          title: t('You are now the account holder'),
          ...(byName && { detail: t('{name} transferred the account to you.', { name: byName }) }),
        }
      : {
          title: t('{name} is now the account holder', { name: title || t('Somebody else') }),
        };
  if (type === 'member.joined')
    return { title: t('{name} joined the group', { name: title || t('Somebody') }) };
  const role = changeOf({ changes }, 'role')?.after as Role | undefined;
  return {
    title: role ? t('Your role is now {role}', { role: roleLabels[role] }) : t('Your role has changed'),
    ...(byName && { detail: t('{name} changed it.', { name: byName }) }),
  };
};

/** A told event as a notification; the same event is the same notification in every tab. */
export const notificationOf = (
  event: Told & Pick<LiveEvent, 'seq'>,
  { userId, organizationId }: { userId: string; organizationId: string },
): Omit<Notification, 'read' | 'createdAt'> => {
  const { title, detail } = wordsOf(event, userId);
  // Of what was done to the reader, who did it; else to whom it was done.
  const person =
    event.id === userId
      ? { id: event.by ?? '', name: event.byName ?? '' }
      : { id: event.id, name: event.title ?? '' };
  const path = recordPath('member', event.id);
  return {
    id: `event:${organizationId}:${event.seq}`,
    title: detail ? `${title}. ${detail}` : title,
    ...(path && { path }),
    ...(person.id && person.name && { person }),
  };
};
