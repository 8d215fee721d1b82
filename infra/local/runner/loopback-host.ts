import type { IncomingMessage } from 'node:http';

const loopbackName = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether the browser asked for this machine by a name that can mean no other. A foreign page whose own name was pointed
 * at 127.0.0.1 (DNS rebinding) would come with that name.
 */
export const hasLoopbackHost = (incoming: IncomingMessage): boolean =>
  loopbackName.test(incoming.headers.host ?? '');
