import type { Server } from 'node:http';
import { join } from 'node:path';
import { repository } from '../runner/builds.ts';
import type { DevServer } from '../runner/local-cloud.ts';

/** Vite's development server on the website's own port: a saved file is in the browser at once. */
export async function devWebsite(server: Server): Promise<DevServer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(repository, 'frontend/vite.config.ts'),
    mode: 'local-cloud',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
  return {
    serve: vite.middlewares,
    // React's refresh starts from an inline script, Vite writes styles into the page; changes arrive by a web socket.
    relax: (policy) =>
      policy
        .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "connect-src 'self' ws://localhost:*"),
    close: () => vite.close(),
  };
}
