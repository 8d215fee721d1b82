import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { type LaterPart, useLaterPart } from './later-part.ts';
import { Notice } from './notice.tsx';

interface LaterDialogProps<Props> {
  part: LaterPart<Props>;
  onClose: () => void;
  children: (Part: ComponentType<Props>) => ReactNode;
}

/** A dialog whose code comes later; where it can't come, a dialog that says so. */
export const LaterDialog = <Props,>({ part, onClose, children }: LaterDialogProps<Props>) => {
  const { Part, failed, retry } = useLaterPart(part);
  if (Part) return children(Part);
  return (
    failed && (
      <Dialog title="This could not be opened" onClose={onClose} lightDismiss>
        <DialogBody>
          <Notice kind="error">
            A part of Guildhall could not be loaded. Check your connection and try again.
          </Notice>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" data-autofocus="" onClick={retry}>
            Try again
          </Button>
        </DialogActions>
      </Dialog>
    )
  );
};
