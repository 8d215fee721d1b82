import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { type Plugin, runnerImport } from 'vite';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const sheets = ['app/base.css', 'site/site.css'];

type Pages = typeof import('./site/pages.tsx');

const render = async (styles: readonly string[]): Promise<Record<string, string>> => {
  const { module } = await runnerImport<Pages>(file('./site/pages.tsx'), {
    configFile: false,
    logLevel: 'warn',
    // The runner's own build of React warns of what only development would need.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return module.renderPages(styles);
};

/** The addresses of the pages without JavaScript, as infra/spa-routing.ts has them for the deployed website. */
const addresses: Record<string, string> = {
  '/': 'index.html',
  '/terms': 'terms.html',
  '/terms-and-conditions': 'terms.html',
  '/privacy': 'privacy.html',
};

/**
 * The landing and the legal pages: React at build, plain HTML and one style sheet in the browser. The app's own document is
 * app.html; the development server shows it for every other address without a file extension.
 */
export const staticPages = (): Plugin => ({
  name: 'guildhall-static-pages',
  async generateBundle() {
    const css = (await Promise.all(sheets.map((sheet) => readFile(file(`./${sheet}`), 'utf8')))).join('\n');
    const { code } = await transform(css, { loader: 'css', minify: true });
    const sheet = this.emitFile({ type: 'asset', name: 'site.css', source: code });
    for (const [fileName, source] of Object.entries(await render([`/${this.getFileName(sheet)}`])))
      this.emitFile({ type: 'asset', fileName, source });
  },
  configureServer(server) {
    server.middlewares.use((incoming, outgoing, next) => {
      const [path = '/'] = (incoming.url ?? '/').split('?', 1);
      const page = addresses[path];
      if (page) {
        render(sheets.map((sheet) => `/${sheet}`))
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
