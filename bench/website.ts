import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { chromiumOptions } from '../tests/support/chromium.ts';
import { amount, type Figure } from './measure.ts';
import { fillGroup, owner, signIn, withWebsite } from './website-system.ts';

const configFile = 'frontend/vite.config.ts';

/** Bytes of a file as CloudFront would send it at best. */
const sizeOf = (content: string | Uint8Array): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const reactAlone = 'React and TanStack Query are about 70 kB by themselves; the rest is the page.';

const kilobytes = (bytes: number): number => Number((bytes / 1000).toFixed(1));

/** What a browser loads of the website as it is deployed, by Vite's own account of who imports whom. */
const benchSizes = async (): Promise<Figure[]> => {
  const { output } = (await build({
    configFile,
    logLevel: 'warn',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const chunkOf = (source: string): string => {
    const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
    if (!found) throw new Error(`The website has no chunk of ${source}.`);
    return found.fileName;
  };
  /** A chunk with all that it cannot start without, except what was loaded before. */
  const neededBy = (start: string, before = new Set<string>()): Set<string> => {
    const needed = new Set<string>();
    const visit = (name: string): void => {
      if (before.has(name) || needed.has(name)) return;
      needed.add(name);
      for (const imported of chunks.get(name)?.imports ?? []) visit(imported);
    };
    visit(start);
    return needed;
  };
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((bytes, name) => bytes + sizeOf(chunks.get(name)?.code ?? ''), 0);

  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)?.fileName ?? '';
  // What /dashboard cannot do without: the entry, and the shell around each screen.
  const shell = new Set([entry, chunkOf('app/dashboard-shell.tsx')].flatMap((name) => [...neededBy(name)]));
  const tasks = neededBy(chunkOf('features/tasks/tasks-page.tsx'), shell);
  const screen = new Set([...shell, ...tasks]);
  const lazy = [
    'features/tasks/task-page',
    'features/tasks/task-dialog',
    'records/conflict-dialog',
    'records/markdown-text',
  ].map((name): Figure => {
    const bytes = kilobytes(sum(neededBy(chunkOf(`${name}.tsx`), screen)));
    return amount(`JavaScript when it is opened: ${name}`, bytes, 50, 'kB brotli');
  });
  const boot = sizeOf(readFileSync('frontend/public/theme-boot.js'));
  const front = ['login', 'signup', 'welcome', 'payment'].map((name): Figure => {
    const first = new Set(
      [entry, chunkOf(`features/access/${name}-page.tsx`)].flatMap((chunk) => [...neededBy(chunk)]),
    );
    return amount(`JavaScript of /${name}`, kilobytes(sum(first) + boot), 100, 'kB brotli', reactAlone);
  });
  const landing = output.find(({ fileName }) => fileName === 'index.html');
  const html = landing && 'source' in landing ? String(landing.source) : '';
  const files = [...html.matchAll(/(?:href|src)="\/([^"]+\.(?:css|js))"/g)].map(([, name]) => name as string);
  const scripts = files.filter((name) => chunks.has(name));
  const landingBytes = files.reduce((bytes, name) => {
    const file = output.find(({ fileName }) => fileName === name);
    return bytes + (file && 'source' in file ? sizeOf(file.source) : name === 'theme-boot.js' ? boot : 0);
  }, sizeOf(html));
  const styles = output
    .filter(({ fileName }) => fileName.endsWith('.css'))
    .reduce((bytes, file) => bytes + sizeOf('source' in file ? file.source : ''), 0);
  return [
    {
      what: 'landing: JavaScript of a framework',
      target: '0 kB',
      figure: `${kilobytes(sum(scripts))} kB`,
      met: html !== '' && scripts.length === 0,
    },
    amount('landing: everything beside pictures and the font', kilobytes(landingBytes), 15, 'kB brotli'),
    ...front,
    amount('JavaScript of the dashboard shell', kilobytes(sum(shell) + boot), 132, 'kB brotli'),
    amount('JavaScript of the tasks, first load', kilobytes(sum(screen) + boot), 190, 'kB brotli'),
    ...lazy,
    {
      what: 'JavaScript when somebody signs in or a token has to be refreshed: Amplify',
      figure: `${kilobytes(sum(neededBy(chunkOf('core/amplify-sign-in.ts'), shell)))} kB`,
    },
    amount('all CSS', kilobytes(styles), 90, 'kB brotli'),
  ];
};

const cards = (page: Page) => page.getByRole('list', { name: 'Tasks', exact: true }).locator(':scope > li');

/** Scrolls until all tasks are loaded, and back to the search box; of the rows, only those near what is seen are in the page. */
const loadAll = async (page: Page, count: number): Promise<void> => {
  const all = page.getByText(`${count.toLocaleString('en')} tasks shown`);
  while ((await all.count()) === 0) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(100);
  }
  await page.getByRole('searchbox').scrollIntoViewIfNeeded();
};

/** Milliseconds from a key to the next picture, as the browser's Event Timing counts them (in steps of 8). */
const keystrokes = async (page: Page, keys: readonly string[]): Promise<number[]> => {
  await page.evaluate(() => {
    const slow: Record<string, number> = {};
    Object.assign(window, { slow });
    new PerformanceObserver((list) => {
      for (const { interactionId = 0, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) slow[interactionId] = Math.max(slow[interactionId] ?? 0, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const key of keys) {
    await page.keyboard.press(key);
    // The rhythm of somebody who types fast; some keys meet the answer to an earlier one.
    await page.waitForTimeout(150);
  }
  // The browser hands out its measurements a little later.
  await page.waitForTimeout(500);
  return page.evaluate(() => Object.values((window as unknown as { slow: Record<string, number> }).slow));
};

/** Types into the search box over so many tasks on a processor four times slower than this one. */
const benchKeystroke = (count: number, target: number): Promise<Figure[]> =>
  withWebsite(async (cloud) => {
    await fillGroup(cloud, count);
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await signIn(page, cloud.url, owner);
      await loadAll(page, count);
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const text = 'sign 042';
      await page.getByRole('searchbox').focus();
      // Letters take rows away, Backspace brings them all again.
      const away = await keystrokes(page, [...text]);
      await cards(page).nth(1).waitFor({ state: 'detached' });
      const back = await keystrokes(
        page,
        Array.from(text, () => 'Backspace'),
      );
      await cards(page).nth(10).waitFor();
      const slowest = Math.max(0, ...away, ...back);
      return [
        amount(`slowest keystroke in the search over ${count} tasks, CPU 4× slower`, slowest, target, 'ms'),
      ];
    } finally {
      await browser.close();
    }
  });

/** How much a browser loads of the website, and how quickly it answers a key. */
export const benchWebsite = async (): Promise<Figure[]> => [
  ...(await benchSizes()),
  ...(await benchKeystroke(100, 60)),
];
