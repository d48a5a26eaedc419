import './first-chart.css';
import { currentUserQuery, symbolQuery } from '../api/queries.ts';
import { readClaims } from '../api/session/access-token.ts';
import { storedToken } from '../api/session/stored-token.ts';
import { untoldLapse } from '../features/account/lapsed/untold-lapse.ts';
import type { ChartController } from '../features/chart/controller/chart-controller.ts';
import { firstChart } from '../features/chart/controller/first-chart.ts';
import { createPageChart, openOnPage } from '../features/chart/controller/page-chart.ts';
import { presentPreferences } from '../features/chart/preferences/preferences.ts';
import { mayResumeReplay } from '../features/chart/replay/kept-place.ts';
import type { ChartSearch } from '../lib/chart-search.ts';
import { pageQueries } from '../page-queries.ts';
import { LOW_CHART_PX, ROOMY } from '../ui/breakpoints.ts';

/** The axes' widths are measured in this font. */
const FONT = '12px "Inter Variable"';

function box(name: string, ...children: readonly (HTMLElement | false)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  element.append(...children.filter((child) => child !== false));
  return element;
}

type Around = { hasLapse: boolean; hasTour: boolean; hasDrawingBar: boolean; hasSummary: boolean };

/** Empty bars and panels around the place of the chart. */
function createFrame(place: HTMLElement, around: Around): HTMLElement {
  const screen = box(
    'first-chart-screen',
    around.hasTour && box('first-chart-tour'),
    box('first-chart-toolbar'),
    around.hasDrawingBar && box('first-chart-drawing-bar'),
    place,
    box('first-chart-bottom-bar'),
    around.hasSummary && box('first-chart-summary'),
  );
  const frame = box(
    'first-chart',
    around.hasLapse && box('first-chart-banner'),
    box('first-chart-page', screen),
  );
  frame.inert = true;
  return frame;
}

/** Resolves when bars are painted, or could not be loaded. */
function painted({ lastBar, load }: ChartController): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (lastBar.get() === null && load.get().kind !== 'failed') return;
      for (const stop of stops) stop();
      // The engine paints in the next frame.
      requestAnimationFrame(() => setTimeout(done));
    };
    const stops = [lastBar, load].map((store) => store.subscribe(look));
    look();
  });
}

/** Removes the chart when another tab signs out, or signs another user in. */
function endWithSession(): void {
  const user = () => readClaims(storedToken.read())?.subject ?? null;
  const drawnFor = user();
  window.addEventListener('storage', () => {
    if (user() !== drawnFor) firstChart.drop();
  });
}

async function readSymbolAndUser(symbol: string) {
  const silent = { retry: false, meta: { failure: 'silent' } } as const;
  const [info, user] = await Promise.all([
    pageQueries.fetchQuery({ ...symbolQuery(symbol), ...silent }),
    pageQueries.fetchQuery({ ...currentUserQuery, ...silent }),
    document.fonts.load(FONT).catch(() => {}),
  ]);
  return { info, user };
}

/**
 * Draws the chart of the address before the application is evaluated, as it will look in the page. Resolves when its bars
 * are painted, at once where the application has to draw it; rejects where its symbol or the user could not be read.
 */
export async function drawFirstChart({ symbol, resolution }: ChartSearch): Promise<void> {
  // The application opens a chart that was replayed before a reload: live bars would show what that is not to know.
  if (mayResumeReplay()) return;
  endWithSession();
  const { info, user } = await readSymbolAndUser(symbol);
  if (!info.supported_resolutions.includes(resolution) || firstChart.isOver()) return;
  const { isTourDone, drawing, isSummaryOpen } = presentPreferences();
  const place = box('first-chart-place');
  // The place is the chart's one stop of the keyboard, as in the page: the engine adds none within it.
  place.tabIndex = 0;
  const frame = createFrame(place, {
    hasLapse: untoldLapse(user) !== null,
    hasTour: !isTourDone,
    hasDrawingBar: !drawing.isBarFolded,
    hasSummary:
      user.permissions.isDetailedSummaryAllowed && isSummaryOpen && matchMedia(ROOMY).matches,
  });
  document.body.append(frame);
  // So low a chart has room for one study pane, which the application chooses.
  if (place.clientHeight < LOW_CHART_PX) return frame.remove();
  try {
    const chart = createPageChart(place, pageQueries);
    firstChart.offer({ chart, frame });
    openOnPage(chart.controller, pageQueries, { info, resolution });
    await painted(chart.controller);
  } catch (error) {
    // The wait may be over: the application must not take over a chart that failed.
    firstChart.drop();
    frame.remove();
    throw error;
  }
}
