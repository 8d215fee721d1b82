import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What of ARCHITECTURE.md stands under a heading. */
const section = (heading: string): string => {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, after = ''] = text.split(`## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
};

/** Where the code would have to be touched for tasks: outside their own folders, and not where another module only uses them. */
const own = /^(shared|services|frontend\/features)\/tasks\/|^tests\/support\/tasks/;
const places = /^(shared|services|infra|frontend\/(core|app|ui)|tests\/support)\/.*\.tsx?$/;
const namesTasks =
  /\/tasks\/(contract|kind|rules)\.ts|features\/tasks\/|'tasks?'|\bpath: paths\.tasks\b|\btasks: |'tasks\.(read|write)'/;

it('the list in ARCHITECTURE.md of what a kind of record touches is what tasks do touch: at most 8 files', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => places.test(file) && !own.test(file));
  // Names of icons are not names of kinds: several kinds may share one.
  const naming = files.filter(
    (file) =>
      file !== 'frontend/app/kind-icons.ts' && namesTasks.test(readFileSync(path.join(root, file), 'utf8')),
  );
  const [required = '', byChoice = ''] = section('How to add a kind of record').split(
    'Of tasks, these say more',
  );
  const named = (text: string) => [...text.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, file]) => file as string);
  expect(named(required).length).toBeLessThanOrEqual(8);
  expect([...named(required), ...named(byChoice.split('\n\n')[0] ?? '')].sort()).toEqual(naming.sort());
});
