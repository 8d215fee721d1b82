import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';

export const history = defineContract({
  module: 'history',
  title: 'Placeholder',
  errors: {},
  routes: {
    placeholderhistory: defineRoute({
      method: 'GET',
      path: '/placeholder-history',
      summary: 'Placeholder',
      status: 200,
      access: 'signed-in',
      output: z.strictObject({}),
    }),
  },
});
