import type { Page } from 'playwright-core';
import type { KeptSignIn } from './kept-sign-in.ts';

/** Opens a tab that belongs to nobody: a page without a sign-in of its own, in the same browser. */
export const neutralTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto('/terms');
  return tab;
};

/** What a completed sign-in of somebody leaves in the browser, put there by another tab. */
export const signInElsewhere = (tab: Page, kept: KeptSignIn): Promise<void> =>
  tab.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value);
  }, kept.origins[0]?.localStorage ?? []);

/** Makes pages of this browser hear nothing of each other: what is left is what each request says. */
export const deafen = async (page: Page): Promise<void> => {
  await page.context().addInitScript(() => {
    const unheard = new Set(['storage', 'focus', 'pageshow', 'visibilitychange', 'resume']);
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (...[type, ...rest]: Parameters<typeof listen>) {
      const isChannel = this instanceof BroadcastChannel && type === 'message';
      if (!unheard.has(type) && !isChannel) listen.call(this, type, ...rest);
    };
  });
};

/** The names of what this browser keeps of people: tokens, drafts, notifications, anything below a person. */
export const keptOfPeople = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage).filter(
      (name) => !['gh-theme', 'gh-accent', 'gh-language', 'gh-signed-out'].includes(name),
    ),
  );
