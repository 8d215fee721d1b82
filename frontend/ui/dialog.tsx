import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Asked for by Esc, the close button or, where `lightDismiss` is set, a press beside the dialog. */
  onClose: () => void;
  size?: 'small' | 'form';
  lightDismiss?: boolean;
  alert?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`, which keeps the focus inside and the page behind it inert. It is open
 * while it is mounted; the control that opened it gets the focus back. `data-autofocus` marks what gets it first.
 */
export const Dialog = ({
  title,
  onClose,
  size = 'small',
  lightDismiss = false,
  alert = false,
  children,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closing before removal is what gives the focus back.
    return () => element.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way to close a dialog (onCancel).
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, styles[size])}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => lightDismiss && event.target === dialog.current && onClose()}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
};

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
);

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className={styles.actions}>{children}</footer>
);
