import type { QueryKey } from '@tanstack/react-query';
import type { Entity } from '../../shared/core/change.ts';
import type { HistoryEvent } from '../../shared/history/contract.ts';
import type { Announcement } from '../../shared/live/frames.ts';
import type { Stale } from './live-invalidation.ts';
import type { Notification } from './notifications.ts';

/** An event as it was announced, or as the log has it, with its title. */
export type LiveEvent = Announcement & Partial<Pick<HistoryEvent, 'title'>>;

/** What shows a record of each kind. One line for each; the chat keeps its messages itself. */
const shownBy: Record<Entity, (event: Announcement, userId: string) => readonly QueryKey[]> = {
  task: () => [['tasks'], ['search']],
  member: ({ id }, userId) => [
    ['members'],
    ['invitations'],
    ['search'],
    ...(id === userId ? [['session']] : []),
  ],
  group: () => [['session'], ['plan']],
  invitation: () => [['invitations']],
  code: () => [['invitation-codes']],
  message: () => [],
};

/**
 * What an event makes stale for a person.
 * @param written whether this tab made the change itself: then it shows the record already, but not what follows from it
 */
export const staleAfter = (event: Announcement, userId: string, written: boolean): Stale[] => [
  ...shownBy[event.entity](event, userId).map((key) => ({ key, refetch: !written })),
  ...(event.entity === 'message' ? [] : [['activity'], ['history', event.entity, event.id]]).map((key) => ({
    key,
    refetch: true,
  })),
];

/** Whether a person is told of an event: never of what they did themselves (PRODUCT §3, "Notifications"). */
export const isTold = ({ type, id, by }: Announcement, userId: string): boolean =>
  type === 'member.joined' && by !== userId && id !== userId;

/** What a person is told of an event; the same event is the same notification in every tab. */
export const notificationOf = (
  { seq, title }: Pick<LiveEvent, 'seq' | 'title'>,
  organizationId: string,
): Pick<Notification, 'id' | 'title'> => ({
  id: `event:${organizationId}:${seq}`,
  title: `${title || 'Somebody'} joined the group`,
});
