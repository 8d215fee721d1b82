import type { Locator, Page } from 'playwright-core';

/** Presses a button twice before the screen can be drawn in between, as fast fingers on a busy machine do. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/** What the page sends on its own, whenever its socket has to be opened anew. */
const unasked = '/api/live/tickets';

/** Collects what is submitted to the API from now on: `POST /api/tasks`. */
export const submissionsOf = (page: Page): string[] => {
  const submissions: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== unasked && request.method() !== 'GET')
      submissions.push(`${request.method()} ${pathname}`);
  });
  return submissions;
};
