import { lazy, Suspense } from 'react';
import type { Session } from '../../shared/access/contract.ts';
import { Navigate, Route, Routes, useLocation } from '../core/navigation.tsx';
import { paths } from '../core/paths.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { SessionGate } from './session-gate.tsx';
import { Splash } from './splash.tsx';

const loadTasks = () => import('../features/tasks/tasks-page.tsx');

const loadShell = () => import('./dashboard-shell.tsx');
const DashboardShell = lazy(loadShell);
const LoginPage = lazy(() => import('../features/access/login-page.tsx'));
const SignupPage = lazy(() => import('../features/access/signup-page.tsx'));
const SigningInPage = lazy(() => import('../features/access/signing-in-page.tsx'));
const loadWelcome = () => import('../features/access/welcome-page.tsx');
const WelcomePage = lazy(loadWelcome);
const loadPayment = () => import('../features/access/payment-page.tsx');
const PaymentPage = lazy(loadPayment);
const DeleteAccountPage = lazy(() => import('../features/access/delete-account-page.tsx'));
const NotFoundPage = lazy(() => import('./not-found-page.tsx'));
const TasksPage = lazy(loadTasks);
const SettingsPage = lazy(() => import('../features/settings/settings-page.tsx'));
const TeamPage = lazy(() => import('../features/team/team-page.tsx'));
const MemberPage = lazy(() => import('../features/team/member-page.tsx'));
const chatPanel = lazyPart(() => import('../features/chat/chat-panel.tsx'));
const trashPanel = lazyPart(() => import('../features/tasks/deleted-tasks.tsx'));
const DeletedTasksPage = lazy(() => import('../features/tasks/deleted-tasks-page.tsx'));

// A screen behind the gate loads beside the session instead of after it.
if (location.pathname.startsWith(paths.dashboard)) void loadShell();
if (location.pathname === paths.dashboard || location.pathname === paths.tasks) void loadTasks();
if (location.pathname === paths.welcome) void loadWelcome();
if (location.pathname === paths.payment) void loadPayment();

/** An account holder in trial may choose a plan; with a plan only the way back from the checkout leads here (S1 §4). */
const mayChoosePlan = ({ membership }: Session): boolean =>
  membership?.accountHolder === true &&
  (membership.plan.status !== 'active' || new URLSearchParams(location.search).get('checkout') === 'done');

const ToSettings = () => <Navigate to={paths.settings + useLocation().search} replace />;

/** Every screen of the website; all but the shell load when they are opened. */
export const Router = () => (
  <Suspense fallback={<Splash />}>
    <Routes>
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.signup} element={<SignupPage />} />
      <Route path={paths.signingIn} element={<SigningInPage />} />
      <Route
        path={paths.welcome}
        element={
          <SessionGate place={paths.welcome}>{(session) => <WelcomePage session={session} />}</SessionGate>
        }
      />
      <Route
        path={paths.payment}
        element={
          <SessionGate place={paths.payment} admits={mayChoosePlan}>
            {(session) => <PaymentPage session={session} />}
          </SessionGate>
        }
      />
      <Route
        path={paths.deleteAccount}
        element={
          <SessionGate place={paths.deleteAccount} admits={() => true}>
            {(session) => <DeleteAccountPage session={session} />}
          </SessionGate>
        }
      />
      <Route
        path={paths.dashboard}
        element={
          <SessionGate place={paths.dashboard}>
            {({ user, membership }) => <DashboardShell member={{ user, membership: membership! }} />}
          </SessionGate>
        }
      >
        <Route index element={<Navigate to={paths.tasks} replace />} />
        <Route path={paths.tasks} element={<TasksPage />} />
        <Route path={paths.deletedTasks} element={<DeletedTasksPage />} />
        <Route path={paths.team} element={<TeamPage chat={chatPanel} />} />
        <Route path={paths.member} element={<MemberPage />} />
        <Route path={paths.settings} element={<SettingsPage trash={trashPanel} />} />
      </Route>
      <Route path="/settings" element={<ToSettings />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
