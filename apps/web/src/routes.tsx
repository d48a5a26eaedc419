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
import { checkSession, isNoSuperAdmin, isSignedIn, signedInUserId } from './api/session/guard.ts';
import { confirmationToken, resetToken } from './features/auth/link-token.ts';
import { CrashedPart, CrashPage } from './features/shell/CrashPage.tsx';
import { NotFoundPage } from './features/shell/NotFoundPage.tsx';
import { StartPage } from './features/shell/StartPage.tsx';
import { readAccountSearch, SUBSCRIPTION_SEARCH } from './lib/account-search.ts';
import { DEFAULT_CHART, readAt, readChartSearch } from './lib/chart-search.ts';
import { destination } from './lib/destination.ts';
import {
  readAuditSearch,
  readErrorsSearch,
  readJobsSearch,
  readMessagesSearch,
} from './lib/operations-search.ts';
import {
  pendingPaymentReturn,
  readPaymentReturn,
  withoutPaymentReturn,
} from './lib/payment-return.ts';
import { readRecordSearch } from './lib/record-search.ts';
import { readRuleSearch } from './lib/rule-search.ts';
import { readScreenerSearch } from './lib/screener-search.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { readUsersSearch } from './lib/users-search.ts';
import { PAGE_TITLES, paths } from './paths.ts';
import { showToast } from './stores/toasts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown in the top bar. */
    title?: string;
    /** Target and text of the page's skip link. */
    skipLink?: { target: string; text: string };
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: NotFoundPage,
});

function toLiveChart(): never {
  throw redirect({ to: paths.liveChart, search: DEFAULT_CHART, replace: true });
}

/** Sign-in pages redirect signed-in users to where they were going. */
function redirectSignedIn(): void {
  if (!isSignedIn()) return;
  const page = destination.read(signedInUserId(), location.origin);
  if (page === null) toLiveChart();
  throw redirect({ ...page, replace: true });
}

type Target = { href: string; search: Record<string, unknown> };

/** Returns for a signed-in user; keeps the address for the sign-in of everybody else. */
async function requireSession({ href, search }: Target, checked: Promise<boolean>): Promise<void> {
  // Read before the check, which may end the session.
  const userId = signedInUserId();
  if (await checked) return destination.forget();
  destination.keep(href, userId);
  const { shared } = readChartSearch(search);
  const at = readAt(search);
  // A visitor reads first what the link leads to.
  if (userId === null && shared) {
    throw redirect({ to: paths.shared, params: { token: shared }, search: at, replace: true });
  }
  throw redirect({ to: paths.login, replace: true });
}

const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: lazyRouteComponent(() => import('./features/auth/AuthDialog.tsx'), 'AuthDialog'),
});

const login = createRoute({
  getParentRoute: () => auth,
  path: paths.login,
  beforeLoad: redirectSignedIn,
  component: lazyRouteComponent(
    () => import('./features/auth/sign-in/SignInPage.tsx'),
    'SignInPage',
  ),
});

const register = createRoute({
  getParentRoute: () => auth,
  path: paths.register,
  validateSearch: ({ invite }) => (typeof invite === 'string' && invite !== '' ? { invite } : {}),
  beforeLoad: redirectSignedIn,
  component: lazyRouteComponent(
    () => import('./features/auth/register/RegisterPage.tsx'),
    'RegisterPage',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => auth,
  path: paths.forgotPassword,
  component: lazyRouteComponent(
    () => import('./features/auth/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
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
    // Remove the token from the address before anything loads.
    resetToken.keep(search.token);
    throw redirect({ to: paths.resetPassword, search: {}, replace: true });
  },
  component: lazyRouteComponent(
    () => import('./features/auth/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
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
  component: lazyRouteComponent(
    () => import('./features/auth/ConfirmEmailPage.tsx'),
    'ConfirmEmailPage',
  ),
});

const LiveChartPage = lazyRouteComponent(
  () => import('./features/chart/screen/LiveChartPage.tsx'),
  'LiveChartPage',
);

const Dashboard = lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard');

/** Loads the chart's code and first data while the session is checked; failures show where the data are used. */
function loadLiveChart(queryClient: QueryClient, symbol: string): void {
  for (const part of [Dashboard, LiveChartPage]) void part.preload?.()?.catch(() => {});
  void queryClient.prefetchQuery(exchangesQuery);
  // A failure stays silent, because no screen has asked for it yet.
  void queryClient.prefetchQuery({ ...symbolQuery(symbol), meta: { failure: 'silent' } });
}

/** Removes a payment's parameters from the address, and opens the dialog that settles the payment. */
function openPaymentReturn({ pathname: to, search }: { pathname: string } & Target): void {
  if (!readPaymentReturn(search)) return;
  pendingPaymentReturn.keep(search);
  const page = withoutPaymentReturn(search);
  throw redirect({ to, search: { ...page, ...SUBSCRIPTION_SEARCH }, replace: true });
}

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  validateSearch: readAccountSearch,
  beforeLoad: async ({ context: { queryClient }, cause, location }) => {
    openPaymentReturn(location);
    const checked = checkSession(queryClient);
    if (location.pathname === paths.liveChart && isSignedIn()) {
      loadLiveChart(queryClient, readChartSearch(location.search).symbol);
    }
    // Moving within the page does not wait; a negative answer ends the session, which navigates away.
    if (cause === 'stay' && isSignedIn()) return;
    await requireSession(location, checked);
  },
  component: Dashboard,
});

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: ({ location: { search } }) => {
    const chart = { ...readChartSearch(search), ...readAccountSearch(search) };
    throw redirect({ to: paths.liveChart, search: chart, replace: true });
  },
});

const liveChart = createRoute({
  getParentRoute: () => dashboard,
  path: 'live-chart',
  // No `loaderDeps`: each symbol would be a new match, and a slow one would show the pending screen instead of the chart.
  validateSearch: readChartSearch,
  component: LiveChartPage,
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.liveChart],
    skipLink: { target: 'chart', text: 'To the chart' },
  },
});

const priceSignals = createRoute({
  getParentRoute: () => dashboard,
  path: 'price-signals',
  component: lazyRouteComponent(() => import('./PriceSignals.tsx'), 'PriceSignals'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.priceSignals],
    skipLink: { target: 'signals', text: 'To the signals' },
  },
});

const signalRecord = createRoute({
  getParentRoute: () => dashboard,
  path: 'signals',
  validateSearch: readRecordSearch,
  component: lazyRouteComponent(() => import('./SignalRecord.tsx'), 'SignalRecord'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.signalRecord],
    skipLink: { target: 'record', text: 'To the record' },
  },
});

const ruleTest = createRoute({
  getParentRoute: () => dashboard,
  path: 'rule-test',
  validateSearch: readRuleSearch,
  component: lazyRouteComponent(() => import('./RuleTest.tsx'), 'RuleTest'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.ruleTest],
    skipLink: { target: 'rule-test', text: 'To the test' },
  },
});

const screener = createRoute({
  getParentRoute: () => dashboard,
  path: 'screener',
  validateSearch: readScreenerSearch,
  component: lazyRouteComponent(() => import('./Screener.tsx'), 'Screener'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.screener],
    skipLink: { target: 'screener', text: 'To the instruments' },
  },
});

const profile = createRoute({
  getParentRoute: () => dashboard,
  path: 'profile',
  component: lazyRouteComponent(() => import('./features/profile/ProfilePage.tsx'), 'ProfilePage'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.profile],
    skipLink: { target: 'profile', text: 'To the profile' },
  },
});

/** Other users are sent to the chart with a toast. */
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
  staticData: {
    title: PAGE_TITLES[paths.users],
    skipLink: { target: 'users', text: 'To the table' },
  },
});

/** Shown by `UsersPage` over its table, which stays as it was. */
const user = createRoute({
  getParentRoute: () => users,
  path: '$userId',
  staticData: {
    title: PAGE_TITLES[paths.users],
    skipLink: { target: 'users', text: 'To the table' },
  },
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
    title: PAGE_TITLES[paths.instruments],
    skipLink: { target: 'exchanges', text: 'To the exchanges' },
  },
});

const errors = createRoute({
  getParentRoute: () => admin,
  path: 'errors',
  validateSearch: readErrorsSearch,
  component: lazyRouteComponent(() => import('./features/operations/ErrorsPage.tsx'), 'ErrorsPage'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.errors],
    skipLink: { target: 'errors', text: 'To the table' },
  },
});

const audit = createRoute({
  getParentRoute: () => admin,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(
    () => import('./features/operations/audit/AuditPage.tsx'),
    'AuditPage',
  ),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.audit],
    skipLink: { target: 'audit', text: 'To the table' },
  },
});

const jobs = createRoute({
  getParentRoute: () => admin,
  path: 'jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import('./features/operations/JobsPage.tsx'), 'JobsPage'),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.jobs],
    skipLink: { target: 'jobs', text: 'To the table' },
  },
});

const messages = createRoute({
  getParentRoute: () => admin,
  path: 'messages',
  validateSearch: readMessagesSearch,
  component: lazyRouteComponent(
    () => import('./features/operations/MessagesPage.tsx'),
    'MessagesPage',
  ),
  errorComponent: CrashedPart,
  staticData: {
    title: PAGE_TITLES[paths.messages],
    skipLink: { target: 'messages', text: 'To the messages' },
  },
});

/** Outside the dashboard's frame: a printable sheet. */
const receipt = createRoute({
  getParentRoute: () => root,
  path: paths.receipt,
  beforeLoad: ({ context: { queryClient }, location }) =>
    requireSession(location, checkSession(queryClient)),
  component: lazyRouteComponent(() => import('./features/account/ReceiptPage.tsx'), 'ReceiptPage'),
});

/** Tells visitors what a shared chart is; signed-in users see it live. */
const shared = createRoute({
  getParentRoute: () => root,
  path: paths.shared,
  validateSearch: readAt,
  beforeLoad: ({ params: { token }, search: at }) => {
    const search = { ...DEFAULT_CHART, ...at, shared: token };
    if (isSignedIn()) throw redirect({ to: paths.liveChart, search, replace: true });
    destination.keep(`${paths.liveChart}${stringifySearch(search)}`, null);
  },
  component: lazyRouteComponent(
    () => import('./features/chart/shared/SharedPage.tsx'),
    'SharedPage',
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
    signalRecord,
    ruleTest,
    screener,
    profile,
    admin.addChildren([users.addChildren([user]), instruments, errors, messages, audit, jobs]),
  ]),
  receipt,
  shared,
  demoMailbox,
]);

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
