/** What stands at the website's root beside `assets/`: `frontend/public`, the page, and what a deployment adds. */
export const rootFiles = ['/index.html', '/config.json', '/favicon.svg', '/theme-boot.js'];

/**
 * Runs at CloudFront's edge before a file of the website is looked for: an address that is no file of the website is a
 * screen, whatever it looks like, and screens are all in index.html (the one that says "Page not found" too). It stands
 * on the website's behaviour only, so the API's 404 stays a 404. CloudFront's own dialect (a global `handler`), hence a text.
 */
export const spaRouting = `var rootFiles = ${JSON.stringify(rootFiles)};
function handler(event) {
  var request = event.request;
  var isFile = request.uri.indexOf('/assets/') === 0 || rootFiles.indexOf(request.uri) >= 0;
  if (!isFile) request.uri = '/index.html';
  return request;
}
`;
