import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { localSignIn, signInHosts } from '../cognito/local-sign-in.ts';
import type { SignIn } from '../cognito/sign-in.ts';
import { forgetSignIns, SignInStore } from '../cognito/sign-in-store.ts';
import { userPoolAdministration } from '../cognito/user-pool-administration.ts';
import { forgetTables, startEngine } from '../dynamodb/dynamodb-engine.ts';
import { dropTable, ensureTable, expirySweeper } from '../dynamodb/dynamodb-table.ts';
import { localTable } from '../dynamodb/local-table.ts';
import { httpApiResource, localApi } from '../http-api/local-api.ts';
import { type Denial, startAwsGateway } from '../iam/aws-gateway.ts';
import { localPage } from '../inspection/local-page.ts';
import { tableBrowser } from '../inspection/table-browser.ts';
import type { FunctionError } from '../lambda/function-worker.ts';
import type { FunctionDefinition, Invocation, LocalFunction } from '../lambda/functions.ts';
import { localFunctions } from '../lambda/local-functions.ts';
import { type KeptMail, LocalMail, mailsFile } from '../mail/local-mail.ts';
import { type KeptMessage, LocalQueues, queuesFile } from '../queues/local-queues.ts';
import { answerRates } from '../rates/rates-stand-in.ts';
import { type LocalSchedules, localSchedules } from '../schedules/local-schedules.ts';
import { LocalSecrets, secretsFile } from '../secrets/local-secrets.ts';
import { connectionsService, localSockets, socketResources } from '../sockets/local-sockets.ts';
import type { SocketApi, SocketControls, SocketLimits } from '../sockets/socket-api.ts';
import { localStream, streamFile } from '../stream/local-stream.ts';
import type { StreamControls, StreamDelivery } from '../stream/stream-delivery.ts';
import { stripeFile } from '../stripe/stripe-account.ts';
import { type StripeControls, stripeStandIn } from '../stripe/stripe-stand-in.ts';
import { type PageServer, website } from '../website/website.ts';
import { websiteFiles } from '../website/website-files.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { forgetFile } from './kept-file.ts';
import { localAddresses } from './local-addresses.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback-server.ts';
import { LocalTemplate } from './template.ts';

/** Where the local stack pretends to be. Nothing there is ever called. */
export const place = { region: 'eu-central-1', accountId: '000000000000' };

/** A page server that holds something open, such as Vite's. */
export interface DevServer extends PageServer {
  close(): Promise<void>;
}

export interface LocalCloudOptions {
  /** Where everything is kept between runs. */
  dataDir: string;
  /** Port of the website; the sign-in page takes the next one, Stripe's pages the one after it. 0 takes any three. */
  port: number;
  /** The cloud assembly that `cdk synth` wrote. */
  templateDir: string;
  /** Forgets what an earlier run has kept. */
  fresh?: boolean;
  /** The built website. Without it only the API, sign-in and `/_local` answer. */
  websiteDir?: string;
  /** Serves the pages in place of `websiteDir`; gets the server on which it may take web sockets. */
  devServer?: (server: Server) => Promise<DevServer>;
  /** Where limits of sockets shall be others than AWS's: for tests. */
  socketLimits?: Partial<SocketLimits>;
  /**
   * Which header is believed when it says from which address a request comes: for tests that play many machines. Only
   * Linux lets one machine speak from many loopback addresses.
   */
  sourceAddressHeader?: string;
  /** `problem`: something that an engineer wants to see at once; `notice`: what takes long; `request`: every finished invocation. */
  log?: (line: string, kind: 'problem' | 'notice' | 'request') => void;
}

/** The whole system, running on this machine. */
export interface LocalCloud {
  /** Such as `http://localhost:4600`. */
  url: string;
  signInUrl: string;
  tableName: string;
  /** The engine itself, past every policy. */
  tableEndpoint: string;
  region: string;
  /** An access token (or ID token) of this pool, without a browser. The person is made if they are new. */
  tokenFor: SignIn['tokenFor'];
  /** Newest first, of all functions. */
  invocations(): Invocation[];
  /** SDK calls that were refused, newest first. */
  denials(): Denial[];
  functions(): FunctionDefinition[];
  /** Mails that were sent, newest first. */
  mails(): KeptMail[];
  /** Runs a schedule now. @param name the end of its name, such as `refresh-rates`. @returns whether it went well */
  runSchedule(name: string): Promise<boolean>;
  /** Stripe's side, without a browser. */
  stripe: StripeControls;
  /** The web sockets that are open. */
  sockets: SocketControls;
  /** How changes of the table come to the function that follows them. */
  stream: StreamControls;
  /** Messages that lie in queues, newest first. */
  messages(): KeptMessage[];
  /** Gives functions new code. @param folders by the function's name; a function that is not named keeps its code. */
  replaceCode(folders: ReadonlyMap<string, string>): Promise<void>;
  /** Ends everything that was started. The data stays. */
  stop(): Promise<void>;
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Opens a server whose answers are known only later, when its port is known to everyone. */
const openServer = async (
  port: number,
): Promise<LoopbackServer & { answerWith: (answer: Answer) => void }> => {
  let answer: Answer = (_incoming, outgoing) => {
    outgoing.writeHead(503, { 'retry-after': '1' });
    outgoing.end('Starting.');
  };
  const server = await listenOnLoopback(port, (incoming, outgoing) => answer(incoming, outgoing));
  return {
    ...server,
    answerWith: (given) => {
      answer = given;
    },
  };
};

/** Hosts of others that functions call, all played by one server here. */
const partnerHosts = ['api.stripe.com', 'open.er-api.com'];

/** Stands for the controls of what the template does not have: each call says so. */
const absent = <Controls extends object>(what: string): Controls =>
  new Proxy({} as Controls, {
    get: () => () => {
      throw new Error(`The template has no ${what}.`);
    },
  });

const sweepEverySeconds = 10;

/** What a function printed beyond its structured lines about ordinary things. */
const remarkableLines = (printed: string): string[] =>
  printed.split('\n').filter((line) => line !== '' && !/^\{"level":"(info|debug)"/.test(line));

/**
 * Starts the system that the synthesized template describes.
 * @throws DataFolderBusy, DataFolderUnusable, SignInsDamaged, TemplateError, PolicyError, TableChanged, or the system's error (`EADDRINUSE`) with whatever was
 * started already ended again.
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await start(options, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const start = async (
  options: LocalCloudOptions,
  closers: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<LocalCloud> => {
  const log = options.log ?? (() => {});
  const onProblem = (line: string) => log(line, 'problem');
  const onNotice = (line: string) => log(line, 'notice');
  const dataDir = resolve(options.dataDir);
  const template = new LocalTemplate(options.templateDir, place);
  const lock = await lockDataFolder(dataDir);
  closers.push(lock.release);
  if (options.fresh) {
    await Promise.all([
      forgetTables(dataDir),
      forgetSignIns(dataDir),
      ...[secretsFile, mailsFile, stripeFile, queuesFile, streamFile].map((name) =>
        forgetFile(dataDir, name),
      ),
    ]);
  }

  const site = await openServer(options.port);
  closers.push(site.close);
  const pool = await openServer(options.port === 0 ? 0 : options.port + 1);
  closers.push(pool.close);
  const partners = await openServer(options.port === 0 ? 0 : options.port + 2);
  closers.push(partners.close);
  const url = `http://localhost:${site.port}`;
  const signInUrl = `http://localhost:${pool.port}`;

  const table = localTable(template);
  const localKey = randomBytes(24).toString('base64url');
  // Before the engine, which nobody would end if what was kept can't be read.
  const store = await SignInStore.open(dataDir, Math.floor(Date.now() / 1000));
  const engine = await startEngine({
    dataDir,
    prepareTables: async (endpoint) => {
      // An engine of somebody else's keeps its data elsewhere.
      if (options.fresh) await dropTable(endpoint, table.TableName);
      await ensureTable(endpoint, table);
    },
    onFetch: onNotice,
    onUnexpectedEnd: (reason) => onProblem(`The DynamoDB engine has ended: ${reason}. Start anew.`),
  });
  closers.push(engine.stop);

  const secrets = new LocalSecrets(dataDir);
  const mail = new LocalMail(dataDir);
  const queues = new LocalQueues(dataDir, template);
  // Both call functions, which can't be made before the gateway.
  let sockets: SocketApi | undefined;
  let stream: StreamDelivery | undefined;
  const gateway = await startAwsGateway({
    ...place,
    engineEndpoint: engine.endpoint,
    services: {
      secretsmanager: secrets.service(place),
      ses: mail.service(template),
      'cognito-idp': userPoolAdministration(template, store),
      'execute-api': connectionsService(template, () => sockets),
    },
    onWrite: () => stream?.nudge(),
    onDenial: ({ functionName, action, resource, reason }) =>
      onProblem(`${functionName} was refused ${action} on ${resource} ${reason}`),
  });
  closers.push(gateway.close);
  const socketHost = socketResources(template)?.host;
  const addresses = localAddresses({
    [template.only('AWS::CloudFront::Distribution').attribute('DomainName')]: `localhost:${site.port}`,
    [new URL(httpApiResource(template).attribute('ApiEndpoint')).host]: `localhost:${site.port}`,
    ...(socketHost && {
      [socketHost]: { https: new URL(gateway.endpoint).host, wss: `localhost:${site.port}` },
    }),
    ...Object.fromEntries(signInHosts(template).map((host) => [host, `localhost:${pool.port}`])),
    ...Object.fromEntries(partnerHosts.map((host) => [host, `localhost:${partners.port}`])),
  });

  const functions = localFunctions(template, addresses, gateway, (invocation) => {
    const { functionName, cause, outcome, error, durationMs, log: printed } = invocation;
    const lines = [`${functionName} ${cause} ${durationMs.toFixed(1)} ms`, ...remarkableLines(printed)];
    log(lines.join('\n    '), 'request');
    if (error) onProblem(`${functionName} ${outcome} at ${cause}: ${error.errorType}: ${error.errorMessage}`);
  });
  const list = [...functions.values()];
  const onUnusable = (one: LocalFunction, { errorType, errorMessage }: FunctionError) =>
    onProblem(`${one.definition.name} can't be loaded: ${errorType}: ${errorMessage}`);
  closers.push(() => Promise.all(list.map((one) => one.stop())));

  const invocations = () =>
    list.flatMap((one) => one.invocations()).sort((a, b) => b.at.getTime() - a.at.getTime());

  const stripe = stripeStandIn({
    dataDir,
    secret: secrets.stripe,
    pagesUrl: `http://localhost:${partners.port}`,
    webhookUrl: `${url}/api/stripe/webhook`,
  });
  closers.push(stripe.stop);
  partners.answerWith((incoming, outgoing) => {
    if (incoming.url === '/v6/latest/USD') return answerRates(outgoing);
    stripe.answer(incoming, outgoing).catch((error: unknown) => {
      onProblem(
        `Stripe's stand-in: ${incoming.method} ${incoming.url}: ${error instanceof Error ? error.stack : error}`,
      );
      outgoing.destroy();
    });
  });

  const users = localSignIn(template, addresses, store, localKey);
  pool.answerWith(users.answer);
  const api = localApi(template, addresses, functions, users.keys, onProblem);
  sockets = localSockets(template, functions, onProblem, options.socketLimits);
  const openSockets = sockets;
  if (openSockets) closers.push(openSockets.close);
  const devServer = await options.devServer?.(site.server);
  if (devServer) closers.push(devServer.close);
  const config = addresses.localize(template.output('WebsiteConfig'));
  const answerWebsite = website(
    template,
    addresses,
    {
      apiDomain: api.domainName,
      api: api.answer,
      bucket: (compress) => websiteFiles(options.websiteDir, { 'config.json': config }, compress),
      pageServer: devServer,
      sourceAddressHeader: options.sourceAddressHeader,
    },
    onProblem,
  );
  await Promise.all(
    list.map(async (one) => {
      const error = await one.warmUp();
      if (error)
        onProblem(`${one.definition.name} can't be loaded: ${error.errorType}: ${error.errorMessage}`);
    }),
  );
  // Last of all listeners: Vite's own has taken by then what is its own.
  site.server.on('upgrade', (incoming, socket, head) => {
    const isTaken = sockets?.upgrade(incoming, socket, head) === true;
    if (!isTaken && !devServer) socket.destroy();
  });
  stream = localStream(template, {
    dataDir,
    engineEndpoint: engine.endpoint,
    tableName: table.TableName,
    functions,
    queues,
    onProblem,
  });
  const delivery = stream;
  if (delivery) closers.push(delivery.stop);
  const schedules: LocalSchedules = localSchedules(template, functions);
  closers.push(async () => schedules.stop());
  const answerLocalPage = localPage({
    signInUrl,
    tableName: table.TableName,
    tableEndpoint: engine.endpoint,
    people: users.people,
    functions: () => list.map((one) => one.definition),
    requests: api.requests,
    invocations,
    denials: gateway.denials,
    schedules: () => schedules.list(),
    mails: () => mail.mails(),
    deliveries: stripe.deliveries,
    sockets: () => openSockets?.controls.list() ?? [],
    streams: () => (delivery ? [delivery.controls.state()] : []),
    messages: () => queues.messages(),
    table: tableBrowser(engine.endpoint, table.TableName),
  });
  site.answerWith((incoming, outgoing) => {
    const isLocalPage = incoming.url?.startsWith('/_local') === true;
    (isLocalPage ? answerLocalPage : answerWebsite)(incoming, outgoing).catch((error: unknown) => {
      onProblem(`${incoming.method} ${incoming.url}: ${error instanceof Error ? error.stack : error}`);
      outgoing.destroy();
    });
  });

  const sweeper = expirySweeper(engine.endpoint, table);
  const sweepTimer = setInterval(() => {
    sweeper
      .sweepPage(Math.floor(Date.now() / 1000))
      .catch((error: unknown) => onProblem(`Expired items could not be removed: ${error}`));
  }, sweepEverySeconds * 1000).unref();
  closers.push(async () => clearInterval(sweepTimer));

  // Once at the start, so that what they make is there. They need nothing that is not up by now.
  await Promise.all(schedules.list().map((schedule) => schedule.run()));
  await lock.announce({ url, signInUrl, key: localKey });
  return {
    url,
    signInUrl,
    tableName: table.TableName,
    tableEndpoint: engine.endpoint,
    region: place.region,
    tokenFor: users.tokenFor,
    invocations: () =>
      list.flatMap((one) => one.invocations()).sort((a, b) => b.at.getTime() - a.at.getTime()),
    denials: gateway.denials,
    functions: () => list.map((one) => one.definition),
    mails: () => mail.mails(),
    runSchedule: (name) => {
      const schedule = schedules.list().find((one) => one.name.endsWith(name));
      if (!schedule) throw new Error(`There is no schedule ${name}.`);
      return schedule.run();
    },
    stripe: stripe.controls,
    sockets: openSockets?.controls ?? absent('WebSocket API'),
    stream: delivery?.controls ?? absent('event source mapping'),
    messages: () => queues.messages(),
    replaceCode: async (folders) => {
      await Promise.all(
        list.map(async (one) => {
          const folder = folders.get(one.definition.name);
          const error = folder === undefined ? undefined : await one.replaceCode(folder);
          if (error) onUnusable(one, error);
        }),
      );
    },
    stop,
  };
};
