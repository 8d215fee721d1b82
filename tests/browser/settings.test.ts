import { describe, expect } from 'vitest';
import { accents } from '../../shared/access/choices.ts';
import { access } from '../../shared/access/contract.ts';
import { team } from '../../shared/team/contract.ts';
import { violations } from '../support/axe.ts';
import { arrivesAt, test, widths } from '../support/browser.ts';
import { holdNextAnswer } from '../support/failing.ts';
import { organization, stranger } from '../support/people.ts';
import { notification } from '../support/tasks-screen.ts';

describe('settings', () => {
  test('open at the tab that the address names, also from /settings; only the account holder has a Group tab', async ({
    browsing,
  }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { at: '/settings?tab=group' });
    await arrivesAt(page, (address) => address === '/dashboard/settings?tab=group');
    await page.getByRole('heading', { name: 'Invitation codes' }).waitFor();
    const member = await browsing.signedIn(await group.member(), { at: '/dashboard/settings' });
    await member.getByRole('heading', { name: 'Settings' }).waitFor();
    await member.getByText('Currency', { exact: true }).first().waitFor();
    expect(await member.getByText('Group', { exact: true }).count()).toBe(0);
  });

  test('show the chosen tab also where the row of tabs is wider than the screen', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, {
      at: '/dashboard/settings?tab=group',
      width: widths.smallPhone,
    });
    const tab = page.getByRole('tab', { name: 'Group' });
    await tab.waitFor();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= widths.smallPhone;
      })
      .toBe(true);
  });

  test('change the name that others see', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings?tab=account' });
    await page.getByRole('textbox', { name: /Display name/ }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await notification(page, 'Settings saved').waitFor();
    expect((await group.owner.call(access.routes.getSession, {})).user.name).toBe('Ada Lovelace');
  });

  test('change theme and accent at once, and they come back with the person in another browser', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=appearance' });
    const look = () => page.evaluate(() => ({ ...document.documentElement.dataset }));
    const before = await look();
    await page.getByText('Dark', { exact: true }).click();
    await page.getByText('Purple', { exact: true }).click();
    await expect.poll(look).toMatchObject({ theme: 'dark', accent: 'purple' });
    expect(await look()).not.toEqual(before);
    await expect
      .poll(async () => (await owner.call(access.routes.getSession, {})).user)
      .toMatchObject({ theme: 'dark', accent: 'purple' });
    await page.reload();
    expect(await look()).toMatchObject({ theme: 'dark', accent: 'purple' });
    const elsewhere = await browsing.signedIn(owner);
    await expect
      .poll(() => elsewhere.evaluate(() => ({ ...document.documentElement.dataset })))
      .toMatchObject({ theme: 'dark', accent: 'purple' });
  });

  test('keep the currency, with the words of S1', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=currency' });
    await expect.poll(() => page.getByRole('radio').count()).toBe(25);
    await page.getByRole('searchbox', { name: 'Search currencies' }).fill('yen');
    await page.getByRole('radio', { name: /Japanese Yen/ }).click();
    await notification(page, 'Currency changed to Japanese Yen (¥)').waitFor();
    expect((await owner.call(access.routes.getSession, {})).user.currency).toBe('JPY');
  });

  test('make, reveal, revoke and delete invitation codes', async ({ browsing }) => {
    const group = await organization();
    const page = await browsing.signedIn(group.owner, { at: '/dashboard/settings?tab=group' });
    await page.getByRole('textbox', { name: /Description/ }).fill('For the workshop');
    await page.getByRole('textbox', { name: /Maximum uses/ }).fill('3');
    await page.getByRole('button', { name: 'Create code' }).click();
    await notification(page, 'Invitation code created!').waitFor();
    const row = page.getByRole('list', { name: 'Invitation codes' }).getByRole('listitem');
    await row.getByText('Used 0 / 3').waitFor();
    const [made] = (await group.owner.call(team.routes.listCodes, {})).items;
    const code = made?.code as string;
    expect(await row.textContent()).not.toContain(code);
    await row.getByRole('button', { name: 'Reveal For the workshop' }).click();
    await row.getByText(code).waitFor();
    await row.getByRole('button', { name: 'Revoke For the workshop' }).click();
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button', { name: 'Copy For the workshop' }).isDisabled()).toBe(true);
    await row.getByRole('button', { name: 'Delete For the workshop' }).click();
    await page
      .getByText(
        'This action cannot be undone. Members who already used this code will remain in your group.',
      )
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No invitation codes yet.').waitFor();
  });

  test('rename the group everywhere at once', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=group' });
    await page.getByRole('textbox', { name: /^Name/ }).fill('Haddad & Daughters');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Group name updated').waitFor();
    await page.getByRole('banner').getByText('Haddad & Daughters').waitFor();
  });

  test('a form that is not saved asks once before it is left: by a link, a tab, Back, and closing the browser tab', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner);
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Group' }).click();
    const name = page.getByRole('textbox', { name: /^Name/ });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const group = '/dashboard/settings?tab=group';
    const answer = async (button: string) => {
      await question.getByRole('button', { name: button }).click();
      await question.waitFor({ state: 'detached' });
    };
    const goals = page.getByRole('textbox', { name: /^Revenue/ });
    /** Whether the browser would ask on closing its tab: as it asks the page before. */
    const closingAsks = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

    await name.fill('Haddad & Sons');
    for (const leave of [
      () => main.getByRole('link', { name: 'Team' }).click(),
      () => page.getByRole('button', { name: 'Back to Dashboard' }).click(),
      () => page.getByRole('tab', { name: 'Currency' }).click(),
      () => page.evaluate(() => history.back()),
    ]) {
      await leave();
      await question.waitFor();
      await answer('Stay');
      await arrivesAt(page, (address) => address === group);
      expect(await name.inputValue()).toBe('Haddad & Sons');
    }
    expect(await closingAsks()).toBe(true);

    // A code that is only begun is one more form; leaving gives up both.
    await page.getByRole('textbox', { name: /^Description/ }).fill('For the fair');
    await page.evaluate(() => history.back());
    await question.waitFor();
    await answer('Leave');
    await arrivesAt(page, (address) => address === '/dashboard/settings');
    await page.goForward();
    await arrivesAt(page, (address) => address === group);

    // What is saved, or as it was, asks nobody.
    await name.fill('Haddad & Daughters');
    await page.getByRole('button', { name: 'Save name' }).click();
    await notification(page, 'Group name updated').waitFor();
    await goals.fill('1250');
    await page.getByRole('button', { name: 'Save goals' }).click();
    await notification(page, 'Monthly goals updated').waitFor();
    await name.fill('Other');
    await name.fill('Haddad & Daughters');
    expect(await closingAsks()).toBe(false);
    await main.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Team Members' }).waitFor();
    expect(await question.count()).toBe(0);
  });

  test('sign out everywhere: it says so, and another browser is out with its next step', async ({
    browsing,
  }) => {
    const { owner } = await organization();
    const [here, there] = [await browsing.signedIn(owner), await browsing.signedIn(owner)];
    browsing.tolerate(/401/);
    await Promise.all([
      here.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived')),
      here.goto('/dashboard/settings?tab=account'),
    ]);
    // Before the answer is there, the page loses its socket and is refused another.
    const refused = here.waitForResponse(
      (response) => response.url().endsWith('/api/live/tickets') && response.status() === 401,
    );
    await holdNextAnswer(here, 'POST /api/profile/sign-out-everywhere', async () => {
      await refused;
    });
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.getByText('You are signed out on every device.').waitFor();
    await here.reload();
    await here.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await here.getByText('You are signed out on every device.').count()).toBe(0);
    // Its socket was cut as well: to open another is its next step.
    await arrivesAt(there, (address) => address.startsWith('/login'));
  });
});

describe('accessibility of settings', () => {
  test('axe finds nothing on any tab, in both themes, on desk and phone', async ({ browsing }) => {
    const group = await organization();
    await group.owner.call(team.routes.createCode, { body: { description: 'For the workshop' } });
    for (const width of [widths.desk, widths.smallPhone]) {
      const page = await browsing.signedIn(group.owner, { width });
      for (const tab of ['account', 'currency', 'appearance', 'billing', 'group']) {
        await page.goto(`/dashboard/settings?tab=${tab}`);
        await page.getByRole('heading', { name: 'Settings' }).waitFor();
        await page.locator('[class*=skeleton i]').first().waitFor({ state: 'detached' });
        expect([width, tab, await violations(page)]).toEqual([width, tab, []]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([width, tab, overflow <= 0]).toEqual([width, tab, true]);
      }
    }
  });

  test('axe finds nothing in any accent', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings?tab=appearance' });
    for (const accent of accents) {
      await page.getByRole('radio', { name: new RegExp(accent, 'i') }).check({ force: true });
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.accent)).toBe(accent);
      expect([accent, await violations(page)]).toEqual([accent, []]);
    }
  });

  test('axe finds nothing at sign-up, payment and joining', async ({ browsing }) => {
    const group = await organization();
    const visitor = await browsing.visitor({ width: widths.smallPhone });
    await visitor.goto('/signup');
    await visitor.getByRole('textbox', { name: /Invitation Code/ }).waitFor();
    expect(await violations(visitor)).toEqual([]);
    const owner = await browsing.signedIn(group.owner);
    await owner.goto('/payment');
    await owner.getByRole('button', { name: 'Choose Yearly' }).waitFor();
    expect(await violations(owner)).toEqual([]);
    const newcomer = await browsing.signedIn(await group.newcomer('owner'));
    await newcomer.getByRole('combobox', { name: /Role/ }).waitFor();
    expect(await violations(newcomer)).toEqual([]);
    const nobody = await browsing.signedIn(await stranger(), { width: widths.smallPhone });
    await nobody.getByRole('textbox', { name: 'Group name' }).waitFor();
    expect(await violations(nobody)).toEqual([]);
  });
});

describe('what moves', () => {
  test('is quick, and stands still for whoever asked for that', async ({ browsing }) => {
    const { owner } = await organization();
    const page = await browsing.signedIn(owner, { at: '/dashboard/settings' });
    /** Milliseconds of what begins to move while something is opened. */
    const moving = async (motion: 'reduce' | 'no-preference'): Promise<number[]> => {
      await page.emulateMedia({ reducedMotion: motion });
      const started = page.evaluate(
        () =>
          new Promise<number[]>((done) => {
            const durations: number[] = [];
            document.addEventListener('animationstart', ({ target }) => {
              for (const one of (target as Element).getAnimations())
                durations.push(Number(one.effect?.getComputedTiming().duration));
              if ((target as Element).matches('dialog')) done(durations);
            });
          }),
      );
      await page.getByRole('button', { name: 'Close account…' }).click();
      const durations = await started;
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      return durations;
    };
    const quick = await moving('no-preference');
    expect(Math.max(...quick)).toBeLessThan(200);
    expect(Math.min(...quick)).toBeGreaterThan(100);
    for (const duration of await moving('reduce')) expect(duration).toBeLessThanOrEqual(1);
  });
});
