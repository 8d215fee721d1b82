import { type Key, sortable } from '../core/table.ts';

/** "What was said, in order?" */
export const messagesPartition = (organizationId: string): string => `ORG#${organizationId}#CHAT`;
export const messageKey = (organizationId: string, number: number): Key => ({
  pk: messagesPartition(organizationId),
  sk: sortable(number),
});

/** "How far does the chat go?" */
export const chatHeadKey = (organizationId: string): Key => ({ pk: `ORG#${organizationId}`, sk: 'CHAT' });

/** "Which message has this id?" One row per id, so that a message sent twice is one. */
export const messageIdKey = (organizationId: string, id: string): Key => ({
  pk: `ORG#${organizationId}#CHAT_IDS`,
  sk: id,
});

/** "How far has this member read, and when did they write?" */
export const readMarkerKey = (organizationId: string, userId: string): Key => ({
  pk: `ORG#${organizationId}#CHAT_PLACES`,
  sk: userId,
});
