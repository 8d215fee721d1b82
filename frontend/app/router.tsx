import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import type { Session } from '../../shared/access/contract.ts';
import { firstLanguage } from '../core/language.ts';
import { paths } from '../core/paths.ts';
import { Redirect } from '../core/redirect.tsx';
import { type LazyScreen, lazyPart, lazyScreen } from '../ui/lazy-part.ts';
import { loadAntdLocale } from './antd-locale.ts';
import { SessionGate } from './session-gate.tsx';
import { Splash } from './splash.tsx';

const DashboardShell = lazyScreen(
  async () => (await Promise.all([import('./dashboard-shell.tsx'), loadAntdLocale(firstLanguage())]))[0],
);
const LoginPage = lazyScreen(() => import('../features/access/login-page.tsx'));
const SignupPage = lazyScreen(() => import('../features/access/signup-page.tsx'));
const SigningInPage = lazyScreen(() => import('../features/access/signing-in-page.tsx'));
const WelcomePage = lazyScreen(() => import('../features/access/welcome-page.tsx'));
const PaymentPage = lazyScreen(() => import('../features/access/payment-page.tsx'));
const DeleteAccountPage = lazyScreen(() => import('../features/access/delete-account-page.tsx'));
const NotFoundPage = lazyScreen(() => import('./not-found-page.tsx'));
const TasksPage = lazyScreen(() => import('../features/tasks/tasks-page.tsx'));
const DeletedTasksPage = lazyScreen(() => import('../features/tasks/deleted-tasks-page.tsx'));
const SettingsPage = lazyScreen(() => import('../features/settings/settings-page.tsx'));
const TeamPage = lazyScreen(() => import('../features/team/team-page.tsx'));
const MemberPage = lazyScreen(() => import('../features/team/member-page.tsx'));
const chatPanel = lazyPart(() => import('../features/chat/chat-panel.tsx'));
const trashPanel = lazyPart(() => import('../features/tasks/deleted-tasks.tsx'));

type AnyScreen = Pick<LazyScreen<object>, 'load'>;

const inDashboard = (pathname: string): boolean => `${pathname}/`.startsWith(`${paths.dashboard}/`);

/** Whether an address is behind the {@link SessionGate}. */
export const needsSession = (pathname: string): boolean =>
  inDashboard(pathname) ||
  ([paths.welcome, paths.payment, paths.deleteAccount] as string[]).includes(pathname);

/** What each address shows. */
const screensAt: Record<string, AnyScreen> = {
  [paths.login]: LoginPage,
  [paths.signup]: SignupPage,
  [paths.signingIn]: SigningInPage,
  [paths.welcome]: WelcomePage,
  [paths.payment]: PaymentPage,
  [paths.deleteAccount]: DeleteAccountPage,
  [paths.dashboard]: TasksPage,
  [paths.tasks]: TasksPage,
  [paths.deletedTasks]: DeletedTasksPage,
  [paths.settings]: SettingsPage,
  [paths.team]: TeamPage,
};

/** The pages of single records are found by where they lie. */
const pagesBelow: readonly [string, AnyScreen][] = [
  [paths.tasks, TasksPage],
  [paths.team, MemberPage],
];

/**
 * Fetches the code of what an address shows. Never rejects: whatever is missing is asked for again when it is shown, where
 * the failure has its screen.
 */
export const loadScreenAt = async (pathname: string): Promise<void> => {
  const screen = screensAt[pathname] ?? pagesBelow.find(([list]) => pathname.startsWith(`${list}/`))?.[1];
  await Promise.allSettled([inDashboard(pathname) && DashboardShell.load(), screen?.load()]);
};

/** An account holder in trial may choose a plan; with a plan only the way back from the checkout leads here (S1 §4). */
const mayChoosePlan = ({ membership }: Session): boolean =>
  membership?.accountHolder === true &&
  (membership.plan.status !== 'active' || new URLSearchParams(location.search).get('checkout') === 'done');

const ToSettings = () => <Redirect to={paths.settings + useLocation().search} />;

/** Every address of the website and its screen; each loads when it is opened. */
export const screens = (
  <>
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
      <Route index element={<Redirect to={paths.tasks} />} />
      <Route path={paths.task} element={<TasksPage />} />
      <Route path={paths.deletedTasks} element={<DeletedTasksPage />} />
      <Route path={paths.team} element={<TeamPage chat={chatPanel} />} />
      <Route path={paths.member} element={<MemberPage />} />
      <Route path={paths.settings} element={<SettingsPage trash={trashPanel} />} />
    </Route>
    <Route path="/settings" element={<ToSettings />} />
    <Route path="*" element={<NotFoundPage />} />
  </>
);

export const Router = () => (
  <Suspense fallback={<Splash />}>
    <Routes>{screens}</Routes>
  </Suspense>
);
