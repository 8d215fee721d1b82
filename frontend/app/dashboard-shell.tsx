import { PanelLeft } from 'lucide-react';
import { type MouseEvent, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { t } from '../../shared/core/translate.ts';
import { type Member, MemberProvider } from '../core/session.ts';
import { shortcutNames } from '../core/shortcuts.ts';
import { useUnread } from '../features/chat/unread.ts';
import { IconButton } from '../ui/button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { AntdProvider } from './antd-provider.tsx';
import styles from './dashboard-shell.module.css';
import { ErrorScreen } from './error-screen.tsx';
import { HeaderSearch } from './header-search.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Live } from './live.tsx';
import { LiveStatus } from './live-status.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { Sidebar, SidebarSheet, sidebarId } from './sidebar.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { Splash } from './splash.tsx';
import { TrialNotice } from './trial-notice.tsx';

const mainId = 'main';

const skipToMain = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
};

/** What surrounds every screen of the dashboard (S1 §2). */
const DashboardShell = ({ member }: { member: Member }) => {
  const sidebar = useSidebarState();
  const { pathname } = useLocation();
  const { user, membership } = member;
  const unread = useUnread(member);
  return (
    <MemberProvider value={member}>
      <AntdProvider>
        <a href={`#${mainId}`} className={styles.skip} onClick={skipToMain}>
          {t('Skip to content')}
        </a>
        <div className={styles.shell}>
          <Sidebar collapsed={sidebar.collapsed} unread={unread} />
          {sidebar.sheetOpen && <SidebarSheet unread={unread} onClose={sidebar.closeSheet} />}
          <div className={styles.side}>
            <header className={styles.header}>
              <div className={styles.bar}>
                <IconButton
                  icon={PanelLeft}
                  label={t('Toggle sidebar ({keys})', { keys: shortcutNames('b').short })}
                  aria-expanded={sidebar.sheetOpen || !sidebar.collapsed}
                  aria-controls={sidebarId}
                  aria-keyshortcuts="Control+B Meta+B"
                  onClick={sidebar.toggle}
                />
                <p dir="auto" title={membership.organization.name} className={styles.group}>
                  {membership.organization.name}
                </p>
                <HeaderSearch />
                <TrialNotice membership={membership} />
                <NotificationBell userId={user.id} />
                <AccountMenu user={user} />
              </div>
              <LiveStatus />
            </header>
            <main id={mainId} tabIndex={-1} className={styles.main}>
              <ErrorScreen at={pathname} inShell>
                <Suspense fallback={<Splash />}>
                  <Outlet />
                </Suspense>
              </ErrorScreen>
            </main>
          </div>
        </div>
        <LeaveQuestion />
        <Live key={`${user.id} ${membership.organization.id}`} member={member} />
      </AntdProvider>
    </MemberProvider>
  );
};

export default DashboardShell;
