import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { currentUserQuery, exchangesQuery, symbolQuery } from './api/queries.ts';
import { CrashPage } from './features/shell/CrashPage.tsx';
import { DashboardShell } from './features/shell/DashboardShell.tsx';
import { NotFoundPage } from './features/shell/NotFoundPage.tsx';
import { DEFAULT_CHART, readChartSearch } from './lib/chart-search.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { paths } from './paths.ts';

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

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toLiveChart });

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  component: DashboardShell,
});

const dashboardHome = createRoute({
  getParentRoute: () => dashboard,
  path: '/',
  beforeLoad: toLiveChart,
});

const liveChart = createRoute({
  getParentRoute: () => dashboard,
  path: 'live-chart',
  validateSearch: readChartSearch,
  loaderDeps: ({ search }) => ({ symbol: search.symbol }),
  loader: ({ context: { queryClient }, deps }) => {
    // Asked for while the page's code still loads; failures show where the data is used.
    void queryClient.prefetchQuery(currentUserQuery);
    void queryClient.prefetchQuery(exchangesQuery);
    void queryClient.prefetchQuery(symbolQuery(deps.symbol));
  },
  component: lazyRouteComponent(
    () => import('./features/chart/screen/LiveChartPage.tsx'),
    'LiveChartPage',
  ),
  staticData: { title: 'Live Chart', skipLink: { target: 'chart', text: 'To the chart' } },
});

const routeTree = root.addChildren([home, dashboard.addChildren([dashboardHome, liveChart])]);

/** The map of the application. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
