import { describe, expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { endTrial, organization, stranger } from '../support/people.ts';

const documents = ['/', '/terms-and-conditions', '/terms', '/privacy'];

describe.for([widths.desk, widths.phone, widths.smallPhone])('the pages in front, %i px wide', (width) => {
  test('bar nobody, fit, and load no script but the choice of the theme', async ({ browsing }) => {
    const page = await browsing.visitor({ width });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    for (const address of documents) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await violations(page), address).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, address).toBeLessThanOrEqual(0);
    }
    expect(new Set(scripts)).toEqual(new Set(['/theme-boot.js']));
  });
});

describe.for([widths.desk, widths.phone])('the face of the product, %i px wide', (width) => {
  test('is the same outside as inside, and moves nothing when it comes late', async ({ browsing }) => {
    const page = await browsing.visitor({ width });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const address of ['/', '/terms', '/login', '/signup']) {
      let release = (): void => undefined;
      const held = new Promise<void>((done) => {
        release = done;
      });
      const faces: string[] = [];
      await page.route(/\.woff2$/, async (route) => {
        faces.push(route.request().url());
        await held;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      // Two frames: the page has been painted in what stands in for the face.
      const frames = () =>
        page.evaluate(
          () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
        );
      await frames();
      release();
      await page.evaluate(() => document.fonts.ready);
      await frames();
      const { moved, family, loaded } = await page.evaluate(() => ({
        moved: (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
        family: getComputedStyle(document.body).fontFamily,
        loaded: document.fonts.check('16px "Figtree Variable"'),
      }));
      await page.unroute(/\.woff2$/);
      expect({ address, family, loaded }).toEqual({
        address,
        family: expect.stringMatching(/^"Figtree Variable", "Figtree Fallback"/),
        loaded: true,
      });
      expect(faces.length, `${address} asks for one file of it`).toBe(1);
      expect(moved, address).toBeLessThan(0.002);
    }
  });
});

describe('the landing', () => {
  test('leads to signing up and logging in, and opens one answer at a time', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/');
    const answers = page.locator('.faq details');
    expect(await answers.count()).toBe(6);
    await answers.nth(0).locator('summary').click();
    await answers.nth(3).locator('summary').click();
    expect(await page.locator('.faq details[open]').count()).toBe(1);
    expect(await page.locator('#features .card').count()).toBe(6);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Run your whole business from one place' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  test.for(['light', 'dark'])(
    'shows the product as it is, in the %s theme alone, and a street of whole houses',
    async (theme, { browsing }) => {
      const page = await browsing.visitor();
      await page.goto('/terms');
      // Somebody's accent of inside stays inside.
      await page.evaluate((chosen) => {
        localStorage.setItem('gh-theme', chosen);
        localStorage.setItem('gh-accent', 'purple');
      }, theme);
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image' && request.url().endsWith('.webp'))
          pictures.push(request.url());
      });
      await page.goto('/');
      const picture = page.getByRole('img', { name: /^The task list of a sign maker’s shop/ });
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(1000);
      expect(pictures[0]).toContain(`tasks-${theme}-`);
      // The other one has no place, and says that it need not be fetched; some browsers under load fetch it all the same.
      const other = page.locator(`.on-${theme === 'dark' ? 'light' : 'dark'} img`);
      expect(await other.isVisible()).toBe(false);
      expect(await other.getAttribute('loading')).toBe('lazy');
      const [brand, accent] = await page.evaluate(() => [
        document.documentElement.dataset.accent,
        getComputedStyle(document.documentElement).getPropertyValue('--gh-accent').trim(),
      ]);
      expect([brand, accent]).toEqual(['green', theme === 'dark' ? '#4cc487' : '#17693f']);
      for (const width of [widths.phone, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const cut = await page.evaluate(() => {
          const street = document.querySelector('.street')!.getBoundingClientRect();
          // Every row of houses is as high as the street, however wide the window.
          return [...document.querySelectorAll('.street pattern')].map(
            (row) => Number(row.getAttribute('height')) - street.height,
          );
        });
        expect(cut).toEqual([0, 0]);
      }
    },
  );

  test('is passed over by a signed-in person, who goes where they belong without seeing it (S1 §4)', async ({
    browsing,
  }) => {
    const member = await organization();
    const page = await browsing.signedIn(member.owner);
    await page.addInitScript(() => {
      // What of the landing page could be seen before it was left.
      addEventListener('DOMContentLoaded', () => {
        if (location.pathname === '/' && document.documentElement.checkVisibility())
          sessionStorage.setItem('seen', 'yes');
      });
    });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Tasks & Projects' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
    // A link to a part of it is followed all the same.
    await page.goto('/#pricing');
    await page.getByRole('heading', { name: 'One plan with everything' }).waitFor();
    // Nobody is led back and forth by signing out.
    await page.goto('/');
    await page
      .getByRole('button', { name: /Account/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Run your whole business from one place' }).waitFor();

    const newcomer = await browsing.signedIn(await stranger(), { at: '/welcome' });
    await newcomer.goto('/');
    await arrivesAt(newcomer, (address) => address === '/welcome');
    const unpaid = await organization();
    await endTrial(unpaid.id);
    const holder = await browsing.signedIn(unpaid.owner, { at: '/payment' });
    await holder.goto('/');
    await arrivesAt(holder, (address) => address === '/payment');
  });

  test('is shown to somebody whose tokens the server no longer takes, after they were asked to sign in', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    // A page that asks the server nothing: what it refuses would be forgotten before.
    const page = await browsing.signedIn(owner, { at: '/terms' });
    await owner.call(access.routes.signOutEverywhere, {});
    browsing.tolerate(/401/);
    await page.goto('/');
    await arrivesAt(page, (address) => address.startsWith('/login'));
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Run your whole business from one place' }).waitFor();
  });

  test('has no link that leads nowhere', async ({ browsing }) => {
    const page = await browsing.visitor();
    await page.goto('/');
    const places = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => `#${id}`));
    expect(new Set(places).size).toBe(places.length);
    for (const address of documents) {
      await page.goto(address);
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
      for (const link of new Set(links)) {
        const { origin, pathname, hash } = new URL(link);
        expect(origin).toBe(new URL(page.url()).origin);
        if (pathname === '/' && hash) expect(places, link).toContain(hash);
      }
    }
    await page.goto('/signup');
    await page.getByRole('link', { name: 'Terms', exact: true }).click();
    await arrivesAt(page, (at) => at === '/terms');
    await page.getByText('Last updated September 10, 2025').waitFor();
  });
});

describe('the website', () => {
  test('hands on the licences of what is bundled with it, the font too', async ({ browsing }) => {
    const page = await browsing.visitor();
    const answer = await page.request.get('/third-party-licenses.txt');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await answer.text();
    for (const name of [
      'react-dom',
      '@tanstack/react-query',
      // Of react-router-dom and aws-amplify, which only hand on, nothing is left in the bundle.
      'react-router',
      '@aws-amplify/auth',
      'antd',
      'lucide-react',
      'zod',
      '@fontsource-variable/figtree',
    ])
      expect(text).toMatch(new RegExp(`^${name} [0-9.]+ \\(`, 'm'));
    expect(text).toContain('SIL OPEN FONT LICENSE');
    // What only tests and builds use is handed on to nobody.
    expect(text).not.toMatch(/^(vite|vitest|aws-cdk-lib|@aws-sdk\/client-dynamodb) /m);
  });
});
