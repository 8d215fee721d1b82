import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { EdgeAnswer, EdgeRequest } from './http-message.ts';

/** What of an event does not stand in the request itself. */
export interface EventContext {
  accountId: string;
  apiId: string;
  domainName: string;
  routeKey: string;
  requestId: string;
  pathParameters: Record<string, string> | undefined;
  jwt: { claims: Record<string, string>; scopes: string[] | null } | undefined;
}

/** Content types whose bodies API Gateway passes as text; all others, a form's too, come in base64. */
const textTypes = /^(text\/.*|application\/([\w.+-]+\+)?(json|xml)|application\/javascript)\s*(;|$)/i;

const commaJoined = (pairs: Iterable<[string, string]>): Record<string, string> => {
  const joined: Record<string, string> = {};
  for (const [name, value] of pairs) joined[name] = name in joined ? `${joined[name]},${value}` : value;
  return joined;
};

/** `27/Nov/2026:23:47:36 +0000`, as API Gateway writes the time. */
const logTime = (at: Date): string => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
};

/** Decodes a path, or leaves it as it is when its escapes are broken. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Where CloudFront calls the API from. */
const edgeAddress = '127.0.0.1';

/** CloudFront appends the browser's address to whatever the browser claims, the API appends CloudFront's. */
const forwardedFor = ({ headers, sourceIp }: EdgeRequest): string =>
  [headers['x-forwarded-for'] ?? [], sourceIp, edgeAddress].flat().join(', ');

/** The event that an HTTP API hands to its functions (payload format 2.0). */
export function httpApiEvent(
  request: EdgeRequest,
  context: EventContext,
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const { cookie, connection: _connection, ...headers } = request.headers;
  const now = new Date();
  const path = decodedPath(request.path);
  const isText = textTypes.test(headers['content-type'] ?? '');
  const flatHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flatHeaders[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookie ? { cookies: cookie.split(/; */) } : {}),
    headers: {
      ...flatHeaders,
      host: context.domainName,
      'x-forwarded-for': forwardedFor(request),
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    ...(request.query ? { queryStringParameters: commaJoined(new URLSearchParams(request.query)) } : {}),
    requestContext: {
      accountId: context.accountId,
      apiId: context.apiId,
      // Absent on a public route, which the type does not know of.
      ...(context.jwt
        ? {
            authorizer: { jwt: context.jwt } as { jwt: { claims: Record<string, string>; scopes: string[] } },
          }
        : {}),
      domainName: context.domainName,
      domainPrefix: context.apiId,
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: edgeAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: context.requestId,
      routeKey: context.routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now.getTime(),
    } as APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'],
    ...(context.pathParameters ? { pathParameters: context.pathParameters } : {}),
    ...(request.body.length > 0 ? { body: request.body.toString(isText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
}

/** What the gateway sends, and why, where it did not ask a function. */
export type GatewayAnswer = EdgeAnswer & { refusal?: string };

/** An answer that API Gateway makes itself, such as `{"message":"Not Found"}`. */
export const gatewayAnswer = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): GatewayAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ message }),
  refusal: message,
});

/**
 * Reads what a function answered (payload format 2.0): an object with `statusCode`, or anything else, which becomes the
 * body of a 200. An answer that breaks the format is a 500, as on AWS.
 */
export function answerOfFunction(json: string): GatewayAnswer {
  const result: unknown = JSON.parse(json);
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: json };
  }
  const {
    statusCode,
    headers = {},
    body = '',
    cookies,
    isBase64Encoded,
  } = result as {
    statusCode: unknown;
    headers?: Record<string, string | number | boolean>;
    body?: unknown;
    cookies?: string[];
    isBase64Encoded?: boolean;
  };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599 || typeof body !== 'string') {
    return gatewayAnswer(500, 'Internal Server Error');
  }
  const lowerCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...lowerCase,
      ...(cookies ? { 'set-cookie': cookies } : {}),
    },
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}
