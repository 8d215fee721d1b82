import { type Role, roleLabels } from '../core/access.ts';
import { changeOf, type Sentences } from '../core/sentence.ts';
import { tParts } from '../core/translate.ts';

export const invitationSentences: Sentences = {
  'invitation.sent': (_, told) =>
    tParts(
      '{who, select, unnamed {Invited} other {<person>{name}</person> invited}} <record>{title}</record>',
      told,
    ),
  'invitation.renewed': (_, told) =>
    tParts(
      '{who, select, unnamed {Sent} other {<person>{name}</person> sent}} the invitation to <record>{title}</record> again',
      told,
    ),
  'invitation.changed': (event, told) => {
    const role = changeOf(event, 'role');
    return tParts(
      '{who, select, unnamed {Changed} other {<person>{name}</person> changed}} the invitation to <record>{title}</record>{known, select, true { from {from} to {to}} other {}}',
      {
        ...told,
        known: role !== undefined,
        from: roleLabels[role?.before as Role] ?? '',
        to: roleLabels[role?.after as Role] ?? '',
      },
    );
  },
  'invitation.expired': (_, told) =>
    tParts(
      '{who, select, unnamed {Gave} other {<person>{name}</person> gave}} the seat of the expired invitation to <record>{title}</record> back',
      told,
    ),
  'invitation.not_sent': (_, told) =>
    tParts(
      '{who, select, unnamed {Could} other {<person>{name}</person> could}} not send the invitation to <record>{title}</record>',
      told,
    ),
  'invitation.withdrawn': (_, told) =>
    tParts(
      '{who, select, unnamed {Withdrew} other {<person>{name}</person> withdrew}} the invitation to <record>{title}</record>',
      told,
    ),
};

export const codeSentences: Sentences = {
  'code.created': (_, told) =>
    tParts(
      '{who, select, unnamed {Created} other {<person>{name}</person> created}} an invitation code',
      told,
    ),
  'code.used': (_, told) =>
    tParts('{who, select, unnamed {Used} other {<person>{name}</person> used}} an invitation code', told),
  'code.revoked': (_, told) =>
    tParts(
      '{who, select, unnamed {Revoked} other {<person>{name}</person> revoked}} an invitation code',
      told,
    ),
  'code.deleted': (_, told) =>
    tParts(
      '{who, select, unnamed {Deleted} other {<person>{name}</person> deleted}} an invitation code',
      told,
    ),
};
