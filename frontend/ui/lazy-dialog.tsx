import type { ComponentType, ReactNode } from 'react';
import { t } from '../../shared/core/translate.ts';
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
      <Dialog title={t('This could not be opened')} onClose={onClose} lightDismiss>
        <DialogBody>
          <Notice kind="error">
            {t('A part of Guildhall could not be loaded. Check your connection and try again.')}
          </Notice>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button look="primary" data-autofocus="" onClick={retry}>
            {t('Try again')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  );
};
