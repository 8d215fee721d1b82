// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of Amplify's source.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Amplify writes `https://` into these places; the sign-in page on this machine speaks http. File → [what is there, what we need]. */
const edits: Record<string, readonly [string, string]> = {
  'providers/cognito/apis/signInWithRedirect.mjs': [
    '`https://${domain}/oauth2/authorize?',
    '`http://${domain}/oauth2/authorize?',
  ],
  'providers/cognito/utils/oauth/completeOAuthFlow.mjs': [
    "'https://' + domain + '/oauth2/token'",
    "'http://' + domain + '/oauth2/token'",
  ],
  'providers/cognito/utils/oauth/oAuthSignOutRedirect.mjs': [
    '`https://${domain}/logout?',
    '`http://${domain}/logout?',
  ],
  'utils/openAuthSession.mjs': ["url.replace('http://', 'https://')", 'url'],
};

const editedFiles = Object.keys(edits);
const packageFolder = '@aws-amplify/auth/dist/esm/';

const fileOf = (id: string): string | undefined => {
  const path = id.replaceAll('\\', '/').split('?', 1)[0] ?? '';
  return editedFiles.find((file) => path.endsWith(packageFolder + file));
};

const edit = (file: string, code: string): string => {
  const [found, wanted] = edits[file] as readonly [string, string];
  if (code.split(found).length !== 2) {
    throw new Error(
      `Amplify has changed: ${file} should contain ${found} exactly once. Update ${import.meta.url}.`,
    );
  }
  return code.replace(found, wanted);
};

const transform = (code: string, id: string) => {
  const file = fileOf(id);
  return file === undefined ? null : { code: edit(file, code), map: null };
};

/**
 * Lets Amplify talk to a sign-in page over http. For Vite's mode `local-cloud` only: nothing of it may reach AWS.
 * @throws when Amplify's source is not what it was, or when a build ends without having met every file.
 */
export function amplifyOverHttp(): Plugin {
  const met = new Set<string>();
  let isBuild = false;
  return {
    name: 'amplify-over-http',
    enforce: 'pre',
    config: (_config, { command }) => {
      isBuild = command === 'build';
      const amplify = createRequire(import.meta.url).resolve('aws-amplify');
      const packageFile = createRequire(amplify).resolve('@aws-amplify/auth/package.json');
      for (const file of editedFiles) {
        edit(file, readFileSync(join(dirname(packageFile), 'dist/esm', file), 'utf8'));
      }
      return {
        optimizeDeps: {
          rolldownOptions: { plugins: [{ name: 'amplify-over-http', transform }] },
        },
      };
    },
    transform: (code, id) => {
      const file = fileOf(id);
      if (file !== undefined) met.add(file);
      return transform(code, id);
    },
    buildEnd(error) {
      const missed = editedFiles.filter((file) => !met.has(file));
      if (isBuild && !error && missed.length > 0) {
        this.error(`the build met none of: ${missed.join(', ')}. Amplify would call https:// addresses.`);
      }
    },
  };
}
