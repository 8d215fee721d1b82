import { groupMeaning, memberMeaning } from './access/events.ts';
import { messageMeaning } from './chat/events.ts';
import type { Entity, MeaningOf } from './core/change.ts';
import { taskMeaning } from './tasks/events.ts';
import { codeMeaning, invitationMeaning } from './team/events.ts';

/** What a change means, by the kind of record. */
export const meanings: Readonly<Record<Entity, MeaningOf>> = {
  task: taskMeaning,
  member: memberMeaning,
  group: groupMeaning,
  invitation: invitationMeaning,
  code: codeMeaning,
  message: messageMeaning,
};
