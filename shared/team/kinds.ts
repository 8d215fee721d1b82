import type { Kind } from '../core/kind.ts';
import { toCodeEvent, toInvitationEvent } from './events.ts';
import { codeSentences, invitationSentences } from './sentences.ts';

export const invitationKind = {
  toEvent: toInvitationEvent,
  sentences: invitationSentences,
  shownBy: () => [['invitations']],
} satisfies Kind;

export const codeKind = {
  toEvent: toCodeEvent,
  sentences: codeSentences,
  shownBy: () => [['invitation-codes']],
} satisfies Kind;
