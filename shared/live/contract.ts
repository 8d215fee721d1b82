import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';
import { Moment } from '../core/dates.ts';
import { defineErrors } from '../core/errors.ts';

/** How long a ticket can be used, in seconds. */
export const ticketSeconds = 30;

export const live = defineContract({
  module: 'live',
  title: 'Live updates',
  errors: defineErrors({}),
  routes: {
    createTicket: defineRoute({
      method: 'POST',
      path: '/live/tickets',
      summary: 'A ticket with which one socket can be opened, once, within 30 seconds',
      status: 201,
      access: { permission: 'live.connect' },
      output: z.strictObject({ ticket: z.string(), expiresAt: Moment }),
    }),
  },
});
