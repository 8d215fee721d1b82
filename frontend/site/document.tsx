import type { ReactNode } from 'react';
import { paths } from '../core/paths.ts';

/** The addresses of what a page loads. */
export interface Files {
  styles: readonly string[];
  /** Fonts that are fetched with the page, before the sheet that asks for them has come. */
  preloads: readonly string[];
  /** Under which address a picture of site/pictures/ is: `tasks-light-1120.webp`. */
  picture: (name: string) => string;
}

interface DocumentProps extends Pick<Files, 'styles' | 'preloads'> {
  title: string;
  description: string;
  /** Links of the bar that lead around this page. */
  anchors?: ReactNode;
  children: ReactNode;
}

const Mark = () => (
  <svg aria-hidden="true" viewBox="0 0 32 32" className="mark">
    <rect width="32" height="32" rx="8" className="mark-ground" />
    <path
      className="mark-gable"
      d="M6 26V17h3v-4h3.500V9.500H14V6h4v3.500h1.500V13H23v4h3v9h-7v-4.500a3 3 0 0 0-6 0V26z"
    />
  </svg>
);

const Footer = () => (
  <footer className="footer">
    <div className="wrap footer-columns">
      <div>
        <p className="brand">
          <Mark /> Guildhall
        </p>
        <p className="soft">Run your whole business from one place.</p>
      </div>
      <nav aria-labelledby="footer-product">
        <h2 id="footer-product">Product</h2>
        <ul>
          <li>
            <a href="/#features">Features</a>
          </li>
          <li>
            <a href="/#how">How it works</a>
          </li>
          <li>
            <a href="/#pricing">Pricing</a>
          </li>
          <li>
            <a href="/#faq">FAQ</a>
          </li>
          <li>
            <a href={paths.dashboard}>Open Guildhall</a>
          </li>
        </ul>
      </nav>
      <nav aria-labelledby="footer-rules">
        <h2 id="footer-rules">Rules &amp; Agreements</h2>
        <ul>
          <li>
            <a href="/terms-and-conditions">Terms and Conditions</a>
          </li>
          <li>
            <a href={paths.privacy}>Privacy Policy</a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
);

/** A page that is HTML and CSS alone: nothing of it runs in the browser but the choice of the theme. */
export const Document = ({ title, description, styles, preloads, anchors, children }: DocumentProps) => (
  // In front of the product it has its own green, whichever accent somebody chose inside.
  <html lang="en" data-brand="">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="theme-color" content="#ffffff" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-touch-180.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {preloads.map((address) => (
        <link
          key={address}
          rel="preload"
          href={address}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      {styles.map((address) => (
        <link key={address} rel="stylesheet" href={address} />
      ))}
      <script src="/theme-boot.js" />
    </head>
    <body className="site">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <div className="wrap bar-row">
          <a href="/" className="brand" aria-label="Guildhall, home">
            <Mark /> <span className="brand-name">Guildhall</span>
          </a>
          {anchors && (
            <nav aria-label="On this page" className="anchors">
              {anchors}
            </nav>
          )}
          <div className="bar-actions">
            <a href={paths.login} className="button quiet">
              Log In
            </a>
            <a href={paths.signup} className="button primary">
              Sign Up Free
            </a>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </body>
  </html>
);
