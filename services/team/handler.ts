import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { team } from '../../shared/team/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { identityProvider } from '../core/identity-provider.ts';
import { openMailer } from '../core/mail.ts';
import { openSockets } from '../core/sockets.ts';
import { codeStore } from './code-store.ts';
import { createCode, listCodes, removeCode, revokeCode } from './codes.ts';
import { invitationStore } from './invitation-store.ts';
import { invite, listInvitations, resendInvitation, withdrawInvitation } from './invitations.ts';
import {
  checkCode,
  joinByCode,
  joinByInvitation,
  leave,
  listReceivedInvitations,
  openInvitation,
} from './joining.ts';
import { memberStore } from './member-store.ts';
import { changeRole, getMember, listMembers, removeMember } from './members.ts';

const table = openTable(environment('TABLE_NAME'));
const deps = {
  table,
  codes: codeStore(table),
  invitations: invitationStore(table),
  members: memberStore(table),
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
    listMembers: (_, member) => listMembers(deps, member),
    getMember: ({ params }, member) => getMember(deps, member, params.userId),
    changeRole: ({ params, body }, member) => changeRole(deps, member, params.userId, body.role),
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
