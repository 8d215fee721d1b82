import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { antdTheme } from '../../frontend/core/antd-theme.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const sheets = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'frontend/*.css'],
  {
    cwd: root,
  },
)
  .toString()
  .trim()
  .split('\n');

/** What says that something is going on: it goes round until it is over, or comes only to whoever waits. */
const waiting = [
  'frontend/ui/spinner.module.css',
  'frontend/ui/skeleton.module.css',
  'frontend/app/full-page.module.css',
];

const base = read('frontend/app/base.css');
const durations = [...base.matchAll(/--gh-(fast|moderate): (\d+)ms;/g)].map(([, , ms]) => Number(ms));

describe('motion', () => {
  it('has two durations, both under 200 ms', () => {
    expect(durations).toHaveLength(2);
    for (const ms of durations) expect(ms).toBeLessThan(200);
  });

  it.each(sheets.filter((file) => !waiting.includes(file)))('is the variables of base.css in %s', (file) => {
    const css = read(file).replace(/@media \(prefers-reduced-motion: reduce\) \{[\s\S]*$/, '');
    const times = [...css.matchAll(/(animation|transition)(-[\w-]+)?: ([^;]+);/g)].map(
      ([, , , value]) => value ?? '',
    );
    for (const value of times)
      expect(value, file).not.toMatch(/\d(ms|s)\b|(?<!--gh-)ease|linear|cubic|steps/);
  });

  it('of antd is the same', () => {
    const { token = {} } = antdTheme;
    const motions = Object.entries(token).filter(([name]) => name.startsWith('motion'));
    expect(motions.length).toBeGreaterThan(10);
    for (const [name, value] of motions) expect(value, name).toMatch(/^var\(--gh-(fast|moderate|ease)\)$/);
  });
});
