import type { ChatState } from '../../../shared/chat/contract.ts';
import { pageIdentity } from '../../core/page-identity.ts';

/** How far somebody has read in one tab, for the others of this browser. */
export interface ReadInTab {
  organizationId: string;
  state: ChatState;
}

// One object for both: a channel does not hear itself.
const channel = new BroadcastChannel('gh-chat-read');

interface Told extends ReadInTab {
  /** Whose tab tells it: that of another person, who has signed in since, tells nothing here. */
  userId: string | undefined;
}

export const tellOtherTabs = (read: ReadInTab): void =>
  channel.postMessage({ ...read, userId: pageIdentity()?.userId } satisfies Told);

export const onReadInOtherTab = (listener: (read: ReadInTab) => void): (() => void) => {
  const onMessage = ({ data }: MessageEvent<Told>): void => {
    if (data.userId === pageIdentity()?.userId) listener(data);
  };
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
};
