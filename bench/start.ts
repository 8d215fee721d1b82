import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { amount, type Figure } from './measure.ts';

const port = 4860;

const startUp = async (dataDir: string): Promise<{ child: ChildProcess; seconds: number }> => {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'infra/local/runner/start.ts', '--port', `${port}`, '--data', dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`The system ended with ${code} before it was ready.`)));
    child.stdout?.on('data', (text) => String(text).includes(`http://localhost:${port}`) && ready());
  });
  return { child, seconds: (performance.now() - started) / 1000 };
};

const stop = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
};

/** Resident megabytes of a process and of all that it has started. */
const residentMb = (root: number): number => {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const family = new Set([root]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [pid, parent] of processes)
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grew = true;
      }
  }
  return processes.filter(([pid]) => family.has(pid)).reduce((sum, [, , rss]) => sum + rss, 0) / 1024;
};

/** How long `npm start` takes with nothing built and with everything built, and what it holds at rest. */
export const benchStart = async (): Promise<Figure[]> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-start-'));
  try {
    rmSync('.build', { recursive: true, force: true });
    const first = await startUp(dataDir);
    await stop(first.child);
    const second = await startUp(dataDir);
    const resident = residentMb(second.child.pid as number);
    await stop(second.child);
    return [
      amount('npm start: ready the first time', first.seconds, 20, 's'),
      amount('npm start: ready after that', second.seconds, 8, 's'),
      amount('resident memory of everything at rest', Math.round(resident), 500, 'MB'),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
