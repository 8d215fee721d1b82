import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { inject } from 'vitest';
import { antdStyles } from '../../../frontend/antd-styles.ts';
import { compiledMessages } from '../../../frontend/compiled-messages.ts';

const address = '/parts-of-ui/';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

let built: Promise<string> | undefined;

/** Builds the page of `parts.tsx` as the website is built, but with the warnings of React and antd. @returns its folder */
const buildParts = async (): Promise<string> => {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-parts-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: address,
    logLevel: 'warn',
    plugins: [react(), antdStyles(), compiledMessages(false)],
    build: { outDir, assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  });
  return outDir;
};

/** Opens the page of parts at the website's own address, under the website's content security policy. */
export const openParts = async (page: Page): Promise<void> => {
  built ??= buildParts();
  const folder = await built;
  const { url } = inject('system');
  const policy = (await fetch(`${url}/login`)).headers.get('content-security-policy');
  if (!policy) throw new Error('The website has no content security policy.');
  await page.route(`${url}${address}**`, (route) => {
    const asked = new URL(route.request().url()).pathname.slice(address.length) || 'index.html';
    return route.fulfill({
      body: readFileSync(path.join(folder, asked)),
      contentType: types[path.extname(asked)] ?? 'application/octet-stream',
      headers: { 'content-security-policy': policy },
    });
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
