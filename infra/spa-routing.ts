/** What stands at the website's root beside `assets/`: `frontend/public`, the page, and what a deployment adds. */
export const rootFiles = [
  '/index.html',
  '/app.html',
  '/terms.html',
  '/privacy.html',
  '/config.json',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/icon-touch-180.png',
  '/manifest.webmanifest',
  '/robots.txt',
  '/theme-boot.js',
  '/third-party-licenses.txt',
];

/**
 * Runs at CloudFront's edge before a file of the website is looked for: an address that is no file of the website is a
 * screen, whatever it looks like, and screens are all in app.html (the one that says "Page not found" too), except the
 * pages without JavaScript, which are files of their own. It stands on the website's behaviour only, so the API's 404
 * stays a 404. CloudFront's own dialect (a global `handler`), hence a text.
 */
export const spaRouting = `var rootFiles = ${JSON.stringify(rootFiles)};
function handler(event) {
  var request = event.request;
  var pages = {
    '/': '/index.html',
    '/terms': '/terms.html',
    '/terms-and-conditions': '/terms.html',
    '/privacy': '/privacy.html',
  };
  var isFile = request.uri.indexOf('/assets/') === 0 || rootFiles.indexOf(request.uri) >= 0;
  if (!isFile) request.uri = pages[request.uri.replace(/(.)\\/$/, '$1')] || '/app.html';
  return request;
}
`;
