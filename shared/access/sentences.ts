import { type Role, roleLabels } from '../core/access.ts';
import {
  changeOf,
  listed,
  quoted,
  type Sentence,
  type SentenceEvent,
  type Sentences,
} from '../core/sentence.ts';

const label = (role: unknown): string => roleLabels[role as Role] ?? 'no role';

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'e-mail address',
  timeZone: 'time zone',
  goals: 'monthly goals',
};

const fieldsOf = ({ changes }: SentenceEvent): string =>
  listed(changes.map(({ field }) => fieldLabels[field] ?? field)) || 'details';

const isOwn = ({ by, id }: SentenceEvent): boolean => by === id;

const roleChanged = (event: SentenceEvent): Sentence => {
  const change = changeOf(event, 'role');
  const how = change ? ` from ${label(change.before)} to ${label(change.after)}` : '';
  return isOwn(event) ? [`changed their role${how}`] : ['changed the role of ', { record: event.title }, how];
};

const groupChanged = (event: SentenceEvent): Sentence => {
  const [only, more] = event.changes;
  if (only?.field === 'name' && !more)
    return [`renamed the group from ${quoted(only.before)} to ${quoted(only.after)}`];
  if (only?.field === 'timeZone' && !more)
    return [`changed the time zone of the group from ${String(only.before)} to ${String(only.after)}`];
  return [`changed the ${fieldsOf(event)} of the group`];
};

/** Of members, who found groups and hand them over. */
export const memberSentences: Sentences = {
  'member.joined': (event) =>
    isOwn(event) ? ['joined the group'] : ['welcomed ', { record: event.title }, ' to the group'],
  'member.left': () => ['left the group'],
  'member.removed': (event) => ['removed ', { record: event.title }, ' from the group'],
  'member.role_changed': roleChanged,
  'member.changed': (event) =>
    isOwn(event)
      ? [`changed their ${fieldsOf(event)}`]
      : [`changed the ${fieldsOf(event)} of `, { record: event.title }],
  'member.signed_out': () => ['signed out everywhere'],
  'group.founded': () => ['founded the group'],
  'group.transferred': (event) => ['made ', { record: event.title }, ' the account holder'],
};

export const groupSentences: Sentences = {
  'group.changed': groupChanged,
  'group.closed': () => ['closed the group'],
  'group.plan_changed': () => ['changed the plan of the group'],
};
