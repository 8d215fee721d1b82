import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/**
 * Changes every check by which one organization is kept from another, one at a time, and runs tests/guards against each change: one that
 * no test notices is a check that nobody would miss (docs/testing.md). Names of files as arguments narrow it down to them.
 */
const guarded = [
  'shared/core/access.ts',
  'services/core/{member-guard,admission-checks,membership,membership-writes,cursor,idempotency,record-keys,record-store}.ts',
  'services/core/{caller,parse-request,request-limit,retry-on-conflict,expressions,create-handler,records}.ts',
  'services/*/*-keys.ts',
  'services/live/ticket-store.ts',
];

/** The least score, in per cent, and that of which nothing is left unexplained. */
const leastScore = 95;

interface Explained {
  file: string;
  /** What is written there. */
  code: string;
  /** What it may become without anybody noticing; absent: whatever. */
  becomes?: string;
  why: string;
}

const root = path.resolve(import.meta.dirname, '..');
const explained = JSON.parse(
  readFileSync(path.join(root, 'tests/guards/unnoticed.json'), 'utf8'),
) as Explained[];

const textAt = (
  file: string,
  { start, end }: { start: { line: number; column: number }; end: { line: number; column: number } },
): string => {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, n) => line.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined))
    .join('\n')
    .replace(/\s+/g, ' ');
};

// Not in the repository: what was found last time about code and tests that are still the same.
const cache = 'node_modules/.cache/mutate';
mkdirSync(path.join(root, cache), { recursive: true });
const named = process.argv.slice(2);
type Options = ConstructorParameters<typeof Stryker>[0];
const options: Options = {
  mutate: named.length > 0 ? named : guarded,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/guards/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATE_AT_ONCE ?? 2),
  incremental: true,
  incrementalFile: `${cache}/${named.length > 0 ? 'named' : 'all'}.json`,
  tempDirName: `${cache}/sandbox`,
  reporters: ['progress-append-only'],
  ignorePatterns: ['/frontend', '/docs', '/tests', '!/tests/guards', '/bench', '/.git', '/.ci'],
  allowConsoleColors: false,
  // Rewriting it needs the compiler's interface, which TypeScript 7 has no more; nothing is compiled here.
  tsconfigFile: 'none',
  logLevel: 'warn' as NonNullable<Options['logLevel']>,
};

const results = await new Stryker(options).runMutationTest();
const counted = results.filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status));
const unnoticed = counted
  .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  .map(({ fileName, location, replacement = '', status }) => {
    const file = path.relative(root, fileName);
    return {
      file,
      line: location.start.line,
      code: textAt(fileName, location),
      becomes: replacement.replace(/\s+/g, ' '),
      status,
    };
  });
const isExplained = (one: (typeof unnoticed)[number]) =>
  explained.some(
    ({ file, code, becomes }) =>
      file === one.file && code === one.code && (becomes === undefined || becomes === one.becomes),
  );
const unexplained = unnoticed.filter((one) => !isExplained(one));
for (const { file, line, code, becomes, status } of unexplained)
  console.log(`${file}:${line} (${status})\n  - ${code}\n  + ${becomes}`);

const noticed = counted.length - unnoticed.length;
const score = (100 * noticed) / counted.length;
console.log(
  `${noticed} of ${counted.length} changes were noticed: ${score.toFixed(1)} % (at least ${leastScore} %). ` +
    `Of the others, ${unnoticed.length - unexplained.length} are explained and ${unexplained.length} are not.`,
);
if (score < leastScore || unexplained.length > 0) process.exitCode = 1;
