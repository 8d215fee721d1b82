import { ulid } from 'ulid';
import { access } from '../../shared/access/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { environment } from '../core/environment.ts';
import { openTable } from '../core/table.ts';
import { accessStore } from './access-store.ts';
import { identityProvider } from './identity-provider.ts';
import { foundOrganization, getSession, openSession, type SessionDeps } from './sessions.ts';

const table = openTable(environment('TABLE_NAME'));
const deps: SessionDeps = {
  store: accessStore(table),
  identity: identityProvider(environment('USER_INFO_URL')),
  newId: (now) => ulid(now.getTime()),
};

export const handler = createHandler(access, {
  table,
  clock: () => new Date(),
  handlers: {
    openSession: (_, caller) => openSession(deps, caller),
    getSession: (_, caller) => getSession(deps, caller),
    foundOrganization: ({ body }, caller) => foundOrganization(deps, caller, body),
  },
});
