import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { buildAssembly, buildWebsite } from '../infra/local/runner/builds.ts';
import { type LocalCloud, startLocalCloud } from '../infra/local/runner/local-cloud.ts';

interface Person {
  email: string;
  name: string;
}

/** A person of the benchmark, with a group as soon as {@link fillGroup} gave them one. */
export const owner: Person = { email: 'bench@example.com', name: 'Ben Bench' };

/** A person whom no group knows yet. */
export const newcomer: Person = { email: 'new@example.com', name: 'Nora New' };

/** Builds the website and the template, and runs them for as long as the work takes, with data of its own. */
export const withWebsite = async <Result>(work: (cloud: LocalCloud) => Promise<Result>): Promise<Result> => {
  const { signal } = new AbortController();
  const [templateDir, websiteDir] = await Promise.all([buildAssembly(signal), buildWebsite(signal)]);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'guildhall-website-'));
  const cloud = await startLocalCloud({ dataDir, port: 0, templateDir, websiteDir });
  try {
    return await work(cloud);
  } finally {
    await cloud.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Gives the owner a group with this many tasks of the usual length. */
export const fillGroup = async (cloud: LocalCloud, tasks: number): Promise<void> => {
  const token = await cloud.tokenFor({ ...owner, emailVerified: true });
  const call = async (method: string, address: string, body?: object): Promise<void> => {
    const response = await fetch(`${cloud.url}/api${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  };
  await call('PUT', '/session');
  await call('POST', '/organizations', { name: 'Bench', timeZone: 'Europe/Zurich' });
  for (let n = 0; n < tasks; n += 1)
    await call('POST', '/tasks', {
      title: `Paint sign ${String(n).padStart(3, '0')}`,
      description: 'A description of the usual length, with *what* to do, for whom, and until when. '.repeat(
        3,
      ),
      deadline: '2027-04-01',
      priority: (['low', 'medium', 'high'] as const)[n % 3],
      tags: ['site', 'spring'],
      subtasks: [{ title: 'Ask for a price', completed: n % 2 === 0 }],
    });
};

/** Signs in, and waits for the page that this leads to. */
export const signIn = async (page: Page, url: string, { email, name }: Person): Promise<void> => {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.waitForURL(/\/(welcome|dashboard\/tasks)$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
