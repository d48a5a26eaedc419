import 'virtual:theme-variables.css';
import './ui/theme/mantine.ts';
import './ui/theme/base.css';
import './ui/theme/global.css';
import { reportUnhandledErrors } from './api/report-errors.ts';
import { createFailedStart } from './failed-start.ts';
import { firstChart } from './features/chart/controller/first-chart.ts';
import { beginPageReads, beginReads } from './head-start.ts';
import type { ChartSearch } from './lib/chart-search.ts';
import { LOW, PHONE } from './ui/breakpoints.ts';

/** The page's first script. A chart is drawn as soon as its bars are there, the page around it follows. */

/** The page does not wait longer than this for a chart whose bars take their time. */
const LONGEST_WAIT_MS = 400;

/** Somebody else's chart has a look that is still to be read, and narrow pages have other parts: the page draws those. */
function isDrawnFirst({ shared }: ChartSearch): boolean {
  return shared === undefined && ![PHONE, LOW].some((query) => matchMedia(query).matches);
}

async function drawFirst(chart: ChartSearch): Promise<void> {
  const { drawFirstChart } = await import('./first-chart/first-chart.ts');
  const late = new Promise<void>((done) => setTimeout(done, LONGEST_WAIT_MS));
  await Promise.race([drawFirstChart(chart), late]);
}

async function start(): Promise<void> {
  reportUnhandledErrors();
  const chart = beginReads();
  // Where it fails the page draws the chart itself, and tells what is wrong.
  if (chart !== null && isDrawnFirst(chart)) await drawFirst(chart).catch(() => {});
  if (chart !== null) beginPageReads();
  await import('./application.tsx');
}

/** A chart that nobody can use is no page: what is there of it goes, and the failure is reported like any other. */
function tellFailedStart(reason: unknown): never {
  firstChart.drop();
  document.body.append(createFailedStart());
  throw reason;
}

// Not awaited: what is loaded by it imports this file's chunk, which must be done by then.
void start().catch(tellFailedStart);
