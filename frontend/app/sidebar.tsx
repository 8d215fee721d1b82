import { ListTodo, type LucideIcon, SlidersHorizontal, UsersRound, X } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { type Text, t } from '../../shared/core/translate.ts';
import { paths } from '../core/paths.ts';
import { countText } from '../features/chat/unread.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { Modal } from '../ui/modal.tsx';
import styles from './sidebar.module.css';

const destinations: readonly { path: string; label: Text; icon: LucideIcon }[] = [
  { path: paths.tasks, label: () => t('Tasks & Projects'), icon: ListTodo },
  { path: paths.team, label: () => t('Team'), icon: UsersRound },
  { path: paths.settings, label: () => t('Settings'), icon: SlidersHorizontal },
];

interface DestinationsProps {
  collapsed: boolean;
  /** Messages in the team's chat. */
  unread: number;
  onGo?: () => void;
}

/** The number is beside the name, or at the icon where there is no room. */
const UnreadCount = ({ unread }: { unread: number }) => (
  <>
    <span aria-hidden="true" className={styles.count}>
      {countText(unread)}
    </span>
    <span className="visually-hidden">
      {t(', {shown} {unread, plural, one {unread message} other {unread messages}}', {
        shown: countText(unread),
        unread,
      })}
    </span>
  </>
);

const Destinations = ({ collapsed, unread, onGo }: DestinationsProps) => (
  <nav aria-label={t('Main')}>
    <ul className={styles.destinations}>
      {destinations.map(({ path, label, icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            className={styles.destination}
            data-tooltip={collapsed ? label() : undefined}
            data-tooltip-side="right"
            onClick={onGo}
          >
            <Icon of={icon} />
            <span className={collapsed ? 'visually-hidden' : undefined}>{label()}</span>
            {path === paths.team && unread > 0 && <UnreadCount unread={unread} />}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
);

export const sidebarId = 'sidebar';

/** The sidebar of wide screens: 16rem, or 3rem with icons only. */
export const Sidebar = ({ collapsed, unread }: { collapsed: boolean; unread: number }) => (
  <aside id={sidebarId} className={styles.sidebar} data-collapsed={collapsed || undefined}>
    <div className={styles.top}>
      <Logo markOnly={collapsed} />
    </div>
    <Destinations collapsed={collapsed} unread={unread} />
  </aside>
);

/** The same on phones: a sheet of 18rem over the page. */
export const SidebarSheet = ({ unread, onClose }: { unread: number; onClose: () => void }) => (
  <Modal aria-label={t('Navigation')} className={styles.sheet} lightDismiss onClose={onClose}>
    {/* Not its button, whose tooltip would lie over the first destination. */}
    <div className={styles.sheetPanel} data-autofocus="" tabIndex={-1}>
      <div className={styles.top}>
        <Logo />
        <IconButton icon={X} label={t('Close navigation')} onClick={onClose} />
      </div>
      <Destinations collapsed={false} unread={unread} onGo={onClose} />
    </div>
  </Modal>
);
