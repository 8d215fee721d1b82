import { type Role, roleLabels } from '../core/access.ts';
import { changeOf, type Happening, quoted, type Sentences } from '../core/sentence.ts';

/** The description of a code says which one it is; not all have one. */
const which = ({ title }: Happening): string => (title === '' ? '' : ` ${quoted(title)}`);

export const teamSentences: Sentences = {
  'invitation.sent': ({ title }) => ['invited ', { record: title }],
  'invitation.renewed': ({ title }) => ['sent the invitation to ', { record: title }, ' again'],
  'invitation.changed': (event) => {
    const role = changeOf(event, 'role');
    return [
      'changed the invitation to ',
      { record: event.title },
      role ? ` from ${roleLabels[role.before as Role]} to ${roleLabels[role.after as Role]}` : '',
    ];
  },
  'invitation.expired': ({ title }) => [
    'gave the seat of the expired invitation to ',
    { record: title },
    ' back',
  ],
  'invitation.not_sent': ({ title }) => ['could not send the invitation to ', { record: title }],
  'invitation.withdrawn': ({ title }) => ['withdrew the invitation to ', { record: title }],
  'code.created': (event) => [`created an invitation code${which(event)}`],
  'code.used': (event) => [`used the invitation code${which(event)}`],
  'code.revoked': (event) => [`revoked the invitation code${which(event)}`],
  'code.deleted': (event) => [`deleted the invitation code${which(event)}`],
};
