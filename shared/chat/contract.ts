import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';

export const chat = defineContract({
  module: 'chat',
  title: 'Placeholder',
  errors: {},
  routes: {
    placeholderchat: defineRoute({
      method: 'GET',
      path: '/placeholder-chat',
      summary: 'Placeholder',
      status: 200,
      access: 'signed-in',
      output: z.strictObject({}),
    }),
  },
});
