import lapsed from '../features/account/lapsed/LapsedBanner.module.css';
import bottomBar from '../features/chart/bottom-bar/BottomBar.module.css';
import drawingBar from '../features/chart/drawings/DrawingBarPlace.module.css';
import area from '../features/chart/screen/ChartArea.module.css';
import screen from '../features/chart/screen/LiveChart.module.css';
import chartPage from '../features/chart/screen/LiveChartPage.module.css';
import summary from '../features/chart/summary/SummaryPanel.module.css';
import toolbar from '../features/chart/toolbar/Toolbar.module.css';
import tour from '../features/chart/tour/TourPlace.module.css';
import footer from '../features/shell/CompactFooter.module.css';
import shell from '../features/shell/DashboardShell.module.css';
import rail from '../features/shell/NavigationRail.module.css';
import topBar from '../features/shell/TopBar.module.css';
import banner from '../ui/Banner.module.css';
import classes from './first-frame.module.css';

/** What stands around the chart, as far as it is not always there. */
type Around = { hasLapse: boolean; hasTour: boolean; hasDrawingBar: boolean; hasSummary: boolean };

/** `place` is where the chart stands in the frame. */
export type FirstFrame = { frame: HTMLElement; place: HTMLElement };

function box(className: string | undefined, ...children: readonly (Node | false)[]): HTMLElement {
  const element = document.createElement('div');
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== false));
  return element;
}

/**
 * The empty bars and panels of the live chart's page in a wide window, laid out by the style sheets of the page itself,
 * so that the chart between them has the size and the place which it keeps.
 */
export function createFirstFrame(around: Around): FirstFrame {
  const { hasLapse, hasTour, hasDrawingBar, hasSummary } = around;
  const place = box(area.canvas);
  // The page takes the focus of the keyboard here, and the chart in it none of its own.
  place.tabIndex = 0;
  const column = box(screen.column, box(area.area, place), box(bottomBar.bar));
  const row = box(
    screen.row,
    hasDrawingBar && box(drawingBar.place),
    column,
    hasSummary && box(summary.panel),
  );
  const chart = box(
    chartPage.page,
    hasTour && box(tour.place),
    box(screen.screen, box(toolbar.toolbar), row),
  );
  const frame = box(
    `${shell.frame} ${classes.frame}`,
    box(shell.content, hasLapse && box(banner.banner, box(lapsed.close)), box(shell.page, chart)),
    box(rail.rail),
    box(topBar.bar),
    box(footer.footer),
  );
  // Until the page is there nothing of it can be used.
  frame.inert = true;
  frame.dataset.firstFrame = '';
  return { frame, place };
}
