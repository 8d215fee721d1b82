import type { Locator, Page } from 'playwright-core';

/** Presses a button twice before the screen can be drawn in between, as fast fingers on a busy machine do. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/** What a page sends by itself, whatever is pressed. */
const unasked = new Set(['/api/live/tickets', '/api/chat/read']);

/** Collects what the page is made to send to the API from now on, but for reading: `POST /api/tasks`. */
export const submissionsOf = (page: Page): string[] => {
  const submissions: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() !== 'GET' && !unasked.has(pathname))
      submissions.push(`${request.method()} ${pathname}`);
  });
  return submissions;
};
