import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { watchVersion } from './api/new-version.ts';
import { reachability } from './api/reachability.ts';
import { REPORT_RENDERING } from './api/report-errors.ts';
import { retryFailedQueries } from './api/retry-failed-queries.ts';
import { watchSession } from './api/session/session.ts';
import { watchSignOut } from './api/session/sign-out.ts';
import { connectSession } from './connect-session.ts';
import { firstChart } from './features/chart/controller/first-chart.ts';
import { systemClock } from './lib/clock.ts';
import { keepStyleSheet } from './lib/keep-style-sheet.ts';
import { registerOfflinePage } from './lib/register-offline-page.ts';
import { pageQueries as queryClient } from './page-queries.ts';
import { createAppRouter } from './routes.tsx';
import { removeLoadingFrame } from './start/loading-frame.ts';
import { installContentPolicy } from './ui/theme/content-policy.ts';

installContentPolicy();

const { isReachable } = reachability;
retryFailedQueries(queryClient, { clock: systemClock, random: Math.random, isReachable });
const router = createAppRouter(queryClient);
// A rendered chart screen has taken the first chart over; other screens need none.
router.subscribe('onRendered', firstChart.drop);
router.subscribe('onRendered', removeLoadingFrame);
connectSession({ router, queryClient });
watchSession();
watchSignOut();
watchVersion();
function prepareLaterVisits(): void {
  keepStyleSheet();
  registerOfflinePage();
}
if (document.readyState === 'complete') prepareLaterVisits();
else window.addEventListener('load', prepareLaterVisits);
const container = document.getElementById('root');
if (!container) throw new Error('The page has no element #root.');

createRoot(container, REPORT_RENDERING).render(
  <QueryClientProvider client={queryClient}>
    <App>
      <RouterProvider router={router} />
    </App>
  </QueryClientProvider>,
);
