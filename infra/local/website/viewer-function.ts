import { createContext, Script } from 'node:vm';
import type { EdgeAnswer, EdgeRequest } from '../http-api/http-message.ts';

/** A CloudFront Function at viewer-request: changes where a request goes, or answers it. */
export type ViewerFunction = (request: EdgeRequest) => Promise<{ path: string } | { answer: EdgeAnswer }>;

interface EdgeResult {
  uri?: string;
  statusCode?: number;
  headers?: Record<string, { value: string }>;
  body?: string | { data: string };
}

const valued = (pairs: Iterable<[string, string]>) =>
  Object.fromEntries([...pairs].map(([name, value]) => [name, { value }]));

/**
 * Runs the code as CloudFront does: no modules, no network, one global `handler`. Only a changed `uri` is taken over from
 * a returned request, since nothing here looks at what else a function might change.
 */
export function viewerFunction(name: string, code: string): ViewerFunction {
  const context = createContext({ console: { log: () => {} } });
  new Script(code, { filename: `${name}.js` }).runInContext(context);
  const call = new Script('handler(event)');
  return async (request) => {
    const headers: [string, string][] = Object.entries(request.headers).map(([key, value]) => [
      key,
      String(value),
    ]);
    context.event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip: request.sourceIp },
      request: {
        method: request.method,
        uri: request.path,
        querystring: valued(new URLSearchParams(request.query)),
        headers: valued(headers.filter(([key]) => key !== 'cookie')),
        cookies: {},
      },
    };
    const result = (await call.runInContext(context, { timeout: 1000 })) as EdgeResult;
    if (result.statusCode === undefined) return { path: result.uri ?? request.path };
    return {
      answer: {
        status: result.statusCode,
        headers: Object.fromEntries(
          Object.entries(result.headers ?? {}).map(([key, { value }]) => [key, value]),
        ),
        body: typeof result.body === 'object' ? result.body.data : (result.body ?? ''),
      },
    };
  };
}
