import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readBody } from '../runner/read-body.ts';

/** A request as the edge hands it on: whole, since neither CloudFront nor Lambda streams requests. */
export interface EdgeRequest {
  method: string;
  /** As it came, still encoded. */
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  sourceIp: string;
}

export interface EdgeAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

/** More than anything behind the edge takes: API Gateway stops at 10 MB. */
const mostBytes = 12 * 1024 * 1024;

/**
 * Reads a request to its end. A body that is larger than anyone takes is cut off there.
 * @param sourceAddressHeader which header, if any, is believed when it says where the request comes from
 */
export async function readRequest(
  incoming: IncomingMessage,
  sourceAddressHeader?: string,
): Promise<EdgeRequest> {
  const body = await readBody(incoming, mostBytes);
  const claimed = sourceAddressHeader && incoming.headers[sourceAddressHeader];
  const [path = '/', query = ''] = splitOnce(incoming.url ?? '/', '?');
  return {
    method: incoming.method ?? 'GET',
    path,
    query,
    headers: incoming.headers,
    body,
    sourceIp: claimed
      ? String(claimed)
      : (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
  };
}

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
};

/** Sends an answer; the length is set here, and the body left out for HEAD. */
export function sendAnswer(outgoing: ServerResponse, answer: EdgeAnswer, method: string): void {
  const hasBody = answer.status !== 204 && answer.status !== 304;
  if (hasBody) outgoing.setHeader('content-length', Buffer.byteLength(answer.body));
  outgoing.writeHead(answer.status, answer.headers);
  outgoing.end(hasBody && method !== 'HEAD' ? answer.body : undefined);
}
