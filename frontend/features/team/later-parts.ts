import { laterPart } from '../../ui/later-part.ts';

/** Checks what is typed with the server's schemas, which the directory does without. */
export const inviteDialog = laterPart(() => import('./invite-dialog.tsx'));
