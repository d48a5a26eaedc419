import 'virtual:theme-variables.css';
import './ui/theme/mantine.ts';
import './ui/theme/base.css';
import './ui/theme/global.css';
// Not within this module: the bundler would put the glob's styles before the library's.
import './shared-styles.ts';
import { reportUnhandledErrors } from './api/report-errors.ts';
import { storedToken } from './api/session/stored-token.ts';
import { createFailedStart } from './failed-start.ts';
import { firstChart } from './features/chart/controller/first-chart.ts';
import type { ChartSearch } from './lib/chart-search.ts';
import { firstChartOf } from './start/first-reads.ts';
import { removeLoadingFrame } from './start/loading-frame.ts';
import { LOW, PHONE } from './ui/breakpoints.ts';

/** The page's first script: it draws a chart as soon as its bars arrive, then starts the application. */

/** The application waits no longer for a first chart whose code is loaded. */
const LONGEST_WAIT_MS = 400;

/** Draws the chart before the application, except for shared ones, whose look is yet to be read, and on phones. */
async function drawFirst(chart: ChartSearch): Promise<void> {
  if (chart.shared !== undefined || [PHONE, LOW].some((query) => matchMedia(query).matches)) return;
  const { drawFirstChart } = await import('./first-chart/first-chart.ts');
  const late = new Promise<void>((done) => setTimeout(done, LONGEST_WAIT_MS));
  await Promise.race([drawFirstChart(chart), late]);
}

/** Loads the chart's code beside the application, which imports it once it is running and shows a failure then. */
function preloadChart(): void {
  import('./Dashboard.tsx').catch(() => {});
  import('./features/chart/screen/LiveChartPage.tsx').catch(() => {});
}

async function start(): Promise<void> {
  reportUnhandledErrors();
  const chart = firstChartOf(location, storedToken.read());
  // After a failure the application draws the chart, and reports the failure if it lasts.
  if (chart) await drawFirst(chart).catch(firstChart.drop);
  const application = import('./application.tsx');
  if (chart) preloadChart();
  await application;
}

// Not awaited: the application imports this file's chunk, which has to be evaluated first.
void start().catch((reason: unknown) => {
  firstChart.drop();
  removeLoadingFrame();
  document.body.append(createFailedStart());
  throw reason;
});
