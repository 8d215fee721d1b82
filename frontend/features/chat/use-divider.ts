import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadOlder } from './chat-queries.ts';
import type { UnreadRange } from './chat-rows.ts';
import type { MessageList } from './message-list.ts';

/** Whoever has more than this many hundreds of messages to read begins at the end, not after a long wait. */
const mostPages = 10;

/**
 * Loads older messages until the place where a person left off is among them, so that the chat opens there.
 * @param unread what was unread when they came; undefined while that is not known
 * @returns whether there is nothing more to wait for
 */
export const useDivider = (
  organizationId: string,
  unread: UnreadRange | null | undefined,
  list: MessageList | undefined,
): boolean => {
  const queryClient = useQueryClient();
  const [pages, setPages] = useState(0);
  const first = list?.items[0]?.number;
  const isMissing =
    Boolean(unread) && list?.hasOlder === true && (first ?? 0) > (unread?.after ?? 0) && pages < mostPages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is a step of its own
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    loadOlder(queryClient, organizationId).then(
      () => isCurrent && setPages((before) => before + 1),
      (error: unknown) => {
        console.warn('The chat opens at its end', error);
        if (isCurrent) setPages(mostPages);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isMissing, pages, queryClient, organizationId]);
  return unread !== undefined && !isMissing;
};
