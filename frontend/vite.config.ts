import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { antdStyles } from './antd-styles.ts';
import { compiledMessages } from './compiled-messages.ts';
import { routeTable } from './core/route-table.ts';
import { lucideParts } from './lucide-parts.ts';
import { reactRouterParts } from './react-router-parts.ts';
import { staticPages } from './static-pages.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const folder = (path: string): string => normalizePath(fileURLToPath(new URL(path, import.meta.url)));

/**
 * Bakes the route table into the bundle. In Node it is computed from the contracts; a browser that only needs
 * methods and paths should not load every schema (and zod) for them.
 */
const bakedRouteTable = (): Plugin => ({
  name: 'guildhall-baked-route-table',
  enforce: 'pre',
  load(id) {
    if (id !== folder('./core/route-table.ts')) return null;
    return `export const routeTable = ${JSON.stringify(routeTable)};`;
  },
});

/**
 * `--mode local-cloud` is the one difference between a website for this machine and one for AWS: sign-in over http.
 * (Vite refuses the name "local".)
 */
export default defineConfig(async ({ mode }) => {
  const local = mode === 'local-cloud';
  const amplifyOverHttp = local
    ? [(await import('../infra/local/cognito/amplify-over-http.ts')).amplifyOverHttp()]
    : [];
  return {
    root: folder('.'),
    plugins: [
      react(),
      bakedRouteTable(),
      compiledMessages(local),
      antdStyles(),
      reactRouterParts(),
      lucideParts(),
      staticPages(),
      thirdPartyNotices(),
      ...amplifyOverHttp,
    ],
    build: {
      outDir: folder(local ? '../.build/website-local' : '../.build/website'),
      emptyOutDir: true,
      rolldownOptions: {
        input: { index: folder('./app.html') },
        treeshake: {
          // antd says so of itself; the packages below it do nothing when they load either.
          moduleSideEffects: [{ test: /\/node_modules\/@(rc-component|ant-design)\//, sideEffects: false }],
        },
      },
      // Inlined files would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
});
