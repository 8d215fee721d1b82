import type { ReactNode } from 'react';
import { t } from '../../shared/core/translate.ts';
import { explain } from '../core/failure.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What the button says. */
  action: string;
  busyText: string;
  /** What is said of a failure, before why: `Failed to delete code.` */
  failure: string;
  /** What the button does (core/submission.ts). */
  submission: { submit: () => void; busy: boolean; error: Error | null };
  onClose: () => void;
  lightDismiss?: boolean;
  /** What happens then. */
  children: ReactNode;
}

/** Asks before something that cannot simply be taken back; "Cancel" has the focus. */
export const ConfirmDialog = ({
  title,
  action,
  busyText,
  failure,
  submission: { submit, busy, error },
  onClose,
  lightDismiss = false,
  children,
}: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onClose} alert lightDismiss={lightDismiss}>
    <DialogBody>
      <p>{children}</p>
      {error && (
        <Notice kind="error">
          {failure} {explain(error)}
        </Notice>
      )}
    </DialogBody>
    <DialogActions>
      <Button data-autofocus="" onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button look="danger" busy={busy} busyText={busyText} onClick={() => submit()}>
        {action}
      </Button>
    </DialogActions>
  </Dialog>
);
