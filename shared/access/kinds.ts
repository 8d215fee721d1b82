import type { Kind } from '../core/kind.ts';
import { t } from '../core/translate.ts';
import { toGroupEvent, toMemberEvent } from './events.ts';
import { memberSearch } from './search.ts';
import { groupSentences, memberSentences } from './sentences.ts';

export const memberKind = {
  toEvent: toMemberEvent,
  sentences: memberSentences,
  found: { ...memberSearch, heading: () => t('Members') },
  icon: 'team',
  pathOf: (id) => `/dashboard/team/${id}`,
  goneAfter: ['member.left', 'member.removed'],
  shownBy: (id, userId) => [['members'], ['invitations'], ...(id === userId ? [['session']] : [])],
} satisfies Kind;

export const groupKind = {
  toEvent: toGroupEvent,
  sentences: groupSentences,
  shownBy: () => [['session'], ['plan']],
} satisfies Kind;
