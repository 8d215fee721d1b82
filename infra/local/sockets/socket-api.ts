import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { LocalFunction } from '../lambda/functions.ts';

/** What API Gateway allows a WebSocket. Source: API Gateway developer guide, "Quotas for WebSocket APIs". */
export interface SocketLimits {
  idleSeconds: number;
  lifeSeconds: number;
  /** Of a message, in either direction. */
  messageBytes: number;
  /** Of one frame that a client sends. */
  frameBytes: number;
}

const awsLimits: SocketLimits = {
  idleSeconds: 600,
  lifeSeconds: 7200,
  messageBytes: 128 * 1024,
  frameBytes: 32 * 1024,
};

type RouteKey = '$connect' | '$default' | '$disconnect';

export interface SocketApiDefinition {
  apiId: string;
  stage: string;
  /** Host of the API's own address on AWS: functions see it as `domainName`. */
  domainName: string;
  routes: Readonly<
    Partial<Record<RouteKey, { function: LocalFunction; mayInvoke: boolean; answers: boolean }>>
  >;
}

/** An open socket, as `/_local` and tests see it. */
export interface OpenSocket {
  connectionId: string;
  connectedAt: Date;
  lastActiveAt: Date;
  sourceIp: string;
  userAgent: string;
  /** Messages that came from the browser, and that went to it. */
  received: number;
  sent: number;
}

/** What a test does to sockets. */
export interface SocketControls {
  list(): OpenSocket[];
  /**
   * Ends connections as a broken network does: without a closing handshake.
   * @param connectionIds all when left out
   * @param options `silently`: `$disconnect` is not called, which API Gateway does not promise either
   * @returns how many were open
   */
  cut(connectionIds?: readonly string[], options?: { silently?: boolean }): number;
}

interface Connection extends OpenSocket {
  socket: WebSocket;
  /** The event of `$connect` minus what changes: later events repeat it. */
  identity: { sourceIp: string; userAgent: string };
  isCutSilently: boolean;
  idleTimer?: NodeJS.Timeout;
  lifeTimer?: NodeJS.Timeout;
}

/** API Gateway's WebSocket API: routes, limits, and the way back by `@connections`. */
export interface SocketApi {
  /** Takes an upgrade if it is of this API's stage. @returns whether it is */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** @returns false when there is no such connection (any more), or not yet */
  post(connectionId: string, message: Buffer): boolean;
  find(connectionId: string): OpenSocket | undefined;
  /** Ends a connection in the ordinary way. @returns false when there is none */
  disconnect(connectionId: string): boolean;
  readonly limits: SocketLimits;
  controls: SocketControls;
  close(): Promise<void>;
}

/** As API Gateway's: 11 bytes in base64, such as `L0SM9cOFvHcCIhw=`. */
const newConnectionId = (): string => randomBytes(11).toString('base64');
const newRequestId = (): string => randomBytes(11).toString('base64');

const refuse = (socket: Duplex, status: number): void => {
  const body = JSON.stringify({ message: STATUS_CODES[status] ?? 'Error' });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\nconnection: close\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const open = ({
  socket: _,
  identity: __,
  isCutSilently: ___,
  idleTimer,
  lifeTimer,
  ...seen
}: Connection): OpenSocket => seen;

/** A frame is larger than its sender may make it; `ws` only knows whole messages. */
const watchFrames = (socket: WebSocket, mostBytes: number, onTooLarge: () => void): void => {
  const { _receiver: receiver } = socket as unknown as {
    _receiver: { getData(done: unknown): void; _payloadLength: number };
  };
  const getData = receiver.getData.bind(receiver);
  receiver.getData = (done) => {
    if (receiver._payloadLength > mostBytes) onTooLarge();
    getData(done);
  };
};

/** @param onProblem told what a browser is not: why a socket was refused or a message not answered. */
export function socketApi(
  { apiId, stage, domainName, routes }: SocketApiDefinition,
  onProblem: (line: string) => void,
  given: Partial<SocketLimits> = {},
): SocketApi {
  const limits = { ...awsLimits, ...given };
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    clientTracking: false,
  });
  const connections = new Map<string, Connection>();
  /** Calls of `$disconnect` that have not ended. */
  const leaving = new Set<Promise<unknown>>();

  const contextOf = (
    connection: Pick<Connection, 'connectionId' | 'connectedAt' | 'identity'>,
    routeKey: RouteKey,
    eventType: 'CONNECT' | 'MESSAGE' | 'DISCONNECT',
  ) => {
    const requestId = newRequestId();
    const now = new Date();
    return {
      routeKey,
      eventType,
      extendedRequestId: requestId,
      requestTime: now.toUTCString(),
      messageDirection: 'IN',
      stage,
      connectedAt: connection.connectedAt.getTime(),
      requestTimeEpoch: now.getTime(),
      identity: connection.identity,
      requestId,
      domainName,
      connectionId: connection.connectionId,
      apiId,
    };
  };

  const call = async (routeKey: RouteKey, event: object) => {
    const route = routes[routeKey];
    if (!route) return undefined;
    if (!route.mayInvoke) {
      onProblem(
        `${routeKey}: the template has no permission for the API to call ${route.function.definition.name}`,
      );
      return { statusCode: 500 };
    }
    const outcome = await route.function.invoke(JSON.stringify(event), `socket ${routeKey}`);
    if (!outcome.ok) return { statusCode: 500 };
    return JSON.parse(outcome.result) as { statusCode?: number; body?: string } | null;
  };

  const touch = (connection: Connection): void => {
    connection.lastActiveAt = new Date();
    clearTimeout(connection.idleTimer);
    connection.idleTimer = setTimeout(
      () => connection.socket.close(1001, 'Going away'),
      limits.idleSeconds * 1000,
    ).unref();
  };

  const send = (connection: Connection, message: string): void => {
    connection.sent += 1;
    touch(connection);
    connection.socket.send(message);
  };

  const receive = async (connection: Connection, data: RawData, isBinary: boolean): Promise<void> => {
    connection.received += 1;
    touch(connection);
    const body = (data as Buffer).toString(isBinary ? 'base64' : 'utf8');
    const requestContext = {
      ...contextOf(connection, '$default', 'MESSAGE'),
      messageId: newRequestId(),
    };
    const answer = await call('$default', { requestContext, body, isBase64Encoded: isBinary });
    if (connection.socket.readyState !== WebSocket.OPEN) return;
    const failed = answer === undefined || (answer?.statusCode ?? 200) >= 500;
    if (failed) {
      const { connectionId, requestId } = requestContext;
      send(connection, JSON.stringify({ message: 'Internal server error', connectionId, requestId }));
    } else if (routes.$default?.answers && answer?.body) send(connection, answer.body);
  };

  const left = (connection: Omit<Connection, 'socket'>, code: number, reason: string): void => {
    connections.delete(connection.connectionId);
    clearTimeout(connection.idleTimer);
    clearTimeout(connection.lifeTimer);
    if (connection.isCutSilently) return;
    const told = call('$disconnect', {
      headers: { Host: domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' },
      multiValueHeaders: {
        Host: [domainName],
        'x-api-key': [''],
        'X-Forwarded-For': [''],
        'x-restapi': [''],
      },
      requestContext: {
        ...contextOf(connection, '$disconnect', 'DISCONNECT'),
        disconnectStatusCode: code,
        disconnectReason: reason,
      },
      isBase64Encoded: false,
    }).finally(() => leaving.delete(told));
    leaving.add(told);
  };

  const connect = async (incoming: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> => {
    const { upgrade, 'sec-websocket-key': key } = incoming.headers;
    if (upgrade?.toLowerCase() !== 'websocket' || key === undefined) return refuse(stream, 400);
    const sourceIp = (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
    const userAgent = incoming.headers['user-agent'] ?? '';
    const identity = { sourceIp, userAgent };
    const connectedAt = new Date();
    const connectionId = newConnectionId();
    const query = [...new URL(incoming.url ?? '/', 'http://localhost').searchParams];
    const headers = Object.entries(incoming.headers).map(
      ([name, value]) => [name, [value ?? ''].flat()] as const,
    );
    const lists = query.reduce<Record<string, string[]>>((all, [name, value]) => {
      all[name] = [...(all[name] ?? []), value];
      return all;
    }, {});
    const answer = await call('$connect', {
      headers: {
        ...Object.fromEntries(headers.map(([name, values]) => [name, values.join(',')])),
        host: domainName,
      },
      multiValueHeaders: { ...Object.fromEntries(headers), host: [domainName] },
      ...(query.length > 0
        ? { queryStringParameters: Object.fromEntries(query), multiValueQueryStringParameters: lists }
        : {}),
      requestContext: contextOf({ connectionId, connectedAt, identity }, '$connect', 'CONNECT'),
      isBase64Encoded: false,
    });
    const status = answer?.statusCode ?? (routes.$connect ? 500 : 200);
    if (status >= 400) return refuse(stream, status);
    const connection = {
      connectionId,
      connectedAt,
      lastActiveAt: connectedAt,
      sourceIp,
      userAgent,
      received: 0,
      sent: 0,
      identity,
      isCutSilently: false,
    };
    let isOpen = false;
    server.handleUpgrade(incoming, stream, head, (socket) => {
      isOpen = true;
      const opened: Connection = { ...connection, socket };
      connections.set(connectionId, opened);
      touch(opened);
      opened.lifeTimer = setTimeout(
        () => socket.close(1001, 'Going away'),
        limits.lifeSeconds * 1000,
      ).unref();
      watchFrames(socket, limits.frameBytes, () => socket.close(1009, 'Frame too large'));
      // One at a time, so that answers come in the order of the questions.
      let before: Promise<void> = Promise.resolve();
      socket.on('message', (data, isBinary) => {
        if (socket.readyState !== WebSocket.OPEN) return;
        before = before.then(() => receive(opened, data, isBinary));
      });
      // What was too large has been answered with its close code; a broken connection ends in `close`.
      socket.on('error', () => {});
      socket.once('close', (code, reason) => left(opened, code, reason.toString()));
    });
    // Gone while the function ran: it has registered somebody who will never hear anything.
    if (!isOpen) left(connection, 1006, 'Going away');
  };

  return {
    limits,
    upgrade: (incoming, socket, head) => {
      const [path] = (incoming.url ?? '').split('?', 1);
      if (path !== `/${stage}`) return false;
      socket.on('error', () => socket.destroy());
      connect(incoming, socket, head).catch((error: unknown) => {
        onProblem(`socket: ${error instanceof Error ? error.stack : error}`);
        refuse(socket, 500);
      });
      return true;
    },
    post: (connectionId, message) => {
      const connection = connections.get(connectionId);
      if (connection?.socket.readyState !== WebSocket.OPEN) return false;
      send(connection, message.toString('utf8'));
      return true;
    },
    find: (connectionId) => {
      const connection = connections.get(connectionId);
      return connection && open(connection);
    },
    disconnect: (connectionId) => {
      const connection = connections.get(connectionId);
      if (connection?.socket.readyState !== WebSocket.OPEN) return false;
      connection.socket.close(1000, 'Connection Closed Normally');
      return true;
    },
    controls: {
      list: () => [...connections.values()].map(open),
      cut: (connectionIds = [...connections.keys()], { silently = false } = {}) => {
        const cut = connectionIds.flatMap((id) => connections.get(id) ?? []);
        for (const connection of cut) {
          connection.isCutSilently = silently;
          connection.socket.terminate();
        }
        return cut.length;
      },
    },
    close: async () => {
      for (const { socket } of connections.values()) socket.terminate();
      // A `$disconnect` begins only in `close`.
      while (connections.size > 0) await new Promise((resolve) => setImmediate(resolve));
      await Promise.allSettled(leaving);
    },
  };
}
