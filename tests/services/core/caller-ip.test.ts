import type { APIGatewayProxyEventV2WithJWTAuthorizer, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { CallerIp } from '../../../services/core/caller-ip.ts';
import { createHandler } from '../../../services/core/create-handler.ts';
import type { Table } from '../../../services/core/table.ts';
import { defineContract, defineRoute } from '../../../shared/core/contract.ts';

const contract = defineContract({
  module: 'mirror',
  title: 'Mirror',
  errors: {},
  routes: {
    look: defineRoute({
      method: 'GET',
      path: '/mirror',
      summary: 'Who am I?',
      status: 200,
      access: 'public',
      output: z.strictObject({ viewer: z.string(), lastHop: z.string() }),
    }),
  },
});

const seenWith = async (forwardedFor: string): Promise<CallerIp> => {
  const handler = createHandler(contract, {
    table: {} as Table,
    clock: () => new Date(),
    handlers: { look: async (_, { ip }) => ip },
  });
  const event = {
    version: '2.0',
    rawPath: '/api/mirror',
    rawQueryString: '',
    headers: { 'x-forwarded-for': forwardedFor },
    requestContext: { requestId: 'r', http: { method: 'GET', path: '/api/mirror', sourceIp: '203.0.113.9' } },
  };
  const answer = await handler(event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer, {} as Context);
  return JSON.parse(answer.body as string) as CallerIp;
};

describe('the IP address of a caller', () => {
  it.each([
    ['the one that CloudFront appended', '198.51.100.7, 203.0.113.9', '198.51.100.7'],
    ['not what the browser claims', '1.2.3.4, 5.6.7.8, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
    ['the last hop, when nothing was appended', '203.0.113.9', '203.0.113.9'],
    ['the last hop, when what was appended is no address', `${'x'.repeat(4000)}, 203.0.113.9`, '203.0.113.9'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6, 203.0.113.9', '2001:db8:1:0000::/56'],
    ['the same network for each of its addresses', '2001:DB8:1:ff::99, 203.0.113.9', '2001:db8:1:0000::/56'],
    ['another one for the next customer', '2001:db8:1:100::99, 203.0.113.9', '2001:db8:1:0100::/56'],
    ['of a shortened address too', '2001:db8::1, 203.0.113.9', '2001:db8:0:0000::/56'],
    ['the IPv4 address that is written as IPv6', '::ffff:198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ])('is %s', async (_, forwardedFor, viewer) => {
    expect(await seenWith(forwardedFor)).toEqual({ viewer, lastHop: '203.0.113.9' });
  });
});
