import type { IncomingMessage } from 'node:http';

/**
 * Reads a message to its end. By events: an async iterator costs more than all else here, and several messages are read for
 * each request.
 * @param mostBytes what comes after so many is read and dropped
 * @throws the system's error when the connection breaks before the end
 */
export const readBody = (
  incoming: IncomingMessage,
  mostBytes: number = Number.POSITIVE_INFINITY,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
    incoming.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => {
      if (!incoming.complete) reject(new Error('The connection ended before the message did.'));
    });
  });
