import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that only this machine can reach. */
export interface LoopbackServer {
  readonly port: number;
  /** For whoever takes web sockets: its `upgrade` event comes for every address. */
  readonly server: Server;
  /** Ends every open connection too, so that nothing holds the process. */
  close(): Promise<void>;
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** So often another port is tried when the one that the system gave us for IPv4 is taken for IPv6. */
const attempts = 5;

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1, since browsers and Node resolve `localhost` to either.
 * @param port 0 takes any free port.
 * @throws the system's error (`code: 'EADDRINUSE'`) when the port is taken on either address.
 */
export async function listenOnLoopback(
  port: number,
  answer: RequestListener,
  attempt = 1,
): Promise<LoopbackServer> {
  const options = { keepAliveTimeout: 60_000, requestTimeout: 60_000 };
  const first = createServer(options, answer);
  const actualPort = await listen(first, port, '127.0.0.1');
  const servers = [first];
  const second = createServer(options, answer);
  try {
    await listen(second, actualPort, '::1');
    servers.push(second);
    second.on('upgrade', (request, socket, head) => {
      const isTaken = first.emit('upgrade', request, socket, head);
      if (!isTaken) socket.destroy();
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const machineHasNoIpv6 = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
    if (!machineHasNoIpv6) {
      await closeServer(first);
      if (port === 0 && attempt < attempts) return listenOnLoopback(port, answer, attempt + 1);
      throw error;
    }
  }
  return {
    port: actualPort,
    server: first,
    close: async () => {
      await Promise.all(servers.map(closeServer));
    },
  };
}
