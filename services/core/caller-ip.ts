import { isIP } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Where a request came from: the browser's IP address, and that of the last machine on the way, which nobody can make up. */
export interface CallerIp {
  viewer: string;
  lastHop: string;
}

/** Whoever has one IPv6 address has a network of them, up to a /56 at home: its first seven bytes are what counts. */
const networkOf = (ip: string): string => {
  if (isIP(ip) !== 6) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])];
  const [one, two, three, four = '0'] = whole;
  return `${one}:${two}:${three}:${four.padStart(4, '0').slice(0, 2)}00::/56`;
};

/**
 * CloudFront appends the browser's IP address to X-Forwarded-For, API Gateway appends CloudFront's; what stands before is hearsay.
 * @param headers with lower-case names
 */
export const callerIpOf = (
  event: APIGatewayProxyEventV2,
  headers: Record<string, string | undefined>,
): CallerIp => {
  const lastHop = event.requestContext.http.sourceIp;
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim());
  const viewer = hops.at(-2) ?? '';
  return { viewer: isIP(viewer) ? networkOf(viewer) : lastHop, lastHop };
};
