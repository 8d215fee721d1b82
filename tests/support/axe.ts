import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const all = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What a theme decides; whatever else axe looks at is the same in both. */
const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const themes = { dark: ofColours, light: all };

/** Lets every transition come to its end: a colour on its way is neither the old one nor the new one. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    for (let all = moving(); all.length > 0; all = moving()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
      // One that has ended may have set off another, of what inherits from it.
      await new Promise(requestAnimationFrame);
    }
  });

/**
 * What axe finds on the page as it stands, in the light and in the dark theme, by WCAG 2.2 AA and its best practices.
 * @returns one sentence per violation; the page is left in the light theme
 */
export const violations = async (page: Page): Promise<string[]> => {
  // Through the debugger's door: the page's content security policy lets no script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found: string[] = [];
  for (const [theme, runOnly] of Object.entries(themes)) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset.theme = wanted;
    }, theme);
    await settle(page);
    const results = await page.evaluate(
      (asked) =>
        (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
          runOnly: asked,
          resultTypes: ['violations'],
        }),
      runOnly,
    );
    for (const { id, help, nodes } of results.violations)
      for (const { target, any, all, none } of nodes)
        found.push(
          `${theme}: ${id} (${help}): ${target.join(' ')}: ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`,
        );
  }
  return found;
};
