import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { openTable } from '../core/dynamodb-table.ts';
import { environment } from '../core/environment.ts';
import { Failure } from '../core/failure.ts';
import { log } from '../core/log.ts';
import { requestLimit } from '../core/request-limit.ts';
import { openSockets } from '../core/sockets.ts';
import { answerSignal, closed, connect, type SocketDeps } from './connections.ts';
import { ticketStore } from './ticket-store.ts';

const table = openTable(environment('TABLE_NAME'));
const deps: SocketDeps = {
  table,
  tickets: ticketStore(table),
  sockets: openSockets(table, environment('SOCKET_ENDPOINT')),
};

/** A page says something every two minutes, and when it is looked at again. */
const countSignal = requestLimit(table, { most: 60, every: 10 });

/** Counts what a socket says. One that says far too much is ended. */
const saysTooMuch = async (connectionId: string, now: Date): Promise<boolean> => {
  try {
    await countSignal(`SOCKET#${connectionId}`, now);
    return false;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const connection = await deps.sockets.store.owner(connectionId);
    if (connection) await deps.sockets.close([connection]);
    return true;
  }
};

/** What API Gateway adds when a socket is opened. */
type ConnectEvent = APIGatewayProxyWebsocketEventV2 & {
  queryStringParameters?: Record<string, string | undefined> | null;
  headers?: Record<string, string | undefined>;
};

const websiteOrigin = environment('WEBSITE_URL');

/**
 * Whether a page of ours opens it. Browsers let every page open sockets to anywhere and say only where it is from; API Gateway
 * passes header names on as they came.
 */
const isFromWebsite = ({ headers }: ConnectEvent): boolean =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'origin' && value === websiteOrigin,
  );

const answer = async (event: ConnectEvent): Promise<{ statusCode: number; body?: string }> => {
  const { routeKey, connectionId } = event.requestContext;
  const now = new Date();
  if (routeKey === '$connect') {
    if (!isFromWebsite(event)) return { statusCode: 403 };
    const isIn = await connect(deps, event.queryStringParameters?.ticket, connectionId, now);
    return { statusCode: isIn ? 200 : 401 };
  }
  if (routeKey === '$disconnect') {
    await closed(deps, connectionId, now);
    return { statusCode: 200 };
  }
  if (await saysTooMuch(connectionId, now)) return { statusCode: 429 };
  const frame = await answerSignal(deps, event.body, connectionId, now);
  return { statusCode: 200, ...(frame && { body: JSON.stringify(frame) }) };
};

/** A socket opens, closes, or says something. */
export const handler = async (event: ConnectEvent): Promise<APIGatewayProxyResultV2> => {
  const { routeKey, connectionId, requestId } = event.requestContext;
  const started = performance.now();
  const result = await answer(event);
  log.info('socket', {
    requestId,
    route: routeKey,
    connectionId,
    status: result.statusCode,
    durationMs: Math.round((performance.now() - started) * 10) / 10,
  });
  return result;
};
