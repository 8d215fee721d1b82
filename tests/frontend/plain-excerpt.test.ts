import { expect, it } from 'vitest';
import { plainExcerpt } from '../../frontend/records/plain-excerpt.ts';

it.each([
  ['# Offer\n\nScope, **price** and _dates_.', 'Offer Scope, price and dates.'],
  ['- one\n- [x] two\n3. three', 'one two three'],
  ['> See [the folder](https://example.com/a_b) and `code`', 'See the folder and code'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['', ''],
])('takes the marks out of %j', (markdown, plain) => {
  expect(plainExcerpt(markdown)).toBe(plain);
});

it('stays short, also for a very long text', () => {
  expect(plainExcerpt('word '.repeat(2_000)).length).toBeLessThanOrEqual(240);
});

it('ends in no half of an emoji', () => {
  expect(plainExcerpt('👩🏽‍🎨'.repeat(500))).toMatch(/^(👩🏽‍🎨)+$/u);
  expect(plainExcerpt('👍🏽'.repeat(500))).toBe('👍🏽'.repeat(240));
});
