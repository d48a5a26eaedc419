import { currentUserQuery, symbolQuery } from '../api/queries.ts';
import { readClaims } from '../api/session/access-token.ts';
import { storedToken } from '../api/session/stored-token.ts';
import { untoldLapse } from '../features/account/lapsed/untold-lapse.ts';
import type {
  ChartController,
  OpenedChart,
} from '../features/chart/controller/chart-controller.ts';
import { firstChart } from '../features/chart/controller/first-chart.ts';
import { openOnPage } from '../features/chart/controller/open-on-page.ts';
import { createPageChart } from '../features/chart/controller/page-chart.ts';
import { presentPreferences } from '../features/chart/preferences/preferences.ts';
import type { ChartSearch } from '../lib/chart-search.ts';
import { pageQueries } from '../page-queries.ts';
import { LOW_CHART_PX, ROOMY } from '../ui/breakpoints.ts';
import { createFirstFrame, type FirstFrame } from './first-frame.ts';

/** The font that axes are measured by. */
const FONT = '12px "Inter Variable"';

/** Resolves when bars are on the screen, or could not be loaded. */
function painted({ lastBar, load }: ChartController): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (lastBar.get() === null && load.get().kind !== 'failed') return;
      for (const stop of stops) stop();
      // After what the chart does in the next frame.
      requestAnimationFrame(() => setTimeout(done));
    };
    const stops = [lastBar, load].map((store) => store.subscribe(look));
    look();
  });
}

/** Whoever signs out or in elsewhere takes away what was drawn for somebody else. */
function endWithSession(): void {
  const whoIsSignedIn = () => readClaims(storedToken.read())?.subject ?? null;
  const drawnFor = whoIsSignedIn();
  window.addEventListener('storage', () => {
    if (whoIsSignedIn() !== drawnFor) firstChart.drop();
  });
}

async function readWhatIsShown(symbol: string) {
  const silent = { retry: false, meta: { failure: 'silent' } } as const;
  const [info, user] = await Promise.all([
    pageQueries.fetchQuery({ ...symbolQuery(symbol), ...silent }),
    pageQueries.fetchQuery({ ...currentUserQuery, ...silent }),
    document.fonts.load(FONT).catch(() => {}),
  ]);
  return { info, user };
}

/** Opens what is shown in a chart between the empty bars; where that fails nothing of them stays over the page. */
function drawIn({ frame, place }: FirstFrame, opened: OpenedChart): ChartController {
  try {
    const chart = createPageChart(place, pageQueries);
    firstChart.offer({ ...chart, leaveFrame: () => frame.remove() });
    openOnPage(chart.controller, pageQueries, opened);
    return chart.controller;
  } catch (error) {
    firstChart.drop();
    frame.remove();
    throw error;
  }
}

/**
 * Draws the chart of the address while the application is not there yet, as it will look in the page, which takes it
 * over. Resolves when its bars are on the screen, at once where the page is to draw it; rejects where what is shown could
 * not be read.
 */
export async function drawFirstChart({ symbol, resolution }: ChartSearch): Promise<void> {
  endWithSession();
  const { info, user } = await readWhatIsShown(symbol);
  if (!info.supported_resolutions.includes(resolution) || firstChart.isOver()) return;
  const preferences = presentPreferences();
  const { frame, place } = createFirstFrame({
    hasLapse: untoldLapse(user) !== null,
    hasTour: !preferences.isTourDone,
    hasDrawingBar: !preferences.drawing.isBarFolded,
    hasSummary:
      user.permissions.isDetailedSummaryAllowed &&
      preferences.isSummaryOpen &&
      matchMedia(ROOMY).matches,
  });
  document.body.append(frame);
  if (place.clientHeight < LOW_CHART_PX) {
    frame.remove();
    return;
  }
  await painted(drawIn({ frame, place }, { info, resolution }));
}
