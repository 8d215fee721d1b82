/** `npm run token -- <e-mail>`: prints an access token of the running system, and nothing else. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './builds.ts';
import { runningInstance } from './data-folder-lock.ts';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const { values, positionals } = parseArgs({
  options: { data: { type: 'string', default: join(repository, '.local') } },
  allowPositionals: true,
});
const email = positionals[0] ?? '';
if (!/^[^\s@]+@[^\s@]+$/.test(email)) fail('Whose? npm run token -- ada@example.com');
const running = await runningInstance(resolve(process.env.INIT_CWD ?? '.', values.data));
if (!running?.signInUrl || !running.key) fail('Guildhall is not running here. Start it first: npm start');
const response = await fetch(`${running?.signInUrl}/_local/token`, {
  method: 'POST',
  headers: { 'x-local-key': running?.key ?? '' },
  body: JSON.stringify({ email }),
});
if (!response.ok) fail(`The running system refused: HTTP ${response.status}`);
console.log(((await response.json()) as { token: string }).token);
