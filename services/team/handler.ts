import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { team } from '../../shared/team/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { identityProvider } from '../core/identity-provider.ts';
import { openMailer } from '../core/mail.ts';
import { openSockets } from '../core/sockets.ts';
import { createCode, listCodes, removeCode, revokeCode } from './codes.ts';
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import {
  checkCode,
  joinByCode,
  joinByInvitation,
  leave,
  listReceivedInvitations,
  openInvitation,
} from './joining.ts';
import { changeRole, getMember, listMembers, removeMember } from './members.ts';
import { teamStore } from './team-store.ts';

const table = openTable(environment('TABLE_NAME'));
const store = teamStore(table);
const deps = {
  table,
  store,
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
  mailer: openMailer(table, environment('MAIL_FROM')),
  websiteUrl: environment('WEBSITE_URL'),
  newId: (now: Date) => ulid(now.getTime()),
  newLink: () => randomBytes(24).toString('base64url'),
};

export const handler = createHandler(team, {
  table,
  clock: () => new Date(),
  identity: identityProvider(environment('USER_INFO_URL')),
  handlers: {
    checkCode: ({ body }, anyone) => checkCode(deps, anyone, body.code),
    openInvitation: ({ body }, anyone) => openInvitation(deps, anyone, body.link),
    joinByCode: ({ body }, caller) => joinByCode(deps, caller, body.code),
    joinByInvitation: ({ body }, caller) => joinByInvitation(deps, caller, body.invitationId),
    listReceivedInvitations: (_, caller) => listReceivedInvitations(deps, caller),
    leave: (_, caller) => leave(deps, caller),
    listMembers: (_, member) => listMembers(store, member),
    getMember: ({ params }, member) => getMember(store, member, params.userId),
    changeRole: ({ params, body }, member) => changeRole(store, member, params.userId, body.role),
    removeMember: ({ params }, member) => removeMember(deps, member, params.userId),
    listCodes: ({ query }, member) => listCodes(deps, member, query),
    createCode: ({ body }, member) => createCode(deps, member, body),
    revokeCode: ({ params }, member) => revokeCode(deps, member, params.codeId),
    removeCode: ({ params }, member) => removeCode(deps, member, params.codeId),
    listInvitations: ({ query }, member) => listInvitations(deps, member, query),
    invite: ({ body }, member) => invite(deps, member, body),
    resendInvitation: ({ params }, member) => resendInvitation(deps, member, params.invitationId),
    withdrawInvitation: ({ params }, member) => withdrawInvitation(deps, member, params.invitationId),
  },
});
