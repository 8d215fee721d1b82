import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = readdirSync(path.join(root, 'services'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `services/${file.replaceAll(path.sep, '/')}`);

/** What has one place, how it is recognized, and which files may have it. */
const kinds: readonly [string, RegExp, readonly string[]][] = [
  ['a membership ends', /REMOVE organizationId/, ['services/core/membership-writes.ts']],
  ['a membership begins', /\.\.\.memberIndexKey\(/, ['services/core/membership-writes.ts']],
  ['a seat is taken or given back', /\bADD\b[^'`]*\bseats\b/, ['services/core/membership-writes.ts']],
  [
    'an organization’s row is read',
    /\.get\(organizationKey\(/,
    // The log asks for the time zone alone.
    ['services/core/organization.ts', 'services/history/event-log-store.ts'],
  ],
];

describe('what was written in several modules once has one place', () => {
  it.each(kinds)('%s', (_, sign, places) => {
    const found = sources.filter((file) => sign.test(readFileSync(path.join(root, file), 'utf8')));
    expect(found.filter((file) => !places.includes(file))).toEqual([]);
    expect(found).toContain(places[0]);
  });
});
