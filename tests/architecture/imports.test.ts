import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// Code flows one way (ARCHITECTURE.md, "Who may import whom"). A file outside these folders may import anything.
const root = path.resolve(import.meta.dirname, '../..');
const allFiles = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root },
)
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const files = allFiles.filter((file) => /^(shared|services|infra|frontend)\//.test(file));

const importsOfFile = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]/g)].map(
    ([, name]) => {
      const specifier = name as string;
      return specifier.startsWith('.')
        ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
        : specifier;
    },
  );

/** The names that a file takes from a package, `Button as AntdButton` being `Button`. Types don't count: they do nothing. */
const takenFrom = (name: string, file: string): string[] =>
  [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      new RegExp(`import \\{([^}]*)\\} from '${name}'`, 'g'),
    ),
  ]
    .flatMap(([, names = '']) => names.split(','))
    .map((taken) => taken.trim().split(' as ')[0] ?? '')
    .filter((taken) => taken !== '' && !taken.startsWith('type '));

/** What loads with a file, itself and its packages too: not what it fetches later (`import('…')`). */
const loadedWith = (first: readonly string[]): Set<string> => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!existsSync(path.join(root, file))) return;
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:\bfrom|\bimport)\s*'([^']+)'/g))
      load(name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name);
  };
  for (const file of first) load(file);
  return loaded;
};

const known = new Map(allFiles.map((file) => [file, importsOfFile(file)]));
const imports = (file: string): string[] => known.get(file) ?? [];

/**
 * Files that lead back to themselves, each circle once, as `a → b → a`. Imports that are fetched later (`import('…')`) count
 * too, and so do those of types: a circle of any kind can't be read from one end.
 *
 * @param importsOf by file; targets that are no key are ignored.
 */
const circlesOf = (importsOf: ReadonlyMap<string, readonly string[]>): string[] => {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file) || way.includes(file)) return;
    for (const target of importsOf.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of importsOf.keys()) walk(file, []);
  return circles;
};

interface Rule {
  /** What is kept, as a sentence. */
  rule: string;
  applies: RegExp;
  /** An import that matches is refused, unless `except` matches it too. `$1` is the applying file's first group. */
  refuses: RegExp;
  except?: (file: string, target: string) => boolean;
}

const sameFolder = (pattern: RegExp) => (file: string, target: string) =>
  pattern.exec(file)?.[1] === pattern.exec(target)?.[1];

const rules: Rule[] = [
  {
    rule: 'shared/ knows neither AWS nor React nor the other folders',
    applies: /^shared\//,
    refuses: /^(services|infra|frontend|tests)\/|^@?aws|^react|^antd|^node:/,
  },
  { rule: 'shared/core knows no module', applies: /^shared\/core\//, refuses: /^shared\/(?!core\/)/ },
  {
    rule: 'a shared module imports shared/core, itself, the schemas of others, and the list of kinds',
    applies: /^shared\/[^/]+\//,
    refuses: /^shared\/(?!core\/)/,
    except: (file, target) =>
      sameFolder(/^shared\/([^/]+)\//)(file, target) || /\/(contract|kinds)\.ts$/.test(target),
  },
  {
    rule: 'services import only services and shared',
    applies: /^services\//,
    refuses: /^(infra|frontend|tests)\/|^react|^antd|^aws-cdk-lib/,
  },
  {
    rule: 'services/core knows the modules only by their shared rules',
    applies: /^services\/core\//,
    refuses: /^services\/(?!core\/)/,
  },
  {
    rule: 'a service never imports a sibling, except its short public.ts',
    applies: /^services\/[^/]+\//,
    refuses: /^services\/(?!core\/)/,
    except: (file, target) =>
      sameFolder(/^services\/([^/]+)\//)(file, target) || /\/public\.ts$/.test(target),
  },
  {
    rule: 'only services/core and stores speak to AWS',
    applies: /^services\/(?!core\/)(?!.*-store\.ts)/,
    refuses: /^@aws-sdk\//,
  },
  {
    rule: 'the website imports only itself and shared',
    applies: /^frontend\//,
    refuses: /^(services|tests)\/|^@aws-sdk\/|^aws-cdk-lib/,
  },
  {
    rule: 'frontend/core and ui know no feature',
    applies: /^frontend\/(core|ui)\//,
    refuses: /^frontend\/(features|app|records)\//,
  },
  {
    rule: 'the kit of records knows no kind: no feature, and of shared only what all have in common',
    applies: /^frontend\/records\//,
    refuses: /^frontend\/(features|app)\/|^shared\/(?!core\/)/,
  },
  {
    rule: 'a feature never imports the app, nor a sibling feature, except its short public.ts',
    applies: /^frontend\/features\//,
    refuses: /^frontend\/(features|app)\//,
    except: (file, target) =>
      sameFolder(/^frontend\/features\/([^/]+)\//)(file, target) ||
      /^frontend\/features\/[^/]+\/public\.ts$/.test(target),
  },
  {
    rule: 'aws-cdk-lib stays in infra',
    applies: /^(shared|services|frontend)\//,
    refuses: /^(aws-cdk-lib|constructs|cdk-nag)/,
  },
  {
    rule: 'infra knows the services only by their bundles',
    applies: /^infra\//,
    refuses: /^(services|frontend)\//,
  },
  {
    rule: 'antd is imported by its name alone, but for its texts: nobody promises what is inside, on which only its styles as sheets depend',
    applies: /^(?!frontend\/antd-styles\.ts)/,
    refuses: /^antd\/(?!es\/locale\/)|^@ant-design\/|^@?rc-/,
  },
];

describe('who may import whom', () => {
  it.each(rules)('$rule', ({ applies, refuses, except }) => {
    const broken = files
      .filter((file) => applies.test(file))
      .flatMap((file) =>
        imports(file)
          .filter((target) => refuses.test(target) && !except?.(file, target))
          .map((target) => `${file} imports ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it('reads real files: the rules above would mean nothing on an empty list', () => {
    expect(files.length).toBeGreaterThan(30);
    expect(files.flatMap(imports).length).toBeGreaterThan(60);
  });

  it('frontend/core holds what is nobody’s in particular: what one feature alone uses lies with it', () => {
    // Every module with amounts will use these; today only the settings do.
    const expected = ['frontend/core/money.ts'];
    const users = (target: string) => files.filter((file) => imports(file).includes(target));
    const misplaced = files
      .filter((file) => file.startsWith('frontend/core/'))
      .filter((file) => {
        const folders = new Set(users(file).map((user) => path.posix.dirname(user)));
        return folders.size === 1 && /^frontend\/(features|app)\//.test([...folders][0] as string);
      });
    expect(misplaced).toEqual(expected);
  });

  it('what is in front of the dashboard, and the screens of errors, load no antd (decision 10)', () => {
    const inFront = files.filter((file) =>
      /^frontend\/(app\/(main|error-screen|not-found-page|session-gate)|features\/access\/[\w-]+-page)\.tsx$/.test(
        file,
      ),
    );
    expect(inFront.length).toBeGreaterThan(8);
    for (const file of inFront)
      expect(
        [...loadedWith([file])].filter((name) => /^antd\b/.test(name)),
        file,
      ).toEqual([]);
    expect(loadedWith(['frontend/app/dashboard-shell.tsx'])).toContain('antd');
  });

  it('parts of antd that need care to be read aloud, named or left are used by frontend/ui alone (decision 10)', () => {
    const withCare =
      /^(Modal|Drawer|Select|TreeSelect|AutoComplete|Dropdown|Menu|Form|DatePicker|Tabs|Popover|Popconfirm|Upload|message|notification)$/;
    const careless = files
      .filter((file) => /^frontend\/(?!ui\/)/.test(file))
      .flatMap((file) =>
        takenFrom('antd', file)
          .filter((name) => withCare.test(name))
          .map((name) => `${file} uses ${name}`),
      );
    expect(careless).toEqual([]);
  });

  it('no file leads back to itself', () => {
    expect(circlesOf(known)).toEqual([]);
  });

  it('a circle is found however long it is, and a file that many import is none', () => {
    const importsOf = new Map([
      ['entry', ['a', 'shared']],
      ['a', ['b', 'shared']],
      ['b', ['c']],
      ['c', ['a', 'outside']],
      ['shared', []],
    ]);
    expect(circlesOf(importsOf)).toEqual(['a → b → c → a']);
  });

  it('zod is imported as a namespace: { z } carries every locale into a bundle', () => {
    const named = files.filter((file) =>
      /import\s*\{[^}]*\bz\b[^}]*\}\s*from\s*'zod'/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(named).toEqual([]);
  });

  it('no folder is a drawer: nothing is called utils, helpers, common or manager', () => {
    expect(files.filter((file) => /(^|[/-])(utils?|helpers?|common|managers?)([./-]|$)/.test(file))).toEqual(
      [],
    );
  });
});
