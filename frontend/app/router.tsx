import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '../core/paths.ts';
import { DashboardShell } from './dashboard-shell.tsx';
import { Redirect } from './redirect.tsx';
import { SessionGate } from './session-gate.tsx';
import { Splash } from './splash.tsx';

const loadTasks = () => import('../features/tasks/tasks-page.tsx');

const LoginPage = lazy(() => import('../features/access/login-page.tsx'));
const SignupPage = lazy(() => import('../features/access/signup-page.tsx'));
const SigningInPage = lazy(() => import('../features/access/signing-in-page.tsx'));
const WelcomePage = lazy(() => import('../features/access/welcome-page.tsx'));
const PaymentPage = lazy(() => import('../features/access/payment-page.tsx'));
const NotFoundPage = lazy(() => import('./not-found-page.tsx'));
const TasksPage = lazy(loadTasks);
const DeletedTasksPage = lazy(() => import('../features/tasks/deleted-tasks-page.tsx'));

// The screen that most visits begin with loads beside the session instead of after it.
if (location.pathname === paths.dashboard || location.pathname === paths.tasks) void loadTasks();

/** Every screen of the website; all but the shell load when they are opened. */
export const Router = () => (
  <Suspense fallback={<Splash />}>
    <Routes>
      <Route path={paths.home} element={<Redirect to={paths.dashboard} />} />
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
          <SessionGate place={paths.payment}>{(session) => <PaymentPage session={session} />}</SessionGate>
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
        <Route index element={<Redirect to={paths.tasks} />} />
        <Route path={paths.tasks} element={<TasksPage />} />
        <Route path={paths.deletedTasks} element={<DeletedTasksPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);
