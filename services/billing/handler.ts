import { billing } from '../../shared/billing/contract.ts';
import { createHandler } from '../core/create-handler.ts';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { openMailer } from '../core/mail.ts';
import { openSockets } from '../core/sockets.ts';
import {
  type BillingDeps,
  closeOrganization,
  getPayments,
  getPlan,
  openPortal,
  startCheckout,
} from './billing.ts';
import { billingStore } from './billing-store.ts';
import { stripeAccount } from './stripe-account.ts';

const table = openTable(environment('TABLE_NAME'));
const clock = () => new Date();
const deps: BillingDeps = {
  store: billingStore(table),
  stripe: stripeAccount,
  mailer: openMailer(table, environment('MAIL_FROM')),
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
  websiteUrl: environment('WEBSITE_URL'),
  clock,
};

export const handler = createHandler(billing, {
  table,
  clock,
  handlers: {
    getPlan: (_, member) => getPlan(deps, member),
    getPayments: (_, member) => getPayments(deps, member),
    startCheckout: ({ body }, member) => startCheckout(deps, member, body.plan),
    openPortal: (_, member) => openPortal(deps, member),
    closeOrganization: ({ body }, member) => closeOrganization(deps, member, body.name),
  },
});
