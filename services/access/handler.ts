import { ulid } from 'ulid';
import { access } from '../../shared/access/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { identityProvider } from '../core/identity-provider.ts';
import { openMailer } from '../core/mail.ts';
import { personNames } from '../core/person-names.ts';
import { openSockets } from '../core/sockets.ts';
import { invitationsTo } from '../team/public.ts';
import { deleteAccount } from './account-deletion.ts';
import { accountDeletionDeps } from './account-deletion-deps.ts';
import { foundOrganization } from './founding.ts';
import { organizationStore } from './organization-store.ts';
import { changeOrganization, transferOwnership } from './organizations.ts';
import { profileStore } from './profile-store.ts';
import {
  changeProfile,
  completeOnboarding,
  exportProfile,
  getSession,
  openSession,
  type SessionDeps,
  signOutEverywhere,
} from './sessions.ts';

const table = openTable(environment('TABLE_NAME'));
const clock = () => new Date();
const deps: SessionDeps = {
  table,
  profiles: profileStore(table),
  names: personNames(table, clock),
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
  invitationsTo: (email) => invitationsTo(table, email),
};

const organizationDeps = {
  table,
  organizations: organizationStore(table),
  mailer: openMailer(table, environment('MAIL_FROM')),
  websiteUrl: environment('WEBSITE_URL'),
};
const foundingDeps = { newId: (now: Date) => ulid(now.getTime()) };
const deletionDeps = accountDeletionDeps(table);

export const handler = createHandler(access, {
  table,
  clock,
  identity: identityProvider(environment('USER_INFO_URL')),
  handlers: {
    openSession: (_, caller) => openSession(deps, caller),
    getSession: (_, caller) => getSession(deps, caller),
    foundOrganization: ({ body }, caller) => foundOrganization(foundingDeps, caller, body),
    completeOnboarding: ({ body }, caller) => completeOnboarding(deps, caller, body.role),
    changeProfile: ({ body }, caller) => changeProfile(deps, caller, body),
    exportProfile: (_, caller) => exportProfile(deps, caller),
    deleteAccount: ({ body }, caller) => deleteAccount(deletionDeps, caller, body.email),
    signOutEverywhere: (_, caller) => signOutEverywhere(deps, caller),
    changeOrganization: ({ body }, member) => changeOrganization(organizationDeps, member, body),
    transferOwnership: ({ body }, member) => transferOwnership(organizationDeps, member, body),
  },
});
