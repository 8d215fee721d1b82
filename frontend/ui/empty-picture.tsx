import type { ReactNode } from 'react';
import styles from './empty-picture.module.css';

/** What is drawn on a soft ground, in the lines of controls; `data-lit` is what the accent colours. */
const pictures = {
  /** Rows of work, the first one ticked. */
  list: (
    <>
      <rect x="36" y="16" width="88" height="20" rx="6" />
      <rect x="36" y="42" width="88" height="20" rx="6" />
      <rect x="36" y="68" width="88" height="20" rx="6" />
      <circle data-lit="" cx="49" cy="26" r="5" />
      <circle cx="49" cy="52" r="5" />
      <circle cx="49" cy="78" r="5" />
      <path d="M62 26h38M62 52h48M62 78h30" />
    </>
  ),
  /** Records of any kind: cards behind each other. */
  records: (
    <>
      <rect x="54" y="14" width="74" height="52" rx="8" />
      <rect x="44" y="24" width="74" height="52" rx="8" />
      <rect x="34" y="34" width="74" height="52" rx="8" />
      <path data-lit="" d="M44 46h22" />
      <path d="M44 58h52M44 70h36" />
    </>
  ),
  people: (
    <>
      <circle cx="48" cy="42" r="11" />
      <path d="M29 82a19 19 0 0 1 38 0z" />
      <circle cx="112" cy="42" r="11" />
      <path d="M93 82a19 19 0 0 1 38 0z" />
      <circle data-lit="" cx="80" cy="36" r="13" />
      <path data-lit="" d="M57 86a23 23 0 0 1 46 0z" />
    </>
  ),
  messages: (
    <>
      <path d="M34 20h62a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H58L44 70V58H34a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8z" />
      <path
        data-lit=""
        d="M76 46h50a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-8v11L104 80H76a8 8 0 0 1-8-8V54a8 8 0 0 1 8-8z"
      />
      <path d="M40 34h34M40 44h20" />
    </>
  ),
  /** What happened lately, along a line. */
  activity: (
    <>
      <path d="M50 16v72" />
      <circle data-lit="" cx="50" cy="26" r="8" />
      <circle cx="50" cy="52" r="8" />
      <circle cx="50" cy="78" r="8" />
      <path d="M70 26h48M70 52h34M70 78h42" />
    </>
  ),
  /** A looking glass over rows: nothing of what is there fits. */
  search: (
    <>
      <rect x="30" y="20" width="70" height="16" rx="5" />
      <rect x="30" y="42" width="70" height="16" rx="5" />
      <rect x="30" y="64" width="70" height="16" rx="5" />
      <circle data-lit="" cx="100" cy="54" r="20" />
      <path d="M115 69l16 17" strokeWidth="4" />
    </>
  ),
  invoices: (
    <>
      <path d="M50 14h60v76l-10-7-10 7-10-7-10 7-10-7-10 7z" />
      <path d="M62 30h36M62 42h24" />
      <path data-lit="" d="M62 58h36v12H62z" />
    </>
  ),
  trash: (
    <>
      <path d="M56 34h48l-5 54H61z" />
      <path d="M48 34h64M70 34v-8h20v8" />
      <path data-lit="" d="M80 76V52M72 59l8-8 8 8" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type EmptyPictureName = keyof typeof pictures;

/** A place where nothing is yet, drawn in the colours of the theme: for ui/empty-state.tsx. */
export const EmptyPicture = ({ of }: { of: EmptyPictureName }) => (
  <svg aria-hidden="true" width="160" height="104" viewBox="0 0 160 104" className={styles.picture}>
    <ellipse cx="80" cy="56" rx="74" ry="44" className={styles.ground} />
    {pictures[of]}
  </svg>
);
