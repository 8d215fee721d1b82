import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Files } from './document.tsx';
import { Landing } from './landing.tsx';
import { Privacy, Terms } from './legal.tsx';

type Page = (props: Files) => ReactElement;

/** Every page without JavaScript, by the name of its file. infra/spa-routing.ts says which address shows which. */
const pages: Record<string, Page> = { 'index.html': Landing, 'terms.html': Terms, 'privacy.html': Privacy };

/** All pages as HTML. */
export const renderPages = (files: Files): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([file, Page]) => [
      file,
      `<!doctype html>${renderToStaticMarkup(<Page {...files} />)}`,
    ]),
  );
