/**
 * Runs at CloudFront's edge before a file of the website is looked for: an address without a file extension is a
 * screen, and screens are all in app.html, except the pages without JavaScript, which are files of their own. It stands on the website's behaviour only, so the API's 404 stays a 404.
 * CloudFront's own dialect (a global `handler`), hence a text.
 */
export const spaRouting = `function handler(event) {
  var request = event.request;
  var pages = {
    '/': '/index.html',
    '/terms': '/terms.html',
    '/terms-and-conditions': '/terms.html',
    '/privacy': '/privacy.html',
  };
  if (!/\\.[^/]+$/.test(request.uri)) request.uri = pages[request.uri.replace(/(.)\\/$/, '$1')] || '/app.html';
  return request;
}
`;
