import { useEffect } from 'react';
import { wordsOf } from '../../core/live-events.ts';
import { onNews } from '../../core/live-news.ts';
import { toast } from '../../ui/toast-store.ts';

/** Tells a person on whichever screen that somebody gave them another role: what they may do there changes under their eyes. */
export const useRoleNews = (): void =>
  useEffect(
    () =>
      onNews((news) => {
        if (news.kind === 'told' && news.event.type === 'member.role_changed')
          toast({ kind: 'info', key: 'role', ...wordsOf(news.event) });
      }),
    [],
  );
