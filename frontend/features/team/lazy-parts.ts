import { lazyPart } from '../../ui/lazy-part.ts';

/** Checks what is typed with the server's schemas, which the directory does without. */
export const inviteDialog = lazyPart(() => import('./invite-dialog.tsx'));
