import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sheets = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'frontend/*.css'],
  {
    cwd: root,
  },
)
  .toString()
  .split('\n')
  .filter((file) => file !== '');

/** Baked at build, in English. */
const english = /^frontend\/site\//;

/** The values of a shorthand: blanks inside of brackets part none. */
const valuesOf = (value: string): string[] => value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** What holds for one side of the screen, and so only where writing runs from left to right. */
const physicalIn = (css: string): string[] =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(/[{};]/)
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const [, name = '', value = ''] = /^([a-z-]+)\s*:\s*(.+)$/s.exec(declaration) ?? [];
      if (/^(margin|padding|border)-(left|right)|^(left|right)$|^border-(top|bottom)-(left|right)/.test(name))
        // A place that was reckoned in pixels of the window, and half of a wheel.
        return !/var\(--left/.test(value) && name !== 'border-right-color';
      if (/^(text-align|float|clear)$/.test(name)) return /^(left|right)$/.test(value);
      if (!/^(margin|padding|inset|border-width|border-radius)$/.test(name)) return false;
      const [top, right, bottom, left] = valuesOf(value);
      if (left === undefined) return false;
      return name === 'border-radius' ? top !== right || bottom !== left : right !== left;
    });

it('screens mirror themselves where writing runs from right to left: no sheet says "left" where it means "start"', () => {
  const wrong = sheets
    .filter((file) => !english.test(file))
    .flatMap((file) =>
      physicalIn(readFileSync(path.join(root, file), 'utf8')).map((declaration) => `${file}: ${declaration}`),
    );
  expect(wrong).toEqual([]);
});

it('what has sides is told from what has none', () => {
  expect(
    physicalIn(`a { margin-left: 2px; padding: 1px 2px; margin: 0 1px 2px 3px; text-align: right; left: 0;
      border-radius: 4px 4px 0 0; padding: 1px max(2px, env(x)) 3px max(2px, env(x)); border-radius: 1px 2px 3px 4px }`),
  ).toEqual([
    'margin-left: 2px',
    'margin: 0 1px 2px 3px',
    'text-align: right',
    'left: 0',
    'border-radius: 1px 2px 3px 4px',
  ]);
});
