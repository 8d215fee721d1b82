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

/** Says what is wrong with the secret and nothing of what is in it: the error is logged. */
const settingsIn = (secret: unknown): StripeSettings => {
  let content: unknown;
  try {
    content = JSON.parse(String(secret));
  } catch {
    throw new Error('The secret of Stripe is no JSON (docs/deploying.md, step 6).');
  }
  const { data, error } = StripeSettings.safeParse(content);
  if (data) return data;
  const fields = Object.keys(StripeSettings.shape).filter((name) =>
    error.issues.some(({ path }) => path.length === 0 || path[0] === name),
  );
  throw new Error(`The secret of Stripe lacks: ${fields.join(', ')} (docs/deploying.md, step 6).`);
};

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
  })) as { SecretString?: string };
  known = { settings: settingsIn(answer.SecretString), readAt: Date.now() };
  return known.settings;
};
