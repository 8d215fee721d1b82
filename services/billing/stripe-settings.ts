import * as z from 'zod';
import { callAws } from '../core/aws-call.ts';
import { environment } from '../core/environment.ts';

/** What the operator has entered of the Stripe account, as one JSON secret: it changes together, test mode or live. */
const StripeSettings = z.object({
  apiKey: z.string().min(1),
  webhookSecret: z.string().min(1),
  monthlyPrice: z.string().min(1),
  yearlyPrice: z.string().min(1),
});
export type StripeSettings = z.output<typeof StripeSettings>;

/** How long an environment goes on with what it has read: so long a changed secret may take to be everywhere. */
const keptMs = 5 * 60 * 1000;
let known: { settings: StripeSettings; readAt: number } | undefined;

/** Reads the secret that `STRIPE_SECRET` names. It is in no variable, template or log. */
export const stripeSettings = async (): Promise<StripeSettings> => {
  if (known && Date.now() - known.readAt < keptMs) return known.settings;
  const answer = (await callAws({
    service: 'secretsmanager',
    host: 'secretsmanager',
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'secretsmanager.GetSecretValue',
    },
    body: { SecretId: environment('STRIPE_SECRET') },
  })) as { SecretString: string };
  known = { settings: StripeSettings.parse(JSON.parse(answer.SecretString)), readAt: Date.now() };
  return known.settings;
};
