import type { ComponentType, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions, DialogBody } from './dialog.tsx';
import { type LazyPart, useLazyPart } from './lazy-part.ts';
import { Notice } from './notice.tsx';

interface LazyDialogProps<Props> {
  part: LazyPart<Props>;
  onClose: () => void;
  children: (Part: ComponentType<Props>) => ReactNode;
}

/** A dialog whose code is fetched when it opens; where that fails, a dialog that says so. */
export const LazyDialog = <Props,>({ part, onClose, children }: LazyDialogProps<Props>) => {
  const { Part, failed, retry } = useLazyPart(part);
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
