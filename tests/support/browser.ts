import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import { chromiumOptions } from './chromium.ts';
import { type KeptSignIn, keptSignIn } from './kept-sign-in.ts';

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
  /** A fresh browser, in which nobody has been here yet. */
  visitor: (options?: WindowOptions) => Promise<Page>;
  /** A fresh browser in which a person has signed in before, on the page where the address led them. */
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

/**
 * Vitest's `test` with `browsing`: one Chromium per worker, fresh contexts for each test. A page error, a console error
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
  .extend('browsing', async ({ chromium: browser, task }, { onCleanup }): Promise<Browsing> => {
    const contexts: BrowserContext[] = [];
    const pages: Page[] = [];
    const log: string[] = [];
    const problems: string[] = [];
    const tolerated: RegExp[] = [];

    const open = async (
      { width = widths.desk, height = 800 }: WindowOptions,
      storageState?: KeptSignIn,
    ): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: inject('system').url,
        storageState,
        viewport: { width, height },
        locale: 'en-GB',
        timezoneId: 'Europe/Zurich',
        // What moves can be neither measured nor pressed for sure.
        reducedMotion: 'reduce',
      });
      contexts.push(context);
      context.setDefaultTimeout(15_000);
      context.on('page', (page) => {
        pages.push(page);
        watch(page, log, problems);
      });
      return context.newPage();
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
        await Promise.all(contexts.map((context) => context.close()));
      }
      if (unexpected.length > 0) throw new Error(`The browser reported:\n${unexpected.join('\n')}`);
    });

    return {
      visitor: (window = {}) => open(window),
      tolerate: (expected) => tolerated.push(expected),
      signedIn: async ({ email }, { at = '/dashboard/tasks', name = 'Ada Founder', ...window } = {}) => {
        const page = await open(window, await keptSignIn({ email, name }));
        await page.goto(at);
        await isPastSignIn(page);
        await page.getByRole('heading', { level: 1 }).waitFor();
        return page;
      },
    };
  });
