import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from './landing.tsx';
import { Privacy, Terms } from './legal.tsx';

type Page = (props: { styles: readonly string[] }) => ReactElement;

/** Every page without JavaScript, by the name of its file. infra/spa-routing.ts says which address shows which. */
const pages: Record<string, Page> = { 'index.html': Landing, 'terms.html': Terms, 'privacy.html': Privacy };

/** All pages as HTML. @param styles addresses of their style sheets */
export const renderPages = (styles: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([file, Page]) => [
      file,
      `<!doctype html>${renderToStaticMarkup(<Page styles={styles} />)}`,
    ]),
  );
