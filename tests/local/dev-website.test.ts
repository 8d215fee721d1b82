import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../infra/local/runner/loopback-server.ts';
import { devWebsite } from '../../infra/local/website/dev-website.ts';

test('at every address of the website, the page’s own files are where it asks for them', async () => {
  let serve: RequestListener = (_, answer) => answer.end();
  const site = await listenOnLoopback(0, (request, answer) => serve(request, answer));
  onTestFinished(() => site.close());
  const website = await devWebsite(site.server);
  onTestFinished(website.close);
  serve = website.serve;
  for (const address of ['/login', '/dashboard/tasks', '/dashboard/team/somebody?from=here']) {
    const page = `http://localhost:${site.port}${address}`;
    const html = await (await fetch(page, { headers: { accept: 'text/html' } })).text();
    const files = [...html.matchAll(/(?:src|from|href)=?\s*"([^"]+)"/g)].map(([, file]) => file as string);
    expect(files.some((file) => file.includes('main.tsx'))).toBe(true);
    // What differs from stage to stage comes from the template, not from here.
    for (const file of files.filter((one) => one !== '/config.json')) {
      const answer = await fetch(new URL(file, page));
      expect([address, file, answer.status]).toEqual([address, file, 200]);
    }
  }
});
