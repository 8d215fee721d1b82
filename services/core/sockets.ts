import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Frame, Presence } from '../../shared/live/frames.ts';
import { log } from './log.ts';
import { hasSignedOutSince, profileKey } from './membership.ts';
import type { Key, Table, Write } from './table.ts';

/** A socket that somebody has open. */
export interface Connection {
  connectionId: string;
  organizationId: string;
  userId: string;
  connectedAt: string;
  /** When its person signed in, in seconds since 1970. */
  authTime: number;
}

/** The sockets of an organization. */
interface Audience {
  /** What is sent to the organization goes to these. */
  authorized: Connection[];
  /** Those of people who are no members any more, or have signed out everywhere: they are to be closed. */
  unauthorized: Connection[];
}

/** API Gateway ends a socket after two hours; a row that is older stands for none, whatever became of its ending. */
const longestLifeSeconds = 2 * 3600 + 600;

/** A frame may have 32 kB. */
const largestFrame = 30_000;

/** "Which sockets has this organization open?" */
const connectionsPartition = (organizationId: string): string => `ORG#${organizationId}#SOCKETS`;
const connectionKey = ({
  organizationId,
  connectionId,
}: Pick<Connection, 'organizationId' | 'connectionId'>): Key => ({
  pk: connectionsPartition(organizationId),
  sk: connectionId,
});

/** "Whose is this socket?" */
const ownerKey = (connectionId: string): Key => ({ pk: `SOCKET#${connectionId}`, sk: 'SOCKET' });

/** Longest that opening a socket takes, in milliseconds. API Gateway gives the function 29 seconds. */
const openingMs = 30_000;

/** How long closing waits for a socket that is being opened just now, in milliseconds. */
const closingMs = 1000;

/** At most this many sockets of an organization are looked at: 25 people with 40 pages each. */
const mostConnections = 1000;

/** Which sockets are open: the only code that knows how they lie in the table. */
export const connectionStore = (table: Table) => ({
  /** What makes a socket known; to be written together with what allows it. */
  opening(connection: Connection, now: Date): [Write, Write] {
    const ttl = Math.floor(now.getTime() / 1000) + longestLifeSeconds;
    return [
      { put: { ...connectionKey(connection), ...connection, ttl } },
      { put: { ...ownerKey(connection.connectionId), ...connection, ttl } },
    ];
  },

  /** "Whose is it?" */
  async owner(connectionId: string): Promise<Connection | undefined> {
    return (await table.get(ownerKey(connectionId))) as Connection | undefined;
  },

  /**
   * "Which are open, and which of them are authorized?" Sees every one that was opened before. It asks again what let a socket in,
   * whenever something is to be sent: whether its person is a member, and has not signed out everywhere since.
   */
  async audience(organizationId: string, now: Date): Promise<Audience> {
    const { rows } = await table.query({
      pk: connectionsPartition(organizationId),
      limit: mostConnections,
      consistent: true,
    });
    const open = rows.filter(({ ttl }) => (ttl as number) > now.getTime() / 1000) as unknown as Connection[];
    const userIds = [...new Set(open.map(({ userId }) => userId))];
    const people = new Map(
      (await table.getMany(userIds.map(profileKey))).map((person) => [person.userId as string, person]),
    );
    const isAuthorized = ({ userId, authTime }: Connection): boolean => {
      const person = people.get(userId);
      return person?.organizationId === organizationId && !hasSignedOutSince(person, authTime);
    };
    return {
      authorized: open.filter(isAuthorized),
      unauthorized: open.filter((connection) => !isAuthorized(connection)),
    };
  },

  /** Forgets a socket, known or not. */
  async forget(connection: Pick<Connection, 'organizationId' | 'connectionId'>): Promise<void> {
    await table.write({ remove: connectionKey(connection) }, { remove: ownerKey(connection.connectionId) });
  },
});

/** For one attempt to reach a socket. API Gateway answers within milliseconds; whoever writes in the chat waits for it. */
const patience = { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true };

/**
 * Reaches the open sockets of organizations, through the callback address of the WebSocket API.
 * What can't be delivered is logged and left: whoever missed it sees by the next number that something is missing.
 */
export const openSockets = (
  table: Table,
  endpoint: string,
  client = new ApiGatewayManagementApiClient({ endpoint, maxAttempts: 2, requestHandler: patience }),
) => {
  const store = connectionStore(table);

  const unlessGone = async (connection: Connection, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // One that is still being opened is not there yet: forgotten now, it would hear nothing for two hours.
      if (error instanceof GoneException) {
        if (Date.now() - Date.parse(connection.connectedAt) > openingMs) await store.forget(connection);
      } else log.error('a socket could not be reached', error, { connectionId: connection.connectionId });
    }
  };

  /** Ends a socket. One that is being opened can't be ended yet: it is waited for, lest it opens afterwards. */
  const end = async (connection: Connection): Promise<void> => {
    const began = Date.now();
    const isOpening = () =>
      Date.now() - Date.parse(connection.connectedAt) < openingMs && Date.now() - began < closingMs;
    for (;;) {
      try {
        await client.send(new DeleteConnectionCommand({ ConnectionId: connection.connectionId }));
        return;
      } catch (error) {
        if (!(error instanceof GoneException)) {
          log.error('a socket could not be closed', error, { connectionId: connection.connectionId });
          return;
        }
        if (!isOpening()) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };

  /** Ends some sockets. */
  const close = async (connections: readonly Connection[]): Promise<void> => {
    await Promise.all(
      connections.map(async (connection) => {
        // First of all nobody sends to it any more; and one that is still being opened sees that it may not.
        await store.forget(connection);
        await end(connection);
      }),
    );
  };

  return {
    store,
    close,

    /**
     * Ends the sockets that are not authorized any more; to be awaited after the write that ended it and before it is
     * answered. What fails is logged and left: whatever is sent looks at membership itself, and the change feed tries again.
     */
    async closeUnauthorized(organizationId: string, now: Date): Promise<void> {
      try {
        await close((await store.audience(organizationId, now)).unauthorized);
      } catch (error) {
        log.error('sockets could not be closed at once', error, { organizationId });
      }
    },

    /** Sends a frame to some sockets, all at once. */
    async send(connections: readonly Connection[], frame: Frame): Promise<void> {
      const Data = Buffer.from(JSON.stringify(frame));
      await Promise.all(
        connections.map((connection) =>
          unlessGone(connection, () =>
            client.send(new PostToConnectionCommand({ ConnectionId: connection.connectionId, Data })),
          ),
        ),
      );
    },
  };
};

export type Sockets = ReturnType<typeof openSockets>;

/** Whether a frame is small enough to be sent. */
export const fits = (frame: Frame): boolean => Buffer.byteLength(JSON.stringify(frame)) <= largestFrame;

/** Who of an organization has a socket open. */
export const presenceOf = (connections: readonly Connection[], now: Date): Presence => ({
  online: [...new Set(connections.map(({ userId }) => userId))].sort(),
  at: now.getTime(),
});
