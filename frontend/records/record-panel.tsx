import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useDesk } from '../core/phone.ts';
import { IconButton } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import styles from './record-panel.module.css';

interface RecordPanelProps {
  /** What is shown, for who hears it. */
  label: string;
  /** What can be done with it, before the button that closes. */
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

const Inside = ({ actions, onClose, children }: Omit<RecordPanelProps, 'label'>) => (
  <div className={styles.inside}>
    <header className={styles.bar}>
      {actions}
      <IconButton icon={X} label="Close" onClick={onClose} />
    </header>
    <div className={styles.body}>{children}</div>
  </div>
);

const Beside = ({ label, onClose, ...inside }: RecordPanelProps) => {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current!;
    const opener = document.activeElement;
    element.focus({ preventScroll: true });
    return () => {
      const had = element.contains(document.activeElement) || document.activeElement === document.body;
      if (had && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside ref={panel} aria-label={label} tabIndex={-1} className={styles.beside} onKeyDown={onKeyDown}>
      <Inside onClose={onClose} {...inside} />
    </aside>
  );
};

/** A record's page: beside its list on a desk, over it on a tablet, and in its place on a phone. */
export const RecordPanel = (props: RecordPanelProps) => {
  const { label, onClose, ...inside } = props;
  if (useDesk()) return <Beside {...props} />;
  return (
    <Modal aria-label={label} className={styles.over} onClose={onClose} lightDismiss>
      <Inside onClose={onClose} {...inside} />
    </Modal>
  );
};
