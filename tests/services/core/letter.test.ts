import { expect, it } from 'vitest';
import { letter } from '../../../services/core/letter.ts';

const hostile = '<img src=x onerror="alert(1)"> & \'co\'';
const made = letter({
  subject: `Hello\r\nBcc: all@example.com ${hostile}`,
  title: hostile,
  paragraphs: [hostile],
  action: { label: hostile, url: 'https://example.com/?a=1&b="2"' },
  reason: hostile,
});

it('a letter shows as text what a person typed, and lets nothing of it become HTML', () => {
  expect(made.html).not.toContain('<img');
  expect(
    made.html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt; &amp; &#39;co&#39;/g)?.length,
  ).toBe(5);
  expect(made.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"');
  expect(made.text).toContain(hostile);
});

it('the subject of a letter is one line', () => {
  expect(made.subject).not.toMatch(/[\r\n]/);
});

it('says the same in both forms', () => {
  for (const words of ['https://example.com/', 'onerror']) {
    expect(made.text).toContain(words);
    expect(made.html).toContain(words);
  }
});
