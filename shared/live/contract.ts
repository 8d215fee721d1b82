import * as z from 'zod';
import { defineContract, defineRoute } from '../core/contract.ts';

export const live = defineContract({
  module: 'live',
  title: 'Placeholder',
  errors: {},
  routes: {
    placeholderlive: defineRoute({
      method: 'GET',
      path: '/placeholder-live',
      summary: 'Placeholder',
      status: 200,
      access: 'signed-in',
      output: z.strictObject({}),
    }),
  },
});
