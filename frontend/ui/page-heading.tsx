import { type ReactNode, useEffect, useRef } from 'react';
import { nameDocument } from './document-title.ts';
import styles from './page-heading.module.css';

// The browser focuses the document on a full load; only a move inside of the app has to be announced.
let firstScreen = true;

interface PageHeadingProps {
  children: string;
  subtitle?: ReactNode;
  /** The document's title where it differs from the heading. */
  documentTitle?: string;
  className?: string | undefined;
}

/**
 * The one h1 of a screen. It names the document and takes the focus when a person arrives from another screen, so
 * that a screen reader says where they are.
 */
export const PageHeading = ({ children, subtitle, documentTitle, className }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    nameDocument(documentTitle ?? children);
  }, [children, documentTitle]);

  useEffect(() => {
    if (!firstScreen) heading.current?.focus();
    firstScreen = false;
  }, []);

  return (
    <div className={className}>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {children}
      </h1>
      {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
    </div>
  );
};
