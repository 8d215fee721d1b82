/**
 * Runs at CloudFront's edge before a file of the website is looked for: an address without a file extension is a
 * screen, and screens are all in index.html. It stands on the website's behaviour only, so the API's 404 stays a 404.
 * CloudFront's own dialect (a global `handler`), hence a text.
 */
export const spaRouting = `function handler(event) {
  var request = event.request;
  if (!/\\.[^/]+$/.test(request.uri)) request.uri = '/index.html';
  return request;
}
`;
