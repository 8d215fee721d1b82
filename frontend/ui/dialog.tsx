import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../shared/core/translate.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

interface DialogProps {
  title: string;
  /** Asked for by Esc, the close button or, where `lightDismiss` is set, a press beside the dialog. */
  onClose: () => void;
  size?: 'small' | 'form';
  lightDismiss?: boolean;
  alert?: boolean;
  children: ReactNode;
}

/** A modal dialog with a title and a button that closes it. */
export const Dialog = ({
  title,
  onClose,
  size = 'small',
  lightDismiss = false,
  alert = false,
  children,
}: DialogProps) => {
  const titleId = useId();
  return (
    <Modal
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, styles[size])}
      lightDismiss={lightDismiss}
      onClose={onClose}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton icon={X} label={t('Close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </Modal>
  );
};

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
);

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <footer className={styles.actions}>{children}</footer>
);
