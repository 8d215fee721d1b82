import { lazyPart } from '../ui/lazy-part.ts';

/** What lists and forms can do without until somebody asks for it. */
export const conflictDialog = lazyPart(() => import('./conflict-dialog.tsx'));
export const markdownText = lazyPart(() => import('./markdown-text.tsx'));
