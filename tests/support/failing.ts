import type { Page, Route } from 'playwright-core';

/** What a page asks of the API: `PATCH /api/profile`. */
type Call = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`;

const next = async (page: Page, call: Call, act: (route: Route) => Promise<void>): Promise<void> => {
  const [method, path] = call.split(' ') as [string, string];
  let left = 1;
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (left === 0 || route.request().method() !== method) return route.fallback();
      left -= 1;
      return act(route);
    },
  );
};

/** The next such call does not reach the server. */
export const failNext = (page: Page, call: Call): Promise<void> => next(page, call, (route) => route.abort());

/** Something happens just before the next such call reaches the server. */
export const before = (page: Page, call: Call, happens: () => Promise<void>): Promise<void> =>
  next(page, call, async (route) => {
    await happens();
    await route.continue();
  });

/** The next such call is carried out, and something happens before its answer comes back. */
export const holdNextAnswer = (page: Page, call: Call, happens: () => Promise<void>): Promise<void> =>
  next(page, call, async (route) => {
    const response = await route.fetch();
    await happens();
    await route.fulfill({ response });
  });

/** The next such call is carried out, but its answer does not come back. */
export const loseNextAnswer = (page: Page, call: Call): Promise<void> =>
  next(page, call, async (route) => {
    await route.fetch();
    await route.abort();
  });

/** The next such call is answered with this. */
export const answerNext = (
  page: Page,
  call: Call,
  { status, json }: { status: number; json: object },
): Promise<void> =>
  next(page, call, (route) =>
    route.fulfill({
      status,
      contentType: status < 400 ? 'application/json' : 'application/problem+json',
      body: JSON.stringify(json),
    }),
  );
