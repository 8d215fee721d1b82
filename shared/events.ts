import { toGroupEvent, toMemberEvent } from './access/events.ts';
import { toMessageEvent } from './chat/events.ts';
import type { Entity, EventMapper } from './core/change.ts';
import { toTaskEvent } from './tasks/events.ts';
import { toCodeEvent, toInvitationEvent } from './team/events.ts';

/** Maps changes to events, by the kind of record. */
export const eventMappers: Readonly<Record<Entity, EventMapper>> = {
  task: toTaskEvent,
  member: toMemberEvent,
  group: toGroupEvent,
  invitation: toInvitationEvent,
  code: toCodeEvent,
  message: toMessageEvent,
};
