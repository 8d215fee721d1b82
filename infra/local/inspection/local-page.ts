import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OfferedPerson } from '../cognito/sign-in-page.ts';
import type { ApiRequest } from '../http-api/http-api.ts';
import { readRequest } from '../http-api/http-message.ts';
import type { Denial } from '../iam/aws-gateway.ts';
import type { FunctionDefinition, Invocation } from '../lambda/functions.ts';
import type { KeptMail } from '../mail/local-mail.ts';
import type { KeptMessage } from '../queues/local-queues.ts';
import { Html, html } from '../runner/html.ts';
import { hasLoopbackHost } from '../runner/loopback-host.ts';
import type { LocalSchedule } from '../schedules/local-schedules.ts';
import type { OpenSocket } from '../sockets/socket-api.ts';
import type { DeliveryState } from '../stream/stream-delivery.ts';
import type { Delivery } from '../stripe/stripe-deliveries.ts';
import type { StoredItem, TableBrowser } from './table-browser.ts';

/** What `/_local` shows; everything is asked for when the page is. */
export interface LocalPageSources {
  signInUrl: string;
  tableName: string;
  tableEndpoint: string;
  people: () => readonly OfferedPerson[];
  functions: () => readonly FunctionDefinition[];
  requests: () => readonly ApiRequest[];
  invocations: () => readonly Invocation[];
  denials: () => readonly Denial[];
  schedules: () => readonly LocalSchedule[];
  mails: () => readonly KeptMail[];
  deliveries: () => readonly Delivery[];
  sockets: () => readonly OpenSocket[];
  streams: () => readonly DeliveryState[];
  messages: () => readonly KeptMessage[];
  table: TableBrowser;
}

const style = new Html(`
  :root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --page: #fff; --tint: #f3f5f8; --bad: #b3261e; --mark: #0b57d0; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a8b1bb; --line: #3d444d; --page: #101215; --tint: #191c20; --bad: #f2b8b5; --mark: #a8c7fa; } }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; background: var(--page); color: var(--ink); font: .9375rem/1.5 system-ui, sans-serif; }
  header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
  h1 { margin: 0; font-size: 1.375rem; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem; }
  p { margin: .25rem 0 .75rem; color: var(--soft); }
  a { color: var(--mark); }
  .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: .375rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
  thead th { border-top: 0; background: var(--tint); font-size: .8125rem; color: var(--soft); white-space: nowrap; }
  .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .time { white-space: nowrap; font-variant-numeric: tabular-nums; color: var(--soft); }
  .bad { color: var(--bad); font-weight: 600; }
  code, pre { font: .8125rem/1.5 ui-monospace, monospace; }
  pre { margin: .5rem 0; padding: .75rem; background: var(--tint); border-radius: .375rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  summary { cursor: pointer; }
  iframe { width: 100%; height: 26rem; border: 1px solid var(--line); border-radius: .375rem; background: #fff; margin: .5rem 0; }
  form.inline { margin: 0; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .5rem 0 1rem; }
  input { display: block; font: inherit; padding: .375rem .625rem; border: 1px solid var(--soft); border-radius: .375rem; background: transparent; color: inherit; min-width: min(22rem, 80vw); }
  button { font: inherit; padding: .375rem 1rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--tint); color: inherit; cursor: pointer; }
  :focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
`);

const refreshSeconds = 3;
const shownRows = 40;
const shownItems = 50;

const time = (at: Date) =>
  html`<time class="time" datetime="${at.toISOString()}">${at.toISOString().slice(11, 23)}</time>`;

const tableOf = (columns: readonly string[], rows: readonly Html[], nothing: string): Html =>
  rows.length === 0
    ? html`<p>${nothing}</p>`
    : html`<div class="scroll" tabindex="0"><table><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

const personRow = ({ name, email, emailVerified }: OfferedPerson) => html`
  <tr><td>${name}</td><td>${email}</td><td>${emailVerified ? 'yes' : 'no'}</td><td><code>npm run token -- ${email}</code></td></tr>`;

const functionRow = (definition: FunctionDefinition) => html`
  <tr><td>${definition.name}</td><td><code>${definition.handler}</code></td><td class="number">${definition.timeoutSeconds} s</td>
  <td class="number">${definition.memoryMb} MB</td>
  <td><details><summary>${Object.keys(definition.environment).length} variables</summary><pre>${Object.entries(
    definition.environment,
  )
    .filter(([name]) => !/SECRET|TOKEN/.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}</pre></details></td></tr>`;

const requestRow = ({ at, method, path, status, durationMs, refusal, requestId }: ApiRequest) => html`
  <tr><td>${time(at)}</td><td>${method} ${path}</td><td class="number${status >= 500 && ' bad'}">${status}</td>
  <td class="number">${durationMs.toFixed(1)} ms</td><td>${refusal}</td><td><code>${requestId}</code></td></tr>`;

const invocationRow = (invocation: Invocation) => html`
  <tr><td>${time(invocation.at)}</td><td>${invocation.functionName}</td><td>${invocation.cause}</td>
  <td class="number">${invocation.durationMs.toFixed(1)} ms${invocation.coldStart && ' (cold)'}</td>
  <td>${invocation.outcome === 'answered' ? invocation.outcome : html`<span class="bad">${invocation.outcome}</span>`}</td>
  <td>${invocation.error && html`<pre>${[`${invocation.error.errorType}: ${invocation.error.errorMessage}`, ...invocation.error.trace.slice(1)].join('\n')}</pre>`}
  ${invocation.log ? html`<details><summary>${invocation.log.trimEnd().split('\n').length} lines</summary><pre>${invocation.log}</pre></details>` : !invocation.error && 'nothing'}</td></tr>`;

const denialRow = ({ at, functionName, action, resource, reason }: Denial) => html`
  <tr><td>${time(at)}</td><td>${functionName}</td><td class="bad">${action}</td><td><code>${resource}</code></td><td>${reason}</td></tr>`;

const scheduleRow = ({ name, everySeconds, nextAt }: LocalSchedule) => html`
  <tr><td>${name}</td><td class="number">every ${everySeconds / 60} min</td><td>${time(nextAt)}</td>
  <td><form method="post" class="inline"><button name="run" value="${name}">Run now</button></form></td></tr>`;

const mailRow = ({ id, at, to, subject, text }: KeptMail) => html`
  <tr><td>${time(new Date(at))}</td><td>${to}</td>
  <td><details><summary>${subject}</summary>
  <iframe sandbox="" title="${subject}" src="/_local/mails/${id}" loading="lazy"></iframe><pre>${text}</pre></details></td></tr>`;

const deliveryRow = ({ at, type, eventId, attempts, status }: Delivery) => html`
  <tr><td>${time(at)}</td><td>${type}</td><td><code>${eventId}</code></td><td class="number">${attempts}</td>
  <td class="number${status !== undefined && (status < 200 || status > 299) && ' bad'}">${status === undefined ? 'under way' : status === 0 ? 'no answer' : status}</td></tr>`;

const socketRow = ({
  connectionId,
  connectedAt,
  lastActiveAt,
  received,
  sent,
  userAgent,
}: OpenSocket) => html`
  <tr><td><code>${connectionId}</code></td><td>${time(connectedAt)}</td><td>${time(lastActiveAt)}</td>
  <td class="number">${received}</td><td class="number">${sent}</td><td>${userAgent}</td></tr>`;

const streamRow = ({ functionName, position, lagMs, delivered, givenUp, isPaused }: DeliveryState) => html`
  <tr><td>${functionName}</td><td class="number">${position ?? 'at the beginning'}</td>
  <td class="number">${isPaused ? 'paused' : `${(lagMs / 1000).toFixed(1)} s`}</td>
  <td class="number">${delivered}</td><td class="number${givenUp > 0 && ' bad'}">${givenUp}</td></tr>`;

const messageRow = ({ at, queue, body }: KeptMessage) => html`
  <tr><td>${time(new Date(at))}</td><td>${queue}</td><td><details><summary>${body.length} characters</summary><pre>${JSON.stringify(JSON.parse(body), null, 2)}</pre></details></td></tr>`;

const plain = (value: unknown): unknown => {
  const [[type, content] = ['NULL', null]] = Object.entries(value as Record<string, unknown>);
  switch (type) {
    case 'N':
      return Number(content);
    case 'NULL':
      return null;
    case 'L':
      return (content as unknown[]).map(plain);
    case 'M':
      return plainItem(content as StoredItem);
    default:
      return content;
  }
};

const plainItem = (item: StoredItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item)
      .map(([name, value]): [string, unknown] => [name, plain(value)])
      .sort(([a], [b]) => a.localeCompare(b)),
  );

const itemRow = (item: StoredItem) => {
  const { pk, sk, ...rest } = plainItem(item);
  return html`
  <tr><td><code>${String(pk)}</code></td><td><code>${String(sk)}</code></td>
  <td><details><summary>${Object.keys(rest).length} attributes</summary><pre>${JSON.stringify(rest, null, 2)}</pre></details></td></tr>`;
};

const render = async (sources: LocalPageSources, query: URLSearchParams): Promise<Html> => {
  const pk = query.get('pk') ?? '';
  const sk = query.get('sk') ?? '';
  const refreshes = query.has('refresh');
  const { items, more } = await sources.table.find(pk, sk, shownItems);
  const toggled = new URLSearchParams(query);
  if (refreshes) toggled.delete('refresh');
  else toggled.set('refresh', 'yes');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshes && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>Guildhall on this machine</title>
<style>${style}</style>
</head>
<body>
<header><h1>Guildhall on this machine</h1><a href="/">Website</a><a href="?${toggled.toString()}">${refreshes ? 'Stop refreshing' : `Refresh every ${refreshSeconds} seconds`}</a></header>
<main>
<h2>People</h2>
<p>Whom the sign-in page at ${sources.signInUrl} offers. It takes any other name and e-mail too.</p>
${tableOf(['Name', 'E-mail', 'Verified', 'Access token'], sources.people().map(personRow), 'Nobody')}
<h2>Mails</h2>
<p>Nothing leaves this machine: what would be sent is kept here.</p>
${tableOf(['At (UTC)', 'To', 'Mail'], sources.mails().slice(0, shownRows).map(mailRow), 'None yet.')}
<h2>Schedules</h2>
${tableOf(['Name', 'Runs', 'Next (UTC)', ''], sources.schedules().map(scheduleRow), 'None.')}
<h2>Open sockets</h2>
<p>Who is behind one, only the records know.</p>
${tableOf(['Connection', 'Since (UTC)', 'Last message (UTC)', 'In', 'Out', 'Browser'], sources.sockets().map(socketRow), 'None.')}
<h2>Changes of records</h2>
${tableOf(['Function', 'Up to change', 'Behind by', 'Taken', 'Given up'], sources.streams().map(streamRow), 'Nobody follows them.')}
<h2>Queues</h2>
${tableOf(['At (UTC)', 'Queue', 'Message'], sources.messages().slice(0, shownRows).map(messageRow), 'Nothing has failed.')}
<h2>Stripe's events</h2>
${tableOf(['At (UTC)', 'Event', 'Id', 'Attempts', 'Answer'], sources.deliveries().slice(0, shownRows).map(deliveryRow), 'None yet.')}
<h2>Refused calls</h2>
<p>Calls to AWS services that a function's own policies do not allow, or that this machine does not know.</p>
${tableOf(['At (UTC)', 'Function', 'Action', 'Resource', 'Reason'], sources.denials().slice(0, shownRows).map(denialRow), 'None.')}
<h2>Requests to the API</h2>
${tableOf(['At (UTC)', 'Request', 'Status', 'Took', 'Refused by the gateway', 'Request id'], sources.requests().slice(0, shownRows).map(requestRow), 'None yet.')}
<h2>Invocations</h2>
${tableOf(['At (UTC)', 'Function', 'For', 'Took', 'Outcome', 'Printed'], sources.invocations().slice(0, shownRows).map(invocationRow), 'None yet.')}
<h2>Functions</h2>
${tableOf(['Name', 'Handler', 'Timeout', 'Memory', 'Environment'], sources.functions().map(functionRow), 'None.')}
<h2>Records</h2>
<p>Table ${sources.tableName}, engine at ${sources.tableEndpoint}.</p>
<form method="get">
  <label>pk begins with <input name="pk" value="${pk}" autocomplete="off"></label>
  <label>sk begins with <input name="sk" value="${sk}" autocomplete="off"></label>
  <button>Look</button>
</form>
${tableOf(['pk', 'sk', 'Record'], items.map(itemRow), 'No record begins so.')}
${more && html`<p>There are more; say more of the key.</p>`}
</main>
</body>
</html>`;
};

const headersFor = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${policy}; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
});
const pagePolicy = "frame-src 'self'; form-action 'self'; frame-ancestors 'none'";
/** A mail can show itself, and nothing else: no script, no picture from elsewhere, no way out. */
const mailPolicy = "sandbox; form-action 'none'; frame-ancestors 'self'";

const isOwnPage = (incoming: IncomingMessage): boolean => {
  const { origin, host } = incoming.headers;
  return origin === `http://${host}`;
};

/** The page that an engineer opens when something is odd. Answers only to a loopback name. */
export function localPage(
  sources: LocalPageSources,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const runSchedule = async (incoming: IncomingMessage): Promise<void> => {
    const form = new URLSearchParams((await readRequest(incoming)).body.toString('utf8'));
    await sources
      .schedules()
      .find(({ name }) => name === form.get('run'))
      ?.run();
  };

  return async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const refuse = (status: number) => {
      outgoing.writeHead(status, headersFor(pagePolicy));
      outgoing.end('There is no such page.');
    };
    if (!hasLoopbackHost(incoming)) return refuse(403);
    if (incoming.method === 'POST' && url.pathname === '/_local') {
      // Another site's page could send a form here too.
      if (!isOwnPage(incoming)) return refuse(403);
      await runSchedule(incoming);
      outgoing.writeHead(303, { location: `/_local${url.search}` });
      outgoing.end();
      return;
    }
    if (incoming.method !== 'GET') return refuse(403);
    const [, mailId] = /^\/_local\/mails\/([\w-]+)$/.exec(url.pathname) ?? [];
    const mail = mailId && sources.mails().find(({ id }) => id === mailId);
    if (mail) {
      outgoing.writeHead(200, headersFor(mailPolicy));
      outgoing.end(mail.html);
      return;
    }
    if (url.pathname !== '/_local') return refuse(404);
    outgoing.writeHead(200, headersFor(pagePolicy));
    outgoing.end((await render(sources, url.searchParams)).text);
  };
}
