import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = ['shared', 'services', 'frontend'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);

/** What has one place, how it shows elsewhere, and where it may stand. */
const kinds: readonly [string, RegExp, readonly string[]][] = [
  ['characters are counted by shared/core/characters.ts, not by maxLength', /\bmaxLength=/, []],
  ['numbers are read by shared/core/numbers.ts, not by the browser', /type="number"|\bparseFloat\(/, []],
  [
    'addresses are read by shared/core/typed-address.ts: type="email" changes a domain as it is typed',
    /type="email"(?! disabled)/,
    [],
  ],
  [
    'searches compare by shared/core/folding.ts',
    /toLowerCase\(\)\s*\.(includes|startsWith)\(/,
    ['shared/core/numbers.ts'],
  ],
  ['days come from shared/core/calendar.ts', /'en-CA'|\.toLocaleDateString\(/, []],
  [
    'the day of the group comes from useToday, which turns at midnight',
    /dateIn\([^)]*new Date\(\)\)/,
    ['frontend/core/clock.ts'],
  ],
  [
    'shortcuts are told by frontend/core/shortcuts.ts',
    /\.key\.toLowerCase\(\)|navigator\.platform/,
    ['frontend/core/shortcuts.ts'],
  ],
  [
    'an invisible half of an emoji is no excerpt: texts are cut by shared/core/characters.ts',
    /\.slice\(0, \d+\)}?…/,
    [],
  ],
];

describe("what readers' languages differ in has one place", () => {
  it.each(kinds)('%s', (_, elsewhere, allowed) => {
    const found = sources.filter(
      (file) => !allowed.includes(file) && elsewhere.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
