import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { usePublishedMarks } from '../controller/published-marks.ts';
import { editSelectedText } from '../drawings/drawing-actions.ts';
import { OverDrawings } from '../drawings/OverDrawings.tsx';
import { IntervalEntry } from '../keyboard/IntervalEntry.tsx';
import { describeBar } from '../keyboard/use-bar-reader.ts';
import { MainLegend, PhoneLegend } from '../legend/MainLegend.tsx';
import { PaneLegends } from '../legend/PaneLegends.tsx';
import { useChartScreen } from '../model/chart-context.ts';
import { NONE_CLOSED } from '../model/messages.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { ChartNotices } from '../notices/ChartNotices.tsx';
import { PanePills } from '../phone/PaneChooser.tsx';
import type { PaneChoice } from '../phone/pane-choice.ts';
import { MeasureHint } from '../pointing/Hint.tsx';
import { MarkCard } from '../pointing/MarkCard.tsx';
import { NewestButton } from '../pointing/NewestButton.tsx';
import { type ChartMenuState, useChartMenu } from '../pointing/use-chart-menu.ts';
import classes from './ChartArea.module.css';
import { usePreload } from './use-preload.ts';

const chartMenu = lazyPart(async () => (await import('../pointing/ChartMenu.tsx')).ChartMenu);
const drawingMenu = lazyPart(async () => (await import('../drawings/DrawingMenu.tsx')).DrawingMenu);

type Props = {
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
  paneChoice: PaneChoice | null;
  onPaneChoice: (id: string) => void;
  /** The interval being typed. */
  typed: string;
  /** The bar at the crosshair, for screen readers. */
  words: string;
};

/** The canvas and the HTML over it. */
export function ChartArea(props: Props) {
  const { placeArea, placeChart, paneChoice, onPaneChoice, typed, words } = props;
  const { info, resolution, controller } = useChartScreen();
  const layout = useChartLayout();
  const Legend = layout === 'wide' ? MainLegend : PhoneLegend;
  const menu = useChartMenu(controller);
  usePreload(controller, 'idle-after-first-bars', chartMenu.preload);
  return (
    <>
      <div className={classes.area} ref={placeArea}>
        {controller && <Legend controller={controller} />}
        <div
          ref={placeChart}
          id="chart"
          className={classes.canvas}
          role="application"
          aria-label={`${info.name} ${resolution} chart, ${info.exchange}`}
          aria-describedby="last-closed-bar"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows read the bars.
          tabIndex={0}
          data-region="chart"
          onContextMenu={menu.onContextMenu}
          onDoubleClick={() => controller && editSelectedText(controller)}
        />
        {controller && <OverChart controller={controller} />}
        {controller && menu.place && <OpenMenu controller={controller} menu={menu} />}
        <IntervalEntry typed={typed} />
        <p className="visually-hidden" role="status">
          {words}
        </p>
      </div>
      {paneChoice && layout !== 'low' && <PanePills choice={paneChoice} onChoose={onPaneChoice} />}
    </>
  );
}

/** The menu of the pressed drawing, else the chart's. */
function OpenMenu({ controller, menu }: { controller: ChartController; menu: ChartMenuState }) {
  const drawings = useValue(controller.drawings);
  const { place, close } = menu;
  if (!place) return null;
  const drawing = drawings.find(({ id }) => id === place.drawingId);
  if (!drawing) {
    return <LazyPart part={chartMenu} props={{ place, onClose: close }} onGiveUp={close} />;
  }
  return (
    <LazyPart
      part={drawingMenu}
      props={{ controller, drawing, place, onClose: close }}
      onGiveUp={close}
    />
  );
}

function OverChart({ controller }: { controller: ChartController }) {
  const { info, resolution } = useChartScreen();
  const lackingMarks = usePublishedMarks(controller, info, resolution);
  return (
    <>
      <LastClosedBar id="last-closed-bar" controller={controller} />
      <PaneLegends controller={controller} />
      <NewestButton controller={controller} />
      <MarkCard controller={controller} />
      <MeasureHint controller={controller} />
      <OverDrawings controller={controller} />
      <ChartNotices controller={controller} lackingMarks={lackingMarks} />
    </>
  );
}

type LastClosedBarProps = { id: string; controller: ChartController };

/** Describes the chart to screen readers by its last closed bar. */
function LastClosedBar({ id, controller }: LastClosedBarProps) {
  const screen = useChartScreen();
  // Updates with closed bars, not with the ticks of the forming one.
  useValue(controller.closed);
  const [closed] = controller.engine.closedBars(1);
  return (
    <p id={id} className="visually-hidden">
      {closed ? `Last closed bar ${describeBar(closed, null, screen)}` : NONE_CLOSED}
    </p>
  );
}
