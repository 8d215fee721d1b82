/** Text that is already safe HTML. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

type Part = string | number | Html | readonly Part[] | undefined | false;

const render = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeText(String(part));
};

/** Puts values into a page; whatever is not {@link Html} is escaped, lists are joined, `undefined` and `false` vanish. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((page, text, index) => page + render(parts[index - 1]) + text));
}

/** A whole page of a stand-in: one style, one main part. */
export const htmlPage = (title: string, style: Html, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`.text;
