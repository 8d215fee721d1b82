import { lazyPart } from '../../ui/lazy-part.ts';

/** What both the list and the dialog can do without until somebody asks for it. */
export const conflictDialog = lazyPart(() => import('./conflict-dialog.tsx'));
export const markdownText = lazyPart(() => import('./markdown-text.tsx'));
