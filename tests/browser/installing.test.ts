import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { test } from '../support/browser.ts';
import { organization } from '../support/people.ts';

/** Width and height of a PNG, as its header says. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

interface Manifest {
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
}

test('Guildhall can be installed: Chromium reads its manifest, icons are what it says of them, and it starts at the dashboard', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner);
  const devTools = await page.context().newCDPSession(page);
  const read = await devTools.send('Page.getAppManifest');
  expect(read.errors).toEqual([]);
  expect(new URL(read.url).pathname).toBe('/manifest.webmanifest');

  const manifest = JSON.parse(read.data ?? '') as Manifest;
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(src);
    expect([src, answer.headers()['content-type']?.split(';')[0]]).toEqual([src, type]);
    if (type === 'image/png') expect([src, sizeOf(await answer.body())]).toEqual([src, sizes]);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  expect(sizeOf(readFileSync('frontend/public/icon-touch-180.png'))).toBe('180x180');

  for (const { url } of [{ url: manifest.start_url }, ...manifest.shortcuts]) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('heading', { name: 'Page not found' }).count()).toBe(0);
  }
});

test('the frame around the page follows its theme, before the first paint and when it is changed', async ({
  browsing,
}) => {
  const { owner } = await organization();
  const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=appearance' });
  const frame = () => page.locator('meta[name=theme-color]').getAttribute('content');
  expect(await frame()).toBe('#ffffff');
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(frame).toBe('#151d19');
  await page.goto('/terms');
  expect(await frame()).toBe('#151d19');
});
