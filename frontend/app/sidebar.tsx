import { useLayoutEffect, useRef } from 'react';
import { NavLink } from '../core/navigation.tsx';
import { paths } from '../core/paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import styles from './sidebar.module.css';

const destinations: readonly { path: string; label: string; icon: IconName }[] = [
  { path: paths.tasks, label: 'Tasks & Projects', icon: 'tasks' },
  { path: paths.settings, label: 'Settings', icon: 'settings' },
];

const Destinations = ({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) => (
  <nav aria-label="Main">
    <ul className={styles.destinations}>
      {destinations.map(({ path, label, icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            className={styles.destination}
            title={collapsed ? label : undefined}
            onClick={onGo}
          >
            <Icon name={icon} />
            <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

export const sidebarId = 'sidebar';

/** The sidebar of wide screens: 16rem, or 3rem with icons only. */
export const Sidebar = ({ collapsed }: { collapsed: boolean }) => (
  <aside id={sidebarId} className={styles.sidebar} data-collapsed={collapsed || undefined}>
    <div className={styles.top}>
      <Logo markOnly={collapsed} />
    </div>
    <Destinations collapsed={collapsed} />
  </aside>
);

/** The same on phones: a sheet of 18rem over the page. */
export const SidebarSheet = ({ onClose }: { onClose: () => void }) => {
  const sheet = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = sheet.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way to close a dialog (onCancel).
    <dialog
      ref={sheet}
      aria-label="Navigation"
      className={styles.sheet}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === sheet.current && onClose()}
    >
      <div className={styles.sheetPanel}>
        <div className={styles.top}>
          <Logo />
          <IconButton icon="close" label="Close navigation" onClick={onClose} />
        </div>
        <Destinations collapsed={false} onGo={onClose} />
      </div>
    </dialog>
  );
};
