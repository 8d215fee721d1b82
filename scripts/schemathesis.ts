/**
 * `npm run schemathesis`: asks the running system (`npm start`) whatever docs/openapi.json lets one think of, and more
 * that it forbids, with Schemathesis, a program of the Python package index. Everything after `--` goes to it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../infra/local/runner/builds.ts';
import { runningInstance } from '../infra/local/runner/data-folder-lock.ts';

const program = process.env.SCHEMATHESIS ?? 'schemathesis';

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

if (spawnSync(program, ['--version']).status !== 0) {
  fail(
    `Schemathesis is not installed: "python3 -m venv FOLDER && FOLDER/bin/pip install schemathesis==4.32.5" (a FOLDER outside of the repository), then SCHEMATHESIS=FOLDER/bin/schemathesis npm run schemathesis.`,
  );
}

const dataDir = process.env.GUILDHALL_DATA ?? join(repository, '.local');
const running = await runningInstance(dataDir);
if (!running?.url || !running.signInUrl || !running.key) {
  fail(`Guildhall is not running on the data in ${dataDir}. Start it first: npm start`);
}
const { url = '', signInUrl = '', key = '' } = running ?? {};

const tokenOf = async (email: string): Promise<string> => {
  const response = await fetch(`${signInUrl}/_local/token`, {
    method: 'POST',
    headers: { 'x-local-key': key },
    body: JSON.stringify({ email }),
  });
  if (!response.ok) fail(`The running system refused a token: HTTP ${response.status}`);
  return ((await response.json()) as { token: string }).token;
};

const authorization = `Bearer ${await tokenOf(`schemathesis-${process.pid}@example.com`)}`;
const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) fail(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
};
await call('PUT', '/session');
await call('POST', '/organizations', { name: 'Schemathesis', timeZone: 'Europe/Zurich' });

const workFolder = mkdtempSync(join(tmpdir(), 'guildhall-schemathesis-'));
const { status, signal } = await new Promise<{ status: number | null; signal: string | null }>(
  (resolve, reject) => {
    const child = spawn(
      program,
      [
        '--config-file',
        join(repository, 'scripts/schemathesis.toml'),
        'run',
        join(repository, 'docs/openapi.json'),
        '--url',
        url,
        '--header',
        `Authorization: ${authorization}`,
        '--checks',
        'all',
        '--exclude-checks',
        // API Gateway answers 404 to a method that no route has, and CloudFront 403 to one that it does not know.
        'unsupported_method',
        '--continue-on-failure',
        '--generation-database',
        'none',
        '--exclude-operation-id-regex',
        // They end the caller's own access, and with it what could be asked of the others.
        'signOutEverywhere|closeOrganization|leave|transferOwnership',
        ...process.argv.slice(2),
      ],
      {
        stdio: 'inherit',
        // Where it keeps what it found.
        cwd: workFolder,
        env: { ...process.env, SCHEMATHESIS_HOOKS: join(repository, 'scripts/schemathesis_hooks.py') },
      },
    );
    child.once('error', reject);
    child.once('exit', (code, by) => resolve({ status: code, signal: by }));
  },
);
rmSync(workFolder, { recursive: true, force: true });
process.exitCode = signal ? 1 : (status ?? 1);
