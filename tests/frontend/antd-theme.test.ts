import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { antdSheets } from '../../frontend/antd-styles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const antd = path.dirname(createRequire(import.meta.url).resolve('antd/package.json'));
const sheetOf = antdSheets();

/** `DatePicker` → `date-picker`, the folder of antd that it comes from. */
const folderOf = (component: string) => component.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

/** The components that the website imports from antd. */
const used = [
  ...new Set(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'frontend'], { cwd: root })
      .toString()
      .split('\n')
      .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)))
      .flatMap((file) => [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(/import \{([^}]+)\} from 'antd'/g),
      ])
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => existsSync(path.join(antd, 'es', folderOf(name), 'style/index.js'))),
  ),
];

/** Colours that are not ours: shadows, the thirteen named colours of antd, and its dark menu, none of which is used. */
const notOurs =
  /shadow|-(blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold)\b|menu-dark/;

describe('how antd looks', () => {
  it('reads real files', () => expect(used).toContain('Button'));

  it.each(['shared', ...used])('%s has no colour but those of app/base.css', (name) => {
    const css = sheetOf(name === 'shared' ? name : `${folderOf(name)}/style/index`);
    const variables = [...css.matchAll(/:root\{([^}]*)\}/g)].flatMap(([, block = '']) => block.split(';'));
    const literal = variables.filter((line) => /#[\da-f]{3,8}\b|rgba?\(/i.test(line) && !notOurs.test(line));
    expect(literal).toEqual([]);
  });
});
