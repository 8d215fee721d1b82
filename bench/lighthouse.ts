import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumOptions } from '../tests/support/chromium.ts';
import { type Figure, median, score } from './measure.ts';
import { fillGroup, newcomer, owner, signIn, withWebsite } from './website-system.ts';

const runs = 3;

const busy = 'A lower bound: whatever else this machine does makes the page slower';

/** A Chromium with a profile of its own, which Lighthouse can reach too. */
const withProfile = async (work: (profile: BrowserContext, port: number) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'guildhall-lighthouse-'));
  const { args, ...options } = chromiumOptions();
  const profile = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, '--remote-debugging-port=0'],
  });
  try {
    const port = readFileSync(path.join(folder, 'DevToolsActivePort'), 'utf8').split('\n')[0];
    await work(profile, Number(port));
  } finally {
    await profile.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const detailOf = ({ audits, environment }: Result): string =>
  [
    `LCP ${((audits['largest-contentful-paint']?.numericValue ?? 0) / 1000).toFixed(1)} s`,
    `TBT ${Math.round(audits['total-blocking-time']?.numericValue ?? 0)} ms`,
    `CPU ${Math.round(environment.benchmarkIndex)}`,
  ].join(', ');

type Targets = Partial<Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>>;

/** What is seen first of a page, on the phone and the network that Lighthouse takes for a usual one: medians of three. */
const benchPage = async (page: Page, port: number, address: URL, targets: Targets): Promise<Figure[]> => {
  const categories = Object.keys(targets) as (keyof Targets)[];
  const devTools = await page.context().newCDPSession(page);
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    // A first visit in all but the sign-in, which is kept with the profile.
    await devTools.send('Network.clearBrowserCache');
    const result = await lighthouse(address.href, {
      port,
      logLevel: 'silent',
      onlyCategories: categories,
      disableStorageReset: true,
    });
    const { lhr } = result ?? {};
    if (!lhr || lhr.runtimeError)
      throw new Error(`Lighthouse at ${address.pathname}: ${lhr?.runtimeError?.message ?? 'no result'}`);
    const shown = new URL(lhr.finalDisplayedUrl).pathname;
    if (shown !== address.pathname) throw new Error(`${address.pathname} led to ${shown}.`);
    results.push(lhr);
  }
  return categories.map((category) => {
    const scoreIn = (result: Result): number => Math.round((result.categories[category]?.score ?? 0) * 100);
    const middle = median(results.map(scoreIn));
    const typical = results.find((result) => scoreIn(result) === middle) as Result;
    const failed = typical.categories[category]?.auditRefs.flatMap(({ id, weight }) => {
      const found = typical.audits[id];
      return weight > 0 && found?.score !== null && (found?.score ?? 1) < 0.9 ? [found?.title ?? id] : [];
    });
    const isSpeed = category === 'performance';
    return score(
      `Lighthouse mobile: ${category} of ${address.pathname}`,
      middle,
      targets[category] ?? 0,
      isSpeed ? detailOf(typical) : `${runs} runs`,
      [failed?.join(', '), isSpeed && busy].filter(Boolean).join('. '),
    );
  });
};

/**
 * Lighthouse's scores on a phone, of the built website on the local system. That is HTTP/1.1 without TLS: what
 * CloudFront adds in either direction is not in the figures.
 */
export const benchLighthouse = (): Promise<Figure[]> =>
  withWebsite(async (cloud) => {
    await fillGroup(cloud, 30);
    const figures: Figure[] = [];
    const bench = async (page: Page, port: number, pathname: string, targets: Targets): Promise<void> => {
      figures.push(...(await benchPage(page, port, new URL(pathname, cloud.url), targets)));
    };
    await withProfile(async (profile, port) => {
      const page = await profile.newPage();
      await bench(page, port, '/', { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 });
      await bench(page, port, '/login', { performance: 97 });
      await bench(page, port, '/signup', { performance: 97 });
    });
    await withProfile(async (profile, port) => {
      const page = await profile.newPage();
      await signIn(page, cloud.url, newcomer);
      await bench(page, port, '/welcome', { performance: 97 });
    });
    await withProfile(async (profile, port) => {
      const page = await profile.newPage();
      await signIn(page, cloud.url, owner);
      await bench(page, port, '/payment', { performance: 97 });
      await bench(page, port, '/dashboard/tasks', { performance: 92 });
    });
    return figures;
  });
