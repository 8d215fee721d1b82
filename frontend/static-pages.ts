import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sheets = ['app/face.css', 'app/base.css', 'site/site.css'];

/** The file of the face that nearly every page needs: fetched with the page, not after its style sheet. */
const face = 'figtree-latin-wght-normal.woff2';

type Pages = typeof import('./site/pages.tsx');
type Files = Parameters<Pages['renderPages']>[0];

const pictures = 'site/pictures';

/** Under which address a bundle has a file, whatever hash it got. @throws when it has none, or several */
const addressOf = (bundle: Rolldown.OutputBundle, name: string): string => {
  const found = Object.values(bundle).filter((one) => one.type === 'asset' && one.names.includes(name));
  const [only, ...others] = found;
  if (!only || others.length > 0) throw new Error(`The website has ${found.length} files named ${name}.`);
  return `/${only.fileName}`;
};

const render = async (files: Files): Promise<Record<string, string>> => {
  const { module } = await runnerImport<Pages>(file('./site/pages.tsx'), {
    configFile: false,
    logLevel: 'warn',
    // The runner's own build of React warns of what only development would need.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return module.renderPages(files);
};

/** The addresses of the pages without JavaScript, as infra/spa-routing.ts has them for the deployed website. */
const addresses: Record<string, string> = {
  '/': 'index.html',
  '/terms': 'terms.html',
  '/terms-and-conditions': 'terms.html',
  '/privacy': 'privacy.html',
};

/**
 * The landing and the legal pages: React at build, plain HTML, one style sheet and the face in the browser. The app's own document is
 * app.html; the development server shows it for every other address without a file extension.
 */
export const staticPages = (): Plugin => ({
  name: 'guildhall-static-pages',
  async generateBundle(_, bundle) {
    // The app's own build has put the face's files where they are.
    const { outputFiles } = await build({
      stdin: {
        contents: sheets.map((sheet) => `@import "./${sheet}";`).join('\n'),
        loader: 'css',
        resolveDir: file('.'),
      },
      bundle: true,
      minify: true,
      write: false,
      legalComments: 'none',
      plugins: [
        {
          name: 'guildhall-emitted-files',
          setup: ({ onResolve }) =>
            onResolve({ filter: /\.woff2$/ }, ({ path }) => ({
              path: addressOf(bundle, basename(path)),
              external: true,
            })),
        },
      ],
    });
    const [{ text } = { text: '' }] = outputFiles;
    const sheet = this.emitFile({ type: 'asset', name: 'site.css', source: text });
    const styles = [`/${this.getFileName(sheet)}`];
    const addresses = new Map<string, string>();
    for (const name of await readdir(file(`./${pictures}`))) {
      const source = await readFile(file(`./${pictures}/${name}`));
      addresses.set(name, `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`);
    }
    const picture = (name: string): string => {
      const address = addresses.get(name);
      if (!address) throw new Error(`There is no picture ${name}: npm run pictures`);
      return address;
    };
    const preloads = [addressOf(bundle, face)];
    for (const [fileName, source] of Object.entries(await render({ styles, preloads, picture })))
      this.emitFile({ type: 'asset', fileName, source });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      bundle && [
        {
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: addressOf(bundle, face),
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head-prepend',
        },
      ],
  },
  configureServer(server) {
    server.middlewares.use((incoming, outgoing, next) => {
      const [path = '/'] = (incoming.url ?? '/').split('?', 1);
      const page = addresses[path];
      if (page) {
        render({
          styles: sheets.map((sheet) => `/${sheet}`),
          preloads: [],
          picture: (name) => `/${pictures}/${name}`,
        })
          .then((pages) => {
            outgoing.setHeader('content-type', 'text/html; charset=utf-8');
            outgoing.end(pages[page]);
          })
          .catch(next);
        return;
      }
      const isScreen = !/\.[^/]+$/.test(path) && incoming.headers.accept?.includes('text/html');
      if (isScreen) incoming.url = '/app.html';
      next();
    });
  },
});
