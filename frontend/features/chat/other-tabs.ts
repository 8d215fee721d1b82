import type { ChatState } from '../../../shared/chat/contract.ts';

/** How far somebody has read in one tab, for the others of this browser. */
export interface ReadInTab {
  organizationId: string;
  state: ChatState;
}

// One object for both: a channel does not hear itself.
const channel = new BroadcastChannel('gh-chat-read');

export const tellOtherTabs = (read: ReadInTab): void => channel.postMessage(read);

export const onReadInOtherTab = (listener: (read: ReadInTab) => void): (() => void) => {
  const onMessage = ({ data }: MessageEvent<ReadInTab>): void => listener(data);
  channel.addEventListener('message', onMessage);
  return () => channel.removeEventListener('message', onMessage);
};
