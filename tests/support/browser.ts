import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import { chromiumOptions } from './chromium.ts';
import { keptSignIn } from './kept-sign-in.ts';

/** Widths in CSS pixels: the narrowest phone that counts, a usual one, and a desk. */
export const widths = { smallPhone: 320, phone: 390, desk: 1280 };

interface WindowOptions {
  width?: number;
  height?: number;
}

interface SignInOptions extends WindowOptions {
  /** The address that is opened. */
  at?: string;
  name?: string;
}

/** Browsers of one test. */
export interface Browsing {
  /** A browser in which nobody has been here yet. */
  visitor: (options?: WindowOptions) => Promise<Page>;
  /** A browser of its own in which a person has signed in before, on the page where the address led them. */
  signedIn: (person: { email: string }, options?: SignInOptions) => Promise<Page>;
  /** Says that this test provokes console errors or answers (`503 GET /api/tasks`) that match. */
  tolerate: (expected: RegExp) => void;
}

/**
 * What Chromium leaves out. It heeds the last list that it is given, so this one says again what Playwright's says of a
 * desktop; what it adds is the address bar's list as a web page, three processes for every window, which cost more than
 * our own page does.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

const folder = path.join(os.tmpdir(), 'guildhall-browser-tests');

const isOwn = (url: URL) => url.origin === inject('system').url;

/** Leaves the page of the identity provider as somebody, whom its list need not offer. */
export const signInAs = async (
  page: Page,
  { email, name = 'Ada Founder', verified = true }: { email: string; name?: string; verified?: boolean },
): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('checkbox', { name: /verified/ }).setChecked(verified);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
};

/** Waits until the browser is on a screen of the website that satisfies the condition. */
export const arrivesAt = (page: Page, wanted: (address: string) => boolean): Promise<void> =>
  page.waitForURL((url) => isOwn(url) && wanted(url.pathname + url.search));

/** Waits until the browser is past every page that a sign-in goes through. */
const isPastSignIn = (page: Page): Promise<void> =>
  arrivesAt(page, (address) => !/^\/(login|signup|signing-in)\b/.test(address));

/** From /login or /signup through the provider's page and back. */
export const signInWithGoogle = async (
  page: Page,
  person: { email: string; name?: string },
): Promise<void> => {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await signInAs(page, person);
  await isPastSignIn(page);
};

/** What went wrong in a browser and what it said, whether a test looked or not. */
const watch = (page: Page, log: string[], problems: string[]) => {
  const report = (problem: string) => {
    problems.push(problem);
    log.push(`PROBLEM ${problem}`);
  };
  page.on('pageerror', (error) => report(`page error: ${error.stack ?? error}`));
  page.on('console', (message) => {
    log.push(`${message.type()}: ${message.text()} (${page.url()})`);
    // Of failed requests the browser logs no address; `response` below knows more.
    const isRequest = message.text().startsWith('Failed to load resource');
    // A ticket of somebody who was removed in that moment: the page then asks who it belongs to, and says so.
    const isRefusedSocket = /^WebSocket connection to .* HTTP Authentication failed/.test(message.text());
    if (message.type() === 'error' && !isRequest && !isRefusedSocket)
      report(`console error: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    report(`the page asked "${dialog.message()}"`);
    // Left open, it would hold up the page for good.
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    const url = new URL(response.url());
    const line = `${response.status()} ${response.request().method()} ${url.pathname}`;
    log.push(line);
    const isFile = isOwn(url) && !url.pathname.startsWith('/api/');
    if (response.status() >= (isFile ? 400 : 500)) report(line);
  });
};

/** What can be done to a window and can't be taken back: the next test gets another one then. */
const lasting = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'on',
    'route',
    'routeWebSocket',
  ],
  page: [
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
  ],
  clock: ['install', 'setFixedTime', 'setSystemTime'],
};

/** A window that is lent to one test after the other, each of which finds it empty. */
interface Lent {
  context: BrowserContext;
  page: Page;
  size: string;
  onPage: (page: Page) => void;
  /** Something was done to it that the next test would notice. */
  isTouched: boolean;
}

const sizeOf = (page: Page): string => {
  const { width, height } = page.viewportSize() ?? {};
  return `${width}x${height}`;
};

const lendable = async (context: BrowserContext): Promise<Lent> => {
  const page = await context.newPage();
  const size = sizeOf(page);
  const lent: Lent = { context, page, size, onPage: () => {}, isTouched: false };
  const touch = () => {
    lent.isTouched = true;
  };
  context.on('page', (another) => lent.onPage(another));
  const notice = (target: object, names: readonly string[]) => {
    const methods = target as Record<string, (...args: unknown[]) => unknown>;
    for (const name of names) {
      const original = methods[name]?.bind(target);
      if (!original) throw new Error(`Playwright has no ${name}.`);
      methods[name] = (...args) => {
        touch();
        return original(...args);
      };
    }
  };
  notice(context, lasting.context);
  notice(page, lasting.page);
  notice(context.clock, lasting.clock);
  return lent;
};

/** A page of the website that runs nothing. */
const stillPage = '/robots.txt';

/** Leaves nothing in a window of what was done there: no page, no storage, no history. */
const empty = async ({ context, page }: Lent): Promise<void> => {
  await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.mouse.move(0, 0);
  await page.goto(stillPage);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Page.resetNavigationHistory');
  await devTools.detach();
};

/**
 * Vitest's `test` with `browsing`: one Chromium per worker, and for each page a context of its own, in which nothing is kept.
 * The windows go from test to test, emptied: in a process that is new, our pages take three times as long. A page error, a console error
 * (a violation of the content security policy is one), a missing file or an answer of 500 and above fails the test.
 * A failed test leaves screenshots and the console's log in a folder that it names.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
  .extend('chromium', { scope: 'worker' }, async ({}, { onCleanup }) => {
    // Playwright turns the back/forward cache off, which people have on.
    const { args, ...options } = chromiumOptions();
    const browser = await chromium.launch({
      ...options,
      args: [...args, `--disable-features=${withoutFeatures.join(',')}`],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('idle', { scope: 'worker' }, async ({}): Promise<Lent[]> => [])
  .extend('browsing', async ({ chromium: browser, idle, task }, { onCleanup }): Promise<Browsing> => {
    const lent: Lent[] = [];
    const pages: Page[] = [];
    const log: string[] = [];
    const problems: string[] = [];
    const tolerated: RegExp[] = [];

    const onPage = (page: Page) => {
      pages.push(page);
      watch(page, log, problems);
    };

    const newContext = async ({ width = widths.desk, height = 800 }: WindowOptions) => {
      const context = await browser.newContext({
        baseURL: inject('system').url,
        viewport: { width, height },
        locale: 'en-GB',
        timezoneId: 'Europe/Zurich',
        // What moves can be neither measured nor pressed for sure.
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(15_000);
      return context;
    };

    /** A window in which nobody has been yet. */
    const borrow = async (window: WindowOptions): Promise<Page> => {
      const { width = widths.desk, height = 800 } = window;
      // A further tab of the same browser opens as wide as the first one did.
      const at = idle.findIndex(({ size }) => size === `${width}x${height}`);
      const [one = await lendable(await newContext(window))] = at === -1 ? [] : idle.splice(at, 1);
      lent.push(one);
      one.onPage = onPage;
      onPage(one.page);
      return one.page;
    };

    /** Takes a window back, for the next test if it can be had as if nobody had been there. */
    const takeBack = async (one: Lent): Promise<void> => {
      const { context, page, size, isTouched } = one;
      page.removeAllListeners();
      const isAsItWas = !isTouched && !page.isClosed() && sizeOf(page) === size;
      if (!isAsItWas || task.result?.state === 'fail') return context.close();
      try {
        await empty(one);
        idle.push(one);
      } catch {
        // The page was just leading somewhere by itself: the test is over, and the next one gets another window.
        await context.close();
      }
    };

    const saveTraces = async () => {
      const traces = path.join(folder, `${task.name.replace(/\W+/g, '-').slice(0, 80)}-${Date.now()}`);
      mkdirSync(traces, { recursive: true });
      writeFileSync(path.join(traces, 'console.log'), log.join('\n'));
      for (const [index, page] of pages.entries())
        if (!page.isClosed()) await page.screenshot({ path: path.join(traces, `page-${index + 1}.png`) });
      console.error(`${task.name}: screenshots and console log are in ${traces}`);
    };

    onCleanup(async () => {
      const unexpected = problems.filter((problem) => !tolerated.some((pattern) => pattern.test(problem)));
      try {
        if (task.result?.state === 'fail' || unexpected.length > 0) await saveTraces();
      } finally {
        await Promise.all(lent.map(takeBack));
      }
      if (unexpected.length > 0) throw new Error(`The browser reported:\n${unexpected.join('\n')}`);
    });

    return {
      visitor: (window = {}) => borrow(window),
      tolerate: (expected) => tolerated.push(expected),
      signedIn: async ({ email }, { at = '/dashboard/tasks', name = 'Ada Founder', ...window } = {}) => {
        const [page, { origins }] = await Promise.all([borrow(window), keptSignIn({ email, name })]);
        // Where the one before has left it, if there was one.
        if (!page.url().endsWith(stillPage)) await page.goto(stillPage);
        await page.evaluate((items) => {
          for (const { name, value } of items) localStorage.setItem(name, value);
        }, origins[0]?.localStorage ?? []);
        await page.goto(at);
        await isPastSignIn(page);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page;
      },
    };
  });
