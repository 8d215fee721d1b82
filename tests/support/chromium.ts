import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

/** Chromium without the windows and menus of a browser: the same pages with a quarter less work. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : [];
  }),
];

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const inPath = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));

const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
};

/** The ways to get a Chromium, the best one first: what may be installed, and how to install it where it is not. */
const ways = [
  { candidates: () => (process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []) },
  {
    candidates: () => inPath(shells),
    install: () => {
      if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return;
      run('apt-get', ['update', '-qq']);
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
        ...process.env,
        DEBIAN_FRONTEND: 'noninteractive',
      });
    },
  },
  {
    candidates: () => [...inPath(browsers), ...elsewhere, chromium.executablePath()],
    install: () => run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']),
  },
];

/**
 * A Chromium for browser tests and the benchmark: `CHROMIUM_PATH`, one that is installed, or one that this installs.
 * @throws an Error that says what to do when none can be had.
 */
export const findChromium = (): string => {
  const failures: string[] = [];
  for (const { candidates, install } of ways) {
    const found = () => candidates().find(isProgram);
    try {
      if (!found()) install?.();
    } catch (error) {
      failures.push(String(error));
    }
    const program = found();
    if (program) return program;
  }
  throw new Error(
    `No Chromium was found, and none could be installed. Install one, or name one in CHROMIUM_PATH.\n${failures.join('\n')}`,
  );
};

/** How Chromium is started here: without a display, and without asking the network for anything of its own. */
export const chromiumOptions = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
