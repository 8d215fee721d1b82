import { type Role, roleLabels } from '../core/access.ts';
import { changeOf, type Sentence, type SentenceEvent, type Sentences, type Told } from '../core/sentence.ts';
import { labels, listed, t, tParts } from '../core/translate.ts';

const label = (role: unknown): string => roleLabels[role as Role] ?? t('no role');

/** What each field is called where it was changed. */
const fieldLabels: Readonly<Record<string, string>> = labels({
  name: () => t('changed field|name'),
  email: () => t('changed field|e-mail address'),
  timeZone: () => t('changed field|time zone'),
  goals: () => t('changed field|monthly goals'),
});

const fieldsOf = ({ changes }: SentenceEvent): string =>
  listed(changes.map(({ field }) => fieldLabels[field] ?? field)) || t('details of a record|details');

const isOwn = ({ by, id }: SentenceEvent): boolean => by === id;

const roleChanged = (event: SentenceEvent, told: Told): Sentence => {
  const change = changeOf(event, 'role');
  const given = {
    ...told,
    known: change !== undefined,
    from: label(change?.before),
    to: label(change?.after),
  };
  return isOwn(event)
    ? tParts(
        '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} their role{known, select, true { from {from} to {to}} other {}}',
        given,
      )
    : tParts(
        '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the role of <record>{title}</record>{known, select, true { from {from} to {to}} other {}}',
        given,
      );
};

const groupChanged = (event: SentenceEvent, told: Told): Sentence => {
  const [only, more] = event.changes;
  const given = { ...told, before: String(only?.before), after: String(only?.after) };
  if (only?.field === 'name' && !more)
    return tParts(
      '{who, select, unnamed {Renamed} other {<person>{name}</person> renamed}} the group from “{before}” to “{after}”',
      given,
    );
  if (only?.field === 'timeZone' && !more)
    return tParts(
      '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the time zone of the group from {before} to {after}',
      given,
    );
  return tParts(
    '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the {fields} of the group',
    { ...told, fields: fieldsOf(event) },
  );
};

/** Of members, who found groups and hand them over. */
export const memberSentences: Sentences = {
  'member.joined': (event, told) =>
    isOwn(event)
      ? tParts('{who, select, unnamed {Joined} other {<person>{name}</person> joined}} the group', told)
      : tParts(
          '{who, select, unnamed {Welcomed} other {<person>{name}</person> welcomed}} <record>{title}</record> to the group',
          told,
        ),
  'member.left': (_, told) =>
    tParts('{who, select, unnamed {Left} other {<person>{name}</person> left}} the group', told),
  'member.removed': (_, told) =>
    tParts(
      '{who, select, unnamed {Removed} other {<person>{name}</person> removed}} <record>{title}</record> from the group',
      told,
    ),
  'member.role_changed': roleChanged,
  'member.changed': (event, told) =>
    isOwn(event)
      ? tParts('{who, select, unnamed {Changed} other {<person>{name}</person> changed}} their {fields}', {
          ...told,
          fields: fieldsOf(event),
        })
      : tParts(
          '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the {fields} of <record>{title}</record>',
          { ...told, fields: fieldsOf(event) },
        ),
  'member.signed_out': (_, told) =>
    tParts('{who, select, unnamed {Signed} other {<person>{name}</person> signed}} out everywhere', told),
  'group.founded': (_, told) =>
    tParts('{who, select, unnamed {Founded} other {<person>{name}</person> founded}} the group', told),
  'group.transferred': (_, told) =>
    tParts(
      '{who, select, unnamed {Made} other {<person>{name}</person> made}} <record>{title}</record> the account holder',
      told,
    ),
};

export const groupSentences: Sentences = {
  'group.changed': groupChanged,
  'group.closed': (_, told) =>
    tParts('{who, select, unnamed {Closed} other {<person>{name}</person> closed}} the group', told),
  'group.plan_changed': (_, told) =>
    tParts(
      '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the plan of the group',
      told,
    ),
};
