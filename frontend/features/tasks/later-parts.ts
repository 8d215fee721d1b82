import { laterPart } from '../../ui/later-part.ts';

/** What the task list can do without until somebody asks for it. */
export const taskDialog = laterPart(() => import('./task-dialog.tsx'));
export const conflictDialog = laterPart(() => import('./conflict-dialog.tsx'));
export const markdownText = laterPart(() => import('./markdown-text.tsx'));
