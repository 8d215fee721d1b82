import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './modal.module.css';

interface ModalProps
  extends Omit<ComponentProps<'dialog'>, 'open' | 'ref' | 'onCancel' | 'onClick' | 'onPointerDown'> {
  /** Asked for by Esc or, where `lightDismiss` is set, a press beside it. */
  onClose: () => void;
  lightDismiss?: boolean;
}

/**
 * The browser's own modal `<dialog>`, which keeps the focus inside and the page behind it inert. It is open while it is
 * mounted; the control that opened it gets the focus back. `data-autofocus` marks what gets it first.
 */
export const Modal = ({ onClose, lightDismiss = false, className, ...rest }: ModalProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the last press began beside the dialog: a selection that only ends there closes nothing. */
  const beganBeside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closing before removal is what gives the focus back.
    return () => {
      element.close();
      // What opened it may have gone before it, with the row that was deleted: then the focus is nowhere, or still in here.
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement))
        document.querySelector<HTMLElement>('h1')?.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way to close a dialog (onCancel).
    <dialog
      {...rest}
      ref={dialog}
      className={classNames(styles.modal, className)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        beganBeside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (lightDismiss && beganBeside.current && event.target === dialog.current) onClose();
      }}
    />
  );
};
