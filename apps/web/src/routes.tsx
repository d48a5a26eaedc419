import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { FAILURE_TEXTS } from './api/failure-text.ts';
import { exchangesQuery, symbolQuery } from './api/queries.ts';
import { checkSession, isNoSuperAdmin, isSignedIn } from './api/session/guard.ts';
import * as authPages from './auth-pages.ts';
import { confirmationToken, resetToken } from './features/auth/link-token.ts';
import { CrashedPart, CrashPage } from './features/shell/CrashPage.tsx';
import { NotFoundPage } from './features/shell/NotFoundPage.tsx';
import { StartPage } from './features/shell/StartPage.tsx';
import { readAccountSearch } from './lib/account-search.ts';
import { DEFAULT_CHART, readChartSearch } from './lib/chart-search.ts';
import { readAuditSearch, readErrorsSearch, readJobsSearch } from './lib/operations-search.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { readUsersSearch } from './lib/users-search.ts';
import { openPaymentReturn } from './open-payment-return.ts';
import { AuditPage, ErrorsPage, JobsPage, MessagesPage } from './operations-pages.ts';
import { paths } from './paths.ts';
import { showToast } from './stores/toasts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar. */
    title?: string;
    /** Where the first link of the page leads past everything else. */
    skipLink?: { target: string; text: string };
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: NotFoundPage,
});

function toLiveChart(): never {
  throw redirect({ to: paths.liveChart, search: DEFAULT_CHART, replace: true });
}

/** The pages of signing in are not for who is signed in. */
function redirectSignedIn(): void {
  if (isSignedIn()) toLiveChart();
}

const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: authPages.AuthDialog,
});

const login = createRoute({
  getParentRoute: () => auth,
  path: paths.login,
  beforeLoad: redirectSignedIn,
  component: authPages.SignInPage,
});

const register = createRoute({
  getParentRoute: () => auth,
  path: paths.register,
  validateSearch: ({ invite }) => (typeof invite === 'string' && invite !== '' ? { invite } : {}),
  beforeLoad: redirectSignedIn,
  component: authPages.RegisterPage,
});

const forgotPassword = createRoute({
  getParentRoute: () => auth,
  path: paths.forgotPassword,
  component: authPages.ForgotPasswordPage,
});

function readToken({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' ? { token } : {};
}

const resetPassword = createRoute({
  getParentRoute: () => auth,
  path: paths.resetPassword,
  validateSearch: readToken,
  beforeLoad: ({ search }) => {
    if (!search.token) return;
    // Out of the address before anything is loaded or shown.
    resetToken.keep(search.token);
    throw redirect({ to: paths.resetPassword, search: {}, replace: true });
  },
  component: authPages.ResetPasswordPage,
});

const confirmEmail = createRoute({
  getParentRoute: () => auth,
  path: paths.confirmEmail,
  validateSearch: readToken,
  beforeLoad: ({ search }) => {
    if (!search.token) return;
    confirmationToken.keep(search.token);
    throw redirect({ to: paths.confirmEmail, search: {}, replace: true });
  },
  component: authPages.ConfirmEmailPage,
});

const LiveChartPage = lazyRouteComponent(
  () => import('./features/chart/screen/LiveChartPage.tsx'),
  'LiveChartPage',
);

const Dashboard = lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard');

/** Asks for the chart's code and first data while the session is still checked; failures show where they are used. */
function loadLiveChart(queryClient: QueryClient, symbol: string): void {
  for (const part of [Dashboard, LiveChartPage]) void part.preload?.()?.catch(() => {});
  void queryClient.prefetchQuery(exchangesQuery);
  // What fails before a screen waits for it was asked for by nobody.
  void queryClient.prefetchQuery({ ...symbolQuery(symbol), meta: { failure: 'silent' } });
}

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: readAccountSearch,
  beforeLoad: async ({ context: { queryClient }, cause, location }) => {
    openPaymentReturn(location.search, cause !== 'stay');
    const checked = checkSession(queryClient);
    if (location.pathname === paths.liveChart && isSignedIn()) {
      loadLiveChart(queryClient, readChartSearch(location.search).symbol);
    }
    // Within the page nobody waits for the answer; where it is no, the session ends and leads away.
    if (cause === 'stay' && isSignedIn()) return;
    if (!(await checked)) throw redirect({ to: paths.login, replace: true });
  },
  component: Dashboard,
});

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: toLiveChart,
});

const liveChart = createRoute({
  getParentRoute: () => dashboard,
  path: 'live-chart',
  // No `loaderDeps`: each symbol would be a new match, and a slow one would show the pending screen instead of the chart.
  validateSearch: readChartSearch,
  component: LiveChartPage,
  errorComponent: CrashedPart,
  staticData: { title: 'Live Chart', skipLink: { target: 'chart', text: 'To the chart' } },
});

const priceSignals = createRoute({
  getParentRoute: () => dashboard,
  path: 'price-signals',
  component: lazyRouteComponent(() => import('./PriceSignals.tsx'), 'PriceSignals'),
  errorComponent: CrashedPart,
  staticData: { title: 'Price Signals', skipLink: { target: 'signals', text: 'To the signals' } },
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: 'profile',
  component: lazyRouteComponent(() => import('./features/profile/ProfilePage.tsx'), 'ProfilePage'),
  errorComponent: CrashedPart,
  staticData: { title: 'Profile', skipLink: { target: 'profile', text: 'To the profile' } },
});

/** The pages of super admins; everybody else is led to the chart, and told why. */
const admin = createRoute({
  getParentRoute: () => dashboard,
  id: 'admin',
  beforeLoad: async ({ context: { queryClient } }) => {
    if (!(await isNoSuperAdmin(queryClient))) return;
    showToast({ kind: 'error', text: FAILURE_TEXTS.forbidden });
    toLiveChart();
  },
});

const users = createRoute({
  getParentRoute: () => admin,
  path: 'users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('./features/admin-users/UsersPage.tsx'), 'UsersPage'),
  errorComponent: CrashedPart,
  staticData: { title: 'Manage Users', skipLink: { target: 'users', text: 'To the table' } },
});

const instruments = createRoute({
  getParentRoute: () => admin,
  path: 'instruments',
  component: lazyRouteComponent(
    () => import('./features/admin-instruments/InstrumentsPage.tsx'),
    'InstrumentsPage',
  ),
  errorComponent: CrashedPart,
  staticData: {
    title: 'All Exchanges',
    skipLink: { target: 'exchanges', text: 'To the exchanges' },
  },
});

const errors = createRoute({
  getParentRoute: () => admin,
  path: 'errors',
  validateSearch: readErrorsSearch,
  component: ErrorsPage,
  errorComponent: CrashedPart,
  staticData: { title: 'View Errors', skipLink: { target: 'errors', text: 'To the table' } },
});

const audit = createRoute({
  getParentRoute: () => admin,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: AuditPage,
  errorComponent: CrashedPart,
  staticData: { title: 'Audit Log', skipLink: { target: 'audit', text: 'To the table' } },
});

const jobs = createRoute({
  getParentRoute: () => admin,
  path: 'jobs',
  validateSearch: readJobsSearch,
  component: JobsPage,
  errorComponent: CrashedPart,
  staticData: { title: 'Jobs', skipLink: { target: 'jobs', text: 'To the table' } },
});

const messages = createRoute({
  getParentRoute: () => admin,
  path: 'messages',
  component: MessagesPage,
  errorComponent: CrashedPart,
  staticData: {
    title: 'Contact Messages',
    skipLink: { target: 'messages', text: 'To the messages' },
  },
});

/** Outside of the frame of the other signed-in pages: it is a sheet of paper. */
const receipt = createRoute({
  getParentRoute: () => root,
  path: paths.receipt,
  beforeLoad: async ({ context: { queryClient } }) => {
    if (!(await checkSession(queryClient))) throw redirect({ to: paths.login, replace: true });
  },
  component: lazyRouteComponent(
    () => import('./features/account/receipt/ReceiptPage.tsx'),
    'ReceiptPage',
  ),
});

const demoMailbox = createRoute({
  getParentRoute: () => root,
  path: paths.demoMailbox,
  component: lazyRouteComponent(() => import('./features/demo/MailboxPage.tsx'), 'MailboxPage'),
});

const routeTree = root.addChildren([
  auth.addChildren([login, register, forgotPassword, resetPassword, confirmEmail]),
  dashboard.addChildren([
    dashboardHome,
    liveChart,
    priceSignals,
    profile,
    admin.addChildren([users, instruments, errors, messages, audit, jobs]),
  ]),
  receipt,
  demoMailbox,
]);

/** The map of the application. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: StartPage,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: false,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
