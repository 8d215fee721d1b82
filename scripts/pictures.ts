import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { signIn, withWebsite } from '../bench/website-system.ts';
import type { LocalCloud } from '../infra/local/runner/local-cloud.ts';
import type { NewTask } from '../shared/tasks/contract.ts';
import { chromiumOptions } from '../tests/support/chromium.ts';

/**
 * Takes the pictures of the landing and of docs/ from the running product, filled with a sign maker's shop: `npm run pictures`, after
 * a screen has changed its looks. What they show is what is there.
 */
const landing = 'frontend/site/pictures';
const docs = 'docs/images';

const owner = { email: 'ada@example.com', name: 'Ada Haddad' };
const colleagues = [
  { email: 'noor@example.com', name: 'Noor Haddad' },
  { email: 'luca@example.com', name: 'Luca Bianchi' },
  { email: 'mei@example.com', name: 'Mei Tanaka' },
];

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const tasks: (Partial<NewTask> & Pick<NewTask, 'title' | 'deadline'> & { by?: number })[] = [
  {
    title: 'Send the Harbour Café its offer',
    priority: 'low',
    deadline: daysFromNow(12),
    tags: ['offers'],
    by: 2,
  },
  {
    title: 'Order vinyl for the spring windows',
    priority: 'medium',
    deadline: daysFromNow(9),
    tags: ['stock'],
    by: 1,
  },
  {
    title: 'Photograph the finished shop fronts',
    status: 'completed',
    priority: 'low',
    deadline: daysFromNow(0),
    by: 2,
  },
  {
    title: 'Check the lift before the climb at Mill Lane',
    status: 'review',
    priority: 'high',
    deadline: daysFromNow(1),
    tags: ['site', 'safety'],
  },
  {
    title: 'Gild the letters for the old bakery',
    status: 'in-progress',
    priority: 'medium',
    deadline: daysFromNow(4),
    tags: ['workshop'],
    subtasks: [
      { title: 'Trace the old letters', completed: true },
      { title: 'Size and leaf', completed: true },
      { title: 'Seal', completed: false },
    ],
    by: 1,
  },
  {
    title: 'Paint the sign for the Corner Bookshop',
    description: 'Dark green on cream, as on the sketch. They open on Saturday.',
    status: 'in-progress',
    priority: 'high',
    deadline: daysFromNow(2),
    tags: ['workshop', 'bookshop'],
    subtasks: [
      { title: 'Prime the board', completed: true },
      { title: 'Letters', completed: false },
    ],
  },
];

const messages: [who: number, text: string][] = [
  [1, 'The bookshop loves the sketch. They would like the border a little darker.'],
  [-1, 'Good. I will mix a test and bring it by this afternoon.'],
  [0, 'Who has the long ladder? We need it at Mill Lane tomorrow.'],
  [2, 'It is behind the workshop. I can drop it off at eight.'],
];

const fill = async (cloud: LocalCloud): Promise<void> => {
  const asker = async (person: { email: string; name: string }) => {
    const token = await cloud.tokenFor({ ...person, emailVerified: true });
    return async (method: string, address: string, body?: object): Promise<Record<string, unknown>> => {
      const response = await fetch(`${cloud.url}/api${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
      return text === '' ? {} : JSON.parse(text);
    };
  };
  const ask = await asker(owner);
  await ask('PUT', '/session');
  await ask('POST', '/organizations', { name: 'Haddad & Daughters, Signs', timeZone: 'Europe/Zurich' });
  const { code } = await ask('POST', '/invitation-codes', {});
  const theirs = [];
  for (const colleague of colleagues) {
    const theirAsk = await asker(colleague);
    await theirAsk('PUT', '/session');
    await theirAsk('POST', '/memberships/by-code', { code });
    await theirAsk('POST', '/onboarding', { role: 'member' });
    theirs.push(theirAsk);
  }
  for (const { by, ...task } of tasks) await (by === undefined ? ask : theirs[by]!)('POST', '/tasks', task);
  for (const [who, text] of messages)
    await (who === -1 ? ask : theirs[who]!)('POST', '/chat/messages', { id: crypto.randomUUID(), text });
  const { url } = await ask('POST', '/billing/checkout', { plan: 'yearly' });
  cloud.stripe.pay(String(url));
  // Until Stripe's event is there, the header speaks of a trial.
  while ((await ask('GET', '/billing')).type !== 'yearly') await setTimeout(100);
};

/** WebP is what Chromium itself writes: no further program is needed. @param width pixels of the picture */
const toWebp = async (browser: Browser, png: Buffer, width: number): Promise<Buffer> => {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async ([source, wide]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = Math.round((image.naturalHeight * wide) / image.naturalWidth);
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.86).split(',')[1]!;
    },
    [png.toString('base64'), width] as const,
  );
  await page.close();
  return Buffer.from(encoded, 'base64');
};

const shoot = async (page: Page, url: string, address: string, theme: string): Promise<Buffer> => {
  await page.evaluate((chosen) => localStorage.setItem('gh-theme', chosen), theme);
  await page.goto(`${url}${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    (document.activeElement as HTMLElement | null)?.blur();
  }, theme);
  await page.mouse.move(0, 0);
  return page.screenshot({ animations: 'disabled' });
};

const screens = {
  tasks: '/dashboard/tasks',
  team: '/dashboard/team',
  chat: '/dashboard/team?tab=chat',
  billing: '/dashboard/settings?tab=billing',
};
type Screen = keyof typeof screens;

await withWebsite(async (cloud) => {
  await fill(cloud);
  const browser = await chromium.launch(chromiumOptions());
  const open = async (width: number, height: number) => {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 2,
      locale: 'en-US',
      timezoneId: 'Europe/Zurich',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signIn(page, cloud.url, owner);
    return page;
  };
  const save = async (file: string, png: Buffer, width: number): Promise<void> =>
    writeFileSync(file, await toWebp(browser, png, width));
  for (const folder of [landing, docs]) mkdirSync(folder, { recursive: true });
  const desk = await open(1280, 800);
  const phone = await open(390, 720);
  for (const theme of ['light', 'dark']) {
    const wide = await shoot(desk, cloud.url, screens.tasks, theme);
    await save(`${landing}/tasks-${theme}-1920.webp`, wide, 1920);
    await save(`${landing}/tasks-${theme}-1120.webp`, wide, 1120);
    await save(
      `${landing}/tasks-${theme}-phone.webp`,
      await shoot(phone, cloud.url, screens.tasks, theme),
      780,
    );
    for (const name of Object.keys(screens) as Screen[])
      await save(`${docs}/${name}-${theme}.webp`, await shoot(desk, cloud.url, screens[name], theme), 1280);
  }
  await browser.close();
});
