import type { ChartController } from '../controller/chart-controller.ts';
import { usePublishedMarks } from '../controller/use-published-marks.ts';
import { IntervalEntry } from '../keyboard/IntervalEntry.tsx';
import { LastClosedBar } from '../keyboard/LastClosedBar.tsx';
import { MainLegend } from '../legend/MainLegend.tsx';
import { PaneLegends } from '../legend/PaneLegends.tsx';
import { PhoneLegend } from '../legend/PhoneLegend.tsx';
import { ChartNotices } from '../notices/ChartNotices.tsx';
import { PanePills } from '../phone/PanePills.tsx';
import type { PaneChoice } from '../phone/pane-choice.ts';
import { ChartMenu } from '../pointing/ChartMenu.tsx';
import { MarkCard } from '../pointing/MarkCard.tsx';
import { MeasureHint } from '../pointing/MeasureHint.tsx';
import { NewestButton } from '../pointing/NewestButton.tsx';
import { useChartMenu } from '../pointing/use-chart-menu.ts';
import classes from './ChartArea.module.css';
import { useChartScreen } from './chart-context.ts';
import { useChartLayout } from './use-chart-layout.ts';

type Props = {
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
  paneChoice: PaneChoice | null;
  onPaneChoice: (choice: PaneChoice) => void;
  /** The interval that is being typed. */
  typed: string;
  /** What a screen reader says of the crosshair. */
  words: string;
};

/** The canvas, and what the page lays over it. */
export function ChartArea(props: Props) {
  const { placeArea, placeChart, paneChoice, onPaneChoice, typed, words } = props;
  const { info, resolution, controller } = useChartScreen();
  const layout = useChartLayout();
  const Legend = layout === 'wide' ? MainLegend : PhoneLegend;
  const menu = useChartMenu(controller);
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
        />
        {controller && <OverChart controller={controller} />}
        {menu.place && <ChartMenu place={menu.place} onClose={menu.close} />}
        <IntervalEntry typed={typed} />
        <p className="visually-hidden" role="status">
          {words}
        </p>
      </div>
      {paneChoice && layout !== 'low' && <PanePills choice={paneChoice} onChoose={onPaneChoice} />}
    </>
  );
}

function OverChart({ controller }: { controller: ChartController }) {
  const { info, resolution } = useChartScreen();
  const retryMarks = usePublishedMarks(controller, info, resolution);
  return (
    <>
      <LastClosedBar id="last-closed-bar" controller={controller} />
      <PaneLegends controller={controller} />
      <NewestButton controller={controller} />
      <MarkCard controller={controller} />
      <MeasureHint controller={controller} />
      <ChartNotices controller={controller} retryMarks={retryMarks} />
    </>
  );
}
