/**
 * Runs inside of a worker thread: what the Lambda Node.js runtime does around a handler. One execution environment, one
 * invocation at a time. It is compiled on its own and sees only the function's environment, so it imports nothing of ours.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** What {@link ./functions.ts} tells a new environment. */
export interface EnvironmentStart {
  codeDir: string;
  /** As in the template, such as `index.handler`. */
  handler: string;
  /** The parts of Lambda's context object that are the same for every invocation. */
  context: Record<string, unknown>;
}

export interface Invoke {
  requestId: string;
  /** JSON, as Lambda hands it over: nothing but plain values gets in. */
  event: string;
  /** Milliseconds since 1970 at which the invocation is ended. */
  deadline: number;
}

export type FromEnvironment =
  | { kind: 'ready' }
  | { kind: 'unusable'; error: FunctionError }
  | { kind: 'log'; text: string }
  | { kind: 'answer'; requestId: string; result: string }
  | { kind: 'failure'; requestId: string; error: FunctionError };

export interface FunctionError {
  errorType: string;
  errorMessage: string;
  trace: string[];
}

const port = parentPort;
if (!port) throw new Error('This file is the inside of a worker thread.');
const send = (message: FromEnvironment) => port.postMessage(message);

const describe = (error: unknown): FunctionError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

const capture = (stream: NodeJS.WriteStream) => {
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    send({ kind: 'log', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8') });
    const callback = rest.at(-1);
    if (typeof callback === 'function') callback();
    return true;
  };
};
capture(process.stdout);
capture(process.stderr);

// On Lambda there is Node 24, which the SDK has nothing to say about.
const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
process.emitWarning = (...args: unknown[]) => {
  if (!String(args[0]).startsWith('NodeVersionSupportWarning')) emitWarning(...args);
};

type Handler = (event: unknown, context: object) => unknown;

const { codeDir, handler: handlerName, context } = workerData as EnvironmentStart;

const loadHandler = async (): Promise<Handler> => {
  const dot = handlerName.lastIndexOf('.');
  const [file, exported] = [handlerName.slice(0, dot), handlerName.slice(dot + 1)];
  const path = ['.js', '.mjs', '.cjs'].map((ending) => join(codeDir, file + ending)).find(existsSync);
  if (!path) throw new Error(`Cannot find module '${file}' in ${codeDir}`);
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const handler = module[exported];
  if (typeof handler !== 'function') throw new Error(`${handlerName} is undefined or not exported`);
  return handler as Handler;
};

try {
  const handler = await loadHandler();
  port.on('message', async ({ requestId, event, deadline }: Invoke) => {
    try {
      const result = await handler(JSON.parse(event), {
        ...context,
        awsRequestId: requestId,
        callbackWaitsForEmptyEventLoop: true,
        getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
      });
      send({ kind: 'answer', requestId, result: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      send({ kind: 'failure', requestId, error: describe(error) });
    }
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unusable', error: describe(error) });
}
