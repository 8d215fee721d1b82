import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stripeAccount } from '../../../services/billing/stripe-account.ts';
import { stripeSettings } from '../../../services/billing/stripe-settings.ts';
import { AwsRefusal, callAws } from '../../../services/core/aws-call.ts';
import { log } from '../../../services/core/log.ts';

/** What a service of AWS answers that no local one would: with somebody's address, or with a secret that was entered wrongly. */
const answers = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));

beforeEach(() => {
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'for signing',
    STRIPE_SECRET: 'guildhall/dev/stripe',
  }))
    vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The error that is thrown, and the line that the log has of it. */
const failureOf = async (work: () => Promise<unknown>) => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  log.error('it failed', error, {});
  return { error, logged: lines.join() };
};

const send = () => callAws({ service: 'ses', host: 'email', path: '/v2/email/outbound-emails', body: {} });

describe('a call to AWS that fails', () => {
  it('says which service and why, and repeats nothing of the answer', async () => {
    answers(400, '{"message":"Email address is not verified: ada@example.com"}', {
      'x-amzn-errortype': 'MessageRejected:http://internal.amazon.com/coral/',
    });
    const { error, logged } = await failureOf(send);
    expect(error).toBeInstanceOf(AwsRefusal);
    expect(error).toMatchObject({ name: 'MessageRejected', message: 'ses answered 400: MessageRejected' });
    expect(logged).not.toContain('ada@');
  });

  it('names the reason that stands in the answer, if it is a name', async () => {
    answers(400, '{"__type":"com.amazonaws#ResourceNotFoundException","message":"ada@example.com"}');
    expect((await failureOf(send)).error).toMatchObject({ name: 'ResourceNotFoundException' });
    answers(400, '{"__type":"<ada@example.com>"}');
    expect((await failureOf(send)).logged).not.toContain('ada@');
  });

  it.each([
    [500, 'sent to ada@example.com, perhaps'],
    [200, 'sent to ada@example.com, and no JSON'],
  ])('keeps quiet with the status %i too', async (status, body) => {
    answers(status, body);
    const { error, logged } = await failureOf(send);
    expect(error).not.toBeInstanceOf(AwsRefusal);
    expect(logged).toContain('ses answered');
    expect(logged).not.toContain('ada@');
  });
});

describe("a secret of Stripe's that was entered wrongly", () => {
  it.each([
    ['sk_live_1234, the key alone', 'is no JSON'],
    ['{"apiKey": sk_live_1234}', 'is no JSON'],
    ['"sk_live_1234"', 'lacks: apiKey, webhookSecret, monthlyPrice, yearlyPrice'],
    [
      '{"apiKey":"sk_live_1234","webhookSecret":"","sk_live_1234":1,"monthlyPrice":"price_1"}',
      'lacks: webhookSecret, yearlyPrice',
    ],
  ])('is not repeated in the log: %s', async (secret, complaint) => {
    answers(200, JSON.stringify({ SecretString: secret }));
    const { error, logged } = await failureOf(stripeSettings);
    expect(String(error)).toContain(complaint);
    expect(logged).not.toMatch(/sk_live|price_1/);
  });
});

describe("a call to Stripe's that is refused", () => {
  it('is logged with its kind and number, and without what was sent', async () => {
    const stripe = createServer((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json', 'request-id': 'req_1' });
      const message = 'Invalid email address: ada@example.com';
      response.end(
        JSON.stringify({ error: { type: 'invalid_request_error', code: 'email_invalid', message } }),
      );
    });
    await new Promise<void>((listening) => stripe.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void stripe.close());
    vi.stubEnv('STRIPE_API', `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`);
    const secret = { apiKey: 'sk', webhookSecret: 'wh', monthlyPrice: 'm', yearlyPrice: 'y' };
    answers(200, JSON.stringify({ SecretString: JSON.stringify(secret) }));
    const { error, logged } = await failureOf(() =>
      stripeAccount.createCustomer({ organizationId: 'one', name: 'Signs', email: 'ada@example.com' }),
    );
    expect(error).toMatchObject({ name: 'StripeUnavailable' });
    expect(logged).toContain('"stripeRequestId":"req_1","stripeCode":"email_invalid"');
    expect(logged).toContain('StripeInvalidRequestError 400');
    expect(logged).not.toContain('ada@');
  });
});
