import { useEffect } from 'react';
import { accountHolderNews, wordsOf } from '../../core/live-events.ts';
import { onNews } from '../../core/live-news.ts';
import { toast } from '../../ui/toast-store.ts';

/** The events that change under a person's eyes what they may do, and the name under which a later one takes its place. */
const newsKeys: Partial<Record<string, string>> = {
  'member.role_changed': 'role',
  'group.transferred': accountHolderNews,
};

/** Tells a person on whichever screen that they have another role, or that the account of their group was handed over. */
export const useOwnNews = (userId: string): void =>
  useEffect(
    () =>
      onNews((news) => {
        const key = news.kind === 'told' ? newsKeys[news.event.type] : undefined;
        if (news.kind === 'told' && key) toast({ kind: 'info', key, ...wordsOf(news.event, userId) });
      }),
    [userId],
  );
