import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';
import { naming } from '../core/ids.ts';
import { wholeNumber } from '../core/page.ts';
import { cleanLine, lineMeta, textOf } from '../core/text.ts';
import { t } from '../core/translate.ts';
import { longestMessage, messagesShown, sendingLimit } from './rules.ts';

/** The sender's own id of a message, made before it is sent: sent twice, it is one message. */
export const MessageId = z.uuid();

export const MessageText = textOf(() => t('Message'), longestMessage)
  .transform((text) => text.trim())
  .refine((text) => cleanLine(text) !== '', { error: () => t('Type a message first.') })
  .meta(lineMeta(longestMessage));

/** A message of the group's one chat. `number` is its place in the order, which is the server's: 1, 2, 3 … without a gap. */
export const Message = z.strictObject({
  id: MessageId,
  number: z.number().int().positive(),
  senderId: z.string(),
  /** What they are called today. */
  senderName: z.string(),
  /** Empty once it is deleted. */
  text: z.string(),
  sentAt: Moment,
  isDeleted: z.boolean(),
});
export type Message = z.output<typeof Message>;

/** Where the caller is in the chat. */
export const ChatState = z.strictObject({
  /** Number of the newest message; 0 when there is none. */
  latest: z.number().int().nonnegative(),
  /** Number up to which the caller has read. */
  readUpTo: z.number().int().nonnegative(),
  /** Messages of others after that, at most 100. */
  unread: z.number().int().nonnegative(),
});
export type ChatState = z.output<typeof ChatState>;

const Place = wholeNumber(() => t('Give a number.'), 0, Number.MAX_SAFE_INTEGER);

const use = { permission: 'chat.use' } as const;

export const chat = defineContract({
  module: 'chat',
  title: 'Team chat',
  errors: defineErrors({
    'chat.too_fast': {
      status: 429,
      title: () =>
        t('At most {most, number} messages in {seconds, number} seconds. Please wait a moment.', {
          most: sendingLimit.most,
          seconds: sendingLimit.withinMs / 1000,
        }),
    },
    'message.id_taken': {
      status: 409,
      title: () => t('Another message has this id. Send it again with a new one.'),
    },
    'message.not_own': { status: 403, title: () => t('Only the sender can delete a message.') },
  }),
  routes: {
    getState: defineRoute({
      method: 'GET',
      path: '/chat',
      summary: 'How far the chat goes, and how far I have read',
      status: 200,
      access: use,
      output: ChatState,
    }),
    listMessages: defineRoute({
      method: 'GET',
      path: '/chat/messages',
      summary:
        'Messages in their order, deleted ones without their text: the newest, those before one, or those after one',
      status: 200,
      access: use,
      query: z.strictObject({
        before: Place.optional(),
        after: Place.optional(),
        limit: wholeNumber(() => t('Give a number from 1 to 100.'), 1, 100).default(messagesShown),
      }),
      output: z.strictObject({
        items: z.array(Message),
        /** Whether there are messages before the first of these. */
        hasOlder: z.boolean(),
        /** Number of the newest message; 0 when there is none. */
        latest: z.number().int().nonnegative(),
      }),
    }),
    sendMessage: defineRoute({
      method: 'POST',
      path: '/chat/messages',
      summary: 'Send a message; sent again with the same id, it is the same message',
      status: 201,
      access: use,
      body: z.strictObject({ id: MessageId, text: MessageText }),
      output: Message,
      errors: ['chat.too_fast', 'message.id_taken'],
    }),
    removeMessage: defineRoute({
      method: 'DELETE',
      path: '/chat/messages/{messageId}',
      summary: 'Delete my message: its text is gone for everybody',
      status: 204,
      access: use,
      params: z.strictObject({ messageId: naming('message', MessageId) }),
      errors: ['message.not_own'],
    }),
    markRead: defineRoute({
      method: 'POST',
      path: '/chat/read',
      summary: 'I have read up to this message; never goes back',
      status: 200,
      access: use,
      body: z.strictObject({ upTo: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
      output: ChatState,
    }),
  },
});
