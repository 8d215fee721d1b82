import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import { RecentList } from '../runner/recent-list.ts';
import type { EnvironmentStart, FromEnvironment, FunctionError, Invoke } from './function-worker.ts';

/** A function as the template describes it, with everything resolved. */
export interface FunctionDefinition {
  name: string;
  arn: string;
  codeDir: string;
  handler: string;
  timeoutSeconds: number;
  memoryMb: number;
  /** Exactly what the process sees: the template's variables and Lambda's own. */
  environment: Record<string, string>;
}

/** One run of a function, as `/_local` shows it. */
export interface Invocation {
  requestId: string;
  functionName: string;
  /** What it was called for, such as `GET /api/tasks`. */
  cause: string;
  at: Date;
  durationMs: number;
  /** Whether it had to wait for a new environment. */
  coldStart: boolean;
  outcome: 'answered' | 'failed' | 'timed out';
  error?: FunctionError;
  log: string;
}

export type InvocationResult = { ok: true; result: string } | { ok: false; error: FunctionError };

export interface LocalFunction {
  readonly definition: FunctionDefinition;
  /** Resolves when an environment is up, or with the reason why none can be. Never rejects. */
  warmUp(): Promise<FunctionError | undefined>;
  /** @param event what is handed to the handler, as JSON. Never rejects: a function's failure is an answer. */
  invoke(event: string, cause: string): Promise<InvocationResult>;
  /** Newest first. */
  invocations(): Invocation[];
  /** From now on invocations run this code; those under way end with the old one. */
  replaceCode(codeDir: string): Promise<FunctionError | undefined>;
  stop(): Promise<void>;
}

/**
 * As on AWS an environment runs one invocation at a time; further ones get an environment of their own, here up to this
 * many (a small machine gains nothing from more), then they wait in line.
 */
const maxEnvironments = 2;
const maxLogCharacters = 64_000;
const initSeconds = 10;

/** The worker's own file, compiled without the loader that runs us: it must start in a bare Node as on Lambda. */
const workerProgram = (): URL => {
  const source = readFileSync(new URL('./function-worker.ts', import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node20' });
  return new URL(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
};
let compiledWorker: URL | undefined;

interface Run {
  requestId: string;
  result: InvocationResult;
  outcome: Invocation['outcome'];
  log: string;
}

const errorOf = (errorType: string, errorMessage: string, trace: string[] = []): FunctionError => ({
  errorType,
  errorMessage,
  trace,
});

/** One execution environment: a worker thread that has loaded the function's code. */
class Environment {
  readonly #worker: Worker;
  /** What runs in it now: there is at most one. */
  #running:
    | { addLog: (text: string) => void; finish: (run: Omit<Run, 'requestId' | 'log'>) => void }
    | undefined;
  /** What it printed while it was loading: belongs to the first invocation, as on AWS. */
  #initLog = '';
  #settle: () => void = () => {};
  /** Resolves when the code is loaded, or is known not to load. */
  readonly settled: Promise<void>;
  isSettled = false;
  /** Why it can't be used (any more). */
  broken: FunctionError | undefined;

  constructor(
    definition: FunctionDefinition,
    codeDir: string,
    readonly generation: number,
  ) {
    const { name, arn, memoryMb, handler, environment } = definition;
    const start: EnvironmentStart = {
      codeDir,
      handler,
      context: {
        functionName: name,
        functionVersion: '$LATEST',
        invokedFunctionArn: arn,
        memoryLimitInMB: String(memoryMb),
        logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME,
        logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME,
      },
    };
    compiledWorker ??= workerProgram();
    this.#worker = new Worker(compiledWorker, {
      env: environment,
      workerData: start,
      execArgv: [],
      // It sends what it prints as messages; without this, each one would listen at our own output too.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.settled = new Promise((resolve) => {
      const patience = setTimeout(
        () => this.#break(errorOf('Sandbox.Timedout', `Init took over ${initSeconds} s`)),
        initSeconds * 1000,
      );
      this.#settle = () => {
        clearTimeout(patience);
        this.isSettled = true;
        resolve();
      };
    });
    this.#worker.on('message', (message: FromEnvironment) => this.#receive(message));
    this.#worker.on('error', ({ name: type, message, stack }) =>
      this.#break(errorOf(type, message, stack?.split('\n'))),
    );
    this.#worker.on('exit', (code) =>
      this.#break(errorOf('Runtime.ExitError', `Runtime exited with code ${code}`)),
    );
  }

  #receive(message: FromEnvironment): void {
    switch (message.kind) {
      case 'ready':
        this.#settle();
        return;
      case 'unusable':
        this.#break(message.error);
        return;
      case 'log':
        if (this.#running) this.#running.addLog(message.text);
        else this.#initLog = (this.#initLog + message.text).slice(0, maxLogCharacters);
        return;
      case 'answer':
        this.#running?.finish({ result: { ok: true, result: message.result }, outcome: 'answered' });
        return;
      case 'failure':
        this.#running?.finish({ result: { ok: false, error: message.error }, outcome: 'failed' });
    }
  }

  #break(error: FunctionError, outcome: 'failed' | 'timed out' = 'failed'): void {
    this.broken ??= error;
    this.#settle();
    this.#running?.finish({ result: { ok: false, error }, outcome });
    void this.#worker.terminate();
  }

  /** Runs one invocation as soon as the code is loaded. The environment must have no other one. */
  async run(event: string, timeoutSeconds: number): Promise<Run> {
    await this.settled;
    const requestId = randomUUID();
    if (this.broken) {
      return { requestId, result: { ok: false, error: this.broken }, outcome: 'failed', log: this.#initLog };
    }
    let log = this.#initLog;
    this.#initLog = '';
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const message = `RequestId: ${requestId} Error: Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
        this.#break(errorOf('Sandbox.Timedout', message), 'timed out');
      }, timeoutSeconds * 1000);
      this.#running = {
        addLog: (text) => {
          if (log.length < maxLogCharacters) log += text;
        },
        finish: (end) => {
          clearTimeout(timer);
          this.#running = undefined;
          resolve({ requestId, ...end, log });
        },
      };
      const message: Invoke = { requestId, event, deadline: Date.now() + timeoutSeconds * 1000 };
      this.#worker.postMessage(message);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Makes a function that can be invoked. Environments are worker threads: they start in some 50 ms and share the process,
 * yet have their own globals, modules, environment variables and heap limit.
 * @param onInvocation is told of every finished invocation.
 */
export function localFunction(
  definition: FunctionDefinition,
  onInvocation: (invocation: Invocation) => void,
): LocalFunction {
  const history = new RecentList<Invocation>(100);
  const all = new Set<Environment>();
  const idle: Environment[] = [];
  const waiting: ((environment: Environment) => void)[] = [];
  let codeDir = definition.codeDir;
  let generation = 0;

  const open = (): Environment => {
    const environment = new Environment(definition, codeDir, generation);
    all.add(environment);
    return environment;
  };

  const close = (environment: Environment): Promise<void> => {
    all.delete(environment);
    return environment.stop();
  };

  const take = async (): Promise<Environment> =>
    idle.pop() ?? (all.size < maxEnvironments ? open() : new Promise((resolve) => waiting.push(resolve)));

  const release = (environment: Environment): void => {
    const isUsable = !environment.broken && environment.generation === generation;
    if (!isUsable) void close(environment);
    const next = waiting.shift();
    if (next) next(isUsable ? environment : open());
    else if (isUsable) idle.push(environment);
  };

  const warmUp = async () => {
    const environment = await take();
    await environment.settled;
    release(environment);
    return environment.broken;
  };

  return {
    definition,
    warmUp,
    invoke: async (event, cause) => {
      const at = new Date();
      const began = performance.now();
      const environment = await take();
      const coldStart = !environment.isSettled;
      const { requestId, result, outcome, log } = await environment.run(event, definition.timeoutSeconds);
      release(environment);
      const invocation: Invocation = {
        requestId,
        functionName: definition.name,
        cause,
        at,
        durationMs: performance.now() - began,
        coldStart,
        outcome,
        error: result.ok ? undefined : result.error,
        log,
      };
      history.add(invocation);
      onInvocation(invocation);
      return result;
    },
    invocations: () => history.newestFirst(),
    replaceCode: async (newCodeDir) => {
      codeDir = newCodeDir;
      generation += 1;
      await Promise.all(idle.splice(0).map(close));
      return warmUp();
    },
    stop: async () => {
      await Promise.all([...all].map(close));
    },
  };
}
