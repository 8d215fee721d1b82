import { type Role, roleLabels } from '../core/access.ts';
import { changeOf, type Sentences } from '../core/sentence.ts';

export const invitationSentences: Sentences = {
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
};

export const codeSentences: Sentences = {
  'code.created': () => ['created an invitation code'],
  'code.used': () => ['used an invitation code'],
  'code.revoked': () => ['revoked an invitation code'],
  'code.deleted': () => ['deleted an invitation code'],
};
