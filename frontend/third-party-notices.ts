import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Where browsers find it, beside the pages. */
export const noticesFile = 'third-party-licenses.txt';

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The package that a bundled module comes from; undefined for ours and for what the bundler makes up. */
const packageOf = (moduleId: string): Package | undefined => {
  const file = moduleId.replace(/^\0/, '').split('?')[0] ?? '';
  if (!/[\\/]node_modules[\\/]/.test(file)) return undefined;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const description = join(folder, 'package.json');
    if (!existsSync(description)) continue;
    const { name, version, license } = JSON.parse(readFileSync(description, 'utf8'));
    // Some packages mark folders of theirs as ES modules with a package.json that names nothing.
    if (name && version) return { folder, name, version, license };
  }
  return undefined;
};

const root = fileURLToPath(new URL('.', import.meta.url));

const licenseFile = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

/** @throws an Error for a package that does not say under which licence it is. */
const noticeOf = ({ folder, name, version, license }: Package): string => {
  const texts = readdirSync(folder)
    .filter((file) => licenseFile.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (!license && texts.length === 0) throw new Error(`${name} does not say under which licence it is.`);
  return [`${name} ${version} (${license ?? 'see below'})`, ...texts].join('\n\n');
};

/**
 * Writes the licences of all packages that really are in the bundle, fonts too, beside the pages: most of them ask to be
 * handed on with every copy.
 */
export const thirdPartyNotices = (): Plugin => ({
  name: 'guildhall-third-party-notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const packages = new Map<string, Package>();
    // Of a package like antd all is read, and little is in the end written. Style sheets are written beside the code.
    const written = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
        : [],
    );
    const sheets = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id));
    // A font that a sheet of ours takes from a package is a file of the bundle, by its path from the website's root.
    const files = Object.values(bundle).flatMap((file) =>
      file.type === 'asset' ? file.originalFileNames.map((name) => resolve(root, name)) : [],
    );
    for (const id of [...written, ...sheets, ...files]) {
      const found = packageOf(id);
      if (found) packages.set(`${found.name} ${found.version}`, found);
    }
    const notices = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => noticeOf(found));
    const head = 'Guildhall contains the following software, under the licences that stand with each.';
    this.emitFile({
      type: 'asset',
      fileName: noticesFile,
      source: `${[head, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
    });
  },
});
