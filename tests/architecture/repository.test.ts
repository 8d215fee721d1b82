import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter(Boolean);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the repository speaks of itself alone', () => {
  it('the lock file records no download addresses', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
  });

  it('every relative link in the documents leads to a file that exists', () => {
    const documents = tracked.filter((file) => file.endsWith('.md'));
    const dead = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, link]) => path.posix.normalize(path.posix.join(path.posix.dirname(file), link as string)))
        .filter(
          (target) =>
            !tracked.some((name) => name === target || name.startsWith(`${target.replace(/\/$/, '')}/`)),
        )
        .map((target) => `${file}: ${target}`),
    );
    expect(documents.length).toBeGreaterThan(3);
    expect(dead).toEqual([]);
  });

  it('infra/local is folders, and each says in one line what it stands for', () => {
    const inside = tracked.filter((file) => file.startsWith('infra/local/')).map((file) => file.split('/'));
    expect(inside.filter((parts) => parts.length !== 4).map((parts) => parts.join('/'))).toEqual([]);
    const folders = [...new Set(inside.map((parts) => parts.slice(0, 3).join('/')))];
    expect(folders.length).toBeGreaterThan(10);
    const told = folders.filter((folder) => tracked.includes(`${folder}/README.md`));
    expect(folders.filter((folder) => !told.includes(folder))).toEqual([]);
    expect(told.filter((folder) => !/^\S[^\n]+\.\n$/.test(read(`${folder}/README.md`)))).toEqual([]);
  });
});
