import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { access } from '../../shared/access/contract.ts';
import { chat } from '../../shared/chat/contract.ts';
import { test } from '../support/browser.ts';
import { neutralTab, signInElsewhere } from '../support/browser-identity.ts';
import { chatPath } from '../support/chat-screen.ts';
import { type KeptSignIn, keptSignIn } from '../support/kept-sign-in.ts';
import { join, organization, type Person, stranger } from '../support/people.ts';
import { randomFrom, seedOf } from '../support/random.ts';

// `FAULTS=full` takes a thousand steps.
const steps = process.env.FAULTS === 'full' ? 1000 : 30;

/** A person, the group they are in, and the initials that their page shows. */
interface Walker {
  person: Person;
  group: string;
  initials: string;
  kept: KeptSignIn;
}

/**
 * Says in the chat who the page shows, in one task of the page: nobody can sign in between looking and pressing.
 * Nothing when it shows no chat at this moment.
 */
const sayWhoIsShown = (page: Page, step: number): Promise<boolean> =>
  page.evaluate((number) => {
    const initials = document.querySelector<HTMLElement>('header [data-initials]')?.dataset.initials;
    const group = document.querySelector('header p[dir=auto]')?.textContent;
    const input = document.querySelector<HTMLTextAreaElement>('main textarea');
    if (document.body?.hidden !== false || !initials || !group || !input) return false;
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(input, `${initials} in ${group}, step ${number}`);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.form?.requestSubmit();
    return true;
  }, step);

test(
  'two browsers, two tabs each, three people who switch at random: nothing is done as anybody but whom the page shows',
  async ({ browsing }) => {
    const random = randomFrom(seedOf('who is signed in'));
    const [signs, baker] = await Promise.all([organization('Signs'), stranger('Bob Baker')]);
    await baker.call(access.routes.foundOrganization, {
      body: { name: 'Bakery', timeZone: 'Europe/Zurich' },
    });
    const colleague = await join(await stranger('Mia Member'), signs.id, 'member');
    const walkers: Walker[] = await Promise.all(
      (
        [
          [signs.owner, 'Ada Founder', 'AF', 'Signs'],
          [colleague, 'Mia Member', 'MM', 'Signs'],
          [baker, 'Bob Baker', 'BB', 'Bakery'],
        ] as const
      ).map(async ([person, name, initials, group]) => ({
        person,
        initials,
        group,
        kept: await keptSignIn({ email: person.email, name }),
      })),
    );
    const mixedUp: string[] = [];
    const browsers = await Promise.all(
      [0, 1].map(async () => {
        const first = await browsing.visitor();
        const elsewhere = await neutralTab(first);
        await signInElsewhere(elsewhere, random.pick(walkers).kept);
        const tabs = [first, await first.context().newPage()];
        await Promise.all(tabs.map((tab) => tab.goto(chatPath)));
        first.context().on('request', (request) => {
          const headers = request.headers();
          const [, claims = ''] = headers.authorization?.split('.') ?? [];
          if (!claims) return;
          const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
          if (headers['guildhall-acting-as']?.split(' ')[0] !== sub) mixedUp.push(request.url());
        });
        return { elsewhere, tabs };
      }),
    );

    const toChat = async (tab: Page): Promise<boolean> => {
      await tab.goto(chatPath);
      await tab.locator('main textarea').waitFor({ timeout: 3000 });
      return true;
    };
    let said = 0;
    /** A page that is just being left has nothing to say; everything else that goes wrong is a fault. */
    const unlessLeft = (error: Error): boolean => {
      if (/context was destroyed|navigat|interrupted|detached|ERR_ABORTED|Timeout/i.test(error.message))
        return false;
      throw error;
    };
    for (let step = 0; step < steps; step += 1) {
      const { elsewhere, tabs } = random.pick(browsers);
      const tab = random.pick(tabs);
      const what = random.below(10);
      if (what < 6) {
        if (await sayWhoIsShown(tab, step).catch(unlessLeft)) said += 1;
        else await toChat(tab).catch(unlessLeft);
      } else if (what < 8) await signInElsewhere(elsewhere, random.pick(walkers).kept);
      else await tab.goto(chatPath, { waitUntil: random.chance(0.5) ? 'commit' : 'load' }).catch(unlessLeft);
    }
    console.log(`${said} messages in ${steps} steps`);

    // What is still on its way arrives before anybody looks: the last message of all is sent by the same outbox.
    for (const { elsewhere, tabs } of browsers)
      for (const walker of walkers) {
        await signInElsewhere(elsewhere, walker.kept);
        const [tab] = tabs as [Page];
        // The page of whoever was here before may be leaving by itself at this moment.
        const arrives = async (): Promise<boolean> => {
          await tab.goto(chatPath).catch(unlessLeft);
          const shown = tab.locator(`header [data-initials="${walker.initials}"]`);
          return shown.waitFor({ timeout: 5000 }).then(() => true, unlessLeft);
        };
        await expect.poll(arrives).toBe(true);
      }
    let found = 0;
    for (const { person, group, initials } of walkers) {
      const initialsOf = new Map(walkers.map((walker) => [walker.person.userId, walker.initials]));
      const list = async (before?: number) =>
        person.call(chat.routes.listMessages, { query: { limit: 100, ...(before && { before }) } });
      for (let page = await list(); page.items.length > 0; page = await list(page.items[0]?.number)) {
        for (const { senderId, text } of page.items) {
          expect([initials, text]).toEqual([initials, expect.stringContaining(` in ${group}, `)]);
          expect(text.slice(0, 2)).toBe(initialsOf.get(senderId));
          found += 1;
        }
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(mixedUp).toEqual([]);
  },
  60_000 + steps * 500,
);
