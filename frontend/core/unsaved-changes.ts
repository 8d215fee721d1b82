import { useEffect } from 'react';
import { isSigningOut, pageEnd } from './page-identity.ts';

/** Forms whose text is kept nowhere else: who leaves them is asked once (docs/decisions/0039-unsaved-forms.md). */
const unsaved = new Set<symbol>();

export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** They are given up: nobody is asked about them again. */
export const giveUpUnsavedChanges = (): void => {
  unsaved.clear();
  window.removeEventListener('beforeunload', askOnUnload);
};

/** The browser asks, in its own words. A page that ends for the sake of its person's data asks nobody. */
const askOnUnload = (event: BeforeUnloadEvent): void => {
  if (!pageEnd.aborted && !isSigningOut()) event.preventDefault();
};

/** Says whether a form that is shown differs from what is saved. */
export const useUnsavedChanges = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return;
    const form = Symbol('form');
    unsaved.add(form);
    // Not before: a page that listens is not kept for Back by every browser.
    window.addEventListener('beforeunload', askOnUnload);
    return () => {
      unsaved.delete(form);
      if (unsaved.size === 0) window.removeEventListener('beforeunload', askOnUnload);
    };
  }, [isUnsaved]);
};
