import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '../core/language.ts';

/** Shows everything anew when the language changes: each text is looked up when it is rendered, and none is watched. */
export const InLanguage = ({ children }: { children: ReactNode }) => (
  <Fragment key={useLanguage()}>{children}</Fragment>
);
