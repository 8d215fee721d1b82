import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
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

const find = (): string | undefined => {
  const inPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH, ...inPath, ...elsewhere, chromium.executablePath()];
  return candidates.find((file) => file && isProgram(file));
};

/** The ways to get a Chromium, in the order of trying: the system's own packages, then Playwright's build. */
const installers = [
  {
    applies: () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0,
    run: () => {
      execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    },
  },
  {
    applies: () => true,
    run: () => {
      execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
  },
];

/**
 * A Chromium for browser tests and the benchmark: `CHROMIUM_PATH`, one that is installed, or one that this installs.
 * @throws an Error that says what to do when none can be had.
 */
export const findChromium = (): string => {
  const failures: string[] = [];
  let found = find();
  for (const installer of installers) {
    if (found) return found;
    if (!installer.applies()) continue;
    try {
      installer.run();
    } catch (error) {
      failures.push(String(error));
    }
    found = find();
  }
  if (found) return found;
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
