import { useLive } from '../core/live.ts';
import type { Member } from '../core/session.ts';
import { usePlanNotifications } from '../features/billing/public.ts';
import { useChatFeed } from '../features/chat/chat-feed.ts';
import { useOwnNews } from '../features/team/own-news.ts';

export interface LivePartsProps {
  member: Member;
  /** Up to here in the log of the group, what the page has loaded is known to be right. */
  seq: number;
}

/** What goes on behind every screen of the dashboard: it shows nothing, and comes when the first screen is there. */
const LiveParts = ({ member, seq }: LivePartsProps) => {
  useLive(member, seq);
  useChatFeed(member);
  usePlanNotifications(member);
  useOwnNews(member.user.id);
  return null;
};

export default LiveParts;
