import 'virtual:theme-variables.css';
import './ui/theme/mantine.ts';
import './ui/theme/base.css';
import './ui/theme/global.css';
import { reportUnhandledErrors } from './api/report-errors.ts';
import { createFailedStart } from './failed-start.ts';
import { beginReads } from './head-start.ts';

/** The page's first script: data and code that the first screen needs are requested side by side. */

/** Loads the chart's code beside the application, which imports it once it is running and shows a failure then. */
function preloadChart(): void {
  import('./Dashboard.tsx').catch(() => {});
  import('./features/chart/screen/LiveChartPage.tsx').catch(() => {});
}

reportUnhandledErrors();
const isChart = beginReads();
// Not awaited: the application imports this file's chunk, which has to be evaluated first.
import('./application.tsx').catch((reason: unknown) => {
  document.body.append(createFailedStart());
  throw reason;
});
if (isChart) preloadChart();
