import type { MouseEvent } from 'react';
import { sourceName } from '../../../lib/source-name.ts';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import { LazyPart, lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useShownMarks } from '../controller/shown-marks.ts';
import { describeBar } from '../keyboard/use-bar-reader.ts';
import { MainLegend, PhoneLegend } from '../legend/MainLegend.tsx';
import { PaneLegends } from '../legend/PaneLegends.tsx';
import { type OpenPanel, useChartScreen } from '../model/chart-context.ts';
import { NONE_CLOSED } from '../model/messages.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { useChartLayout } from '../model/use-chart-layout.ts';
import { ChartNotices } from '../notices/ChartNotices.tsx';
import { useChartMenu } from '../pointing/use-chart-menu.ts';
import { useReplayMs } from '../replay/use-replay.ts';
import { BesideBars, useMissingParts } from './BesideBars.tsx';
import classes from './ChartArea.module.css';
import { usePreload } from './use-preload.ts';

const openMenu = lazyPart(async () => (await import('../pointing/OpenMenu.tsx')).OpenMenu);
const chartAlerts = lazyPart(async () => (await import('../alerts/ChartAlerts.tsx')).ChartAlerts);
const publishedMarks = lazyPart(
  async () => (await import('../controller/published-marks.ts')).PublishedMarks,
);
const newestButton = lazyPart(
  async () => (await import('../pointing/NewestButton.tsx')).NewestButton,
);
const noteMarks = lazyPart(async () => (await import('../journal/NoteMarks.tsx')).NoteMarks);
const overBars = lazyPart(async () => (await import('./OverBars.tsx')).OverBars);
const intervalEntry = lazyPart(
  async () => (await import('../keyboard/IntervalEntry.tsx')).IntervalEntry,
);

type Props = {
  placeArea: (element: HTMLElement | null) => void;
  placeChart: (element: HTMLElement | null) => void;
  /** The interval being typed. */
  typed: string;
  /** The bar at the crosshair, for screen readers. */
  words: string;
};

/** The canvas and the HTML over it. */
export function ChartArea(props: Props) {
  const { placeArea, placeChart, typed, words } = props;
  const { info, resolution, controller, openPanel } = useChartScreen();
  const layout = useChartLayout();
  const Legend = layout === 'wide' ? MainLegend : PhoneLegend;
  const menu = useChartMenu(controller);
  const isReplayed = useReplayMs() !== null;
  usePreload(controller, 'idle-after-first-bars', openMenu.preload);
  usePreload(controller, 'idle-after-first-bars', intervalEntry.preload);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's actions have buttons and keys of their own.
    <div
      className={classes.area}
      ref={placeArea}
      data-replay={isReplayed || undefined}
      onContextMenu={menu.onContextMenu}
    >
      {controller && <PlacingMark controller={controller} />}
      {controller && <Legend controller={controller} />}
      <div
        ref={placeChart}
        id="chart"
        className={classes.canvas}
        role="application"
        aria-label={`${info.name} ${RESOLUTION_NAMES[resolution]} chart, ${sourceName(info.exchange)}`}
        aria-describedby="last-closed-bar"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys: arrows read the bars.
        tabIndex={0}
        data-region="chart"
        onDoubleClick={(event) => controller && openSettings(controller, openPanel, event)}
      />
      {controller && <OverChart controller={controller} />}
      {controller && menu.place && (
        <LazyPart
          part={openMenu}
          props={{ controller, place: menu.place, onClose: menu.close }}
          onGiveUp={menu.close}
        />
      )}
      {typed !== '' && (
        <LazyPart
          part={intervalEntry}
          props={{ typed }}
          fallback={null}
          onGiveUp={() => {}}
          isSilent
        />
      )}
      <p className="visually-hidden" role="status">
        {words}
      </p>
    </div>
  );
}

/** Opens the settings of the drawing or the study whose line was double-clicked. */
function openSettings(
  { engine, drawing, measure }: ChartController,
  openPanel: (panel: OpenPanel) => void,
  { clientX, clientY, currentTarget }: MouseEvent,
): void {
  const { left, top } = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - left, clientY - top];
  // Two quick clicks may place two points.
  if (drawing.get().tool !== null || measure.get() !== 'off') return;
  const id = engine.drawings.at(x, y);
  const line = id === null ? engine.studyAt(x, y) : null;
  if (id !== null) openPanel({ kind: 'drawing', drawing: id });
  if (line) openPanel({ kind: 'inputs', study: line.key });
}

/** Marks the legends after it while taps place points: they then let them through. */
function PlacingMark({ controller }: { controller: ChartController }) {
  const hasTool = useSelected(controller.drawing, ({ tool }) => tool !== null);
  const isMeasuring = useSelected(
    controller.measure,
    (phase) => phase === 'armed' || phase === 'drawing',
  );
  return hasTool || isMeasuring ? <span hidden className={classes.placing} /> : null;
}

function OverChart({ controller }: { controller: ChartController }) {
  const lackingMarks = useValue(controller.lackingMarks);
  useShownMarks(controller);
  return (
    <>
      <LastClosedBar id="last-closed-bar" controller={controller} />
      <PaneLegends controller={controller} />
      <BesideBars controller={controller} part={newestButton} when="with-first-bars" />
      <BesideBars controller={controller} part={publishedMarks} when="with-first-bars" />
      <BesideBars controller={controller} part={overBars} />
      <BesideBars controller={controller} part={chartAlerts} />
      <BesideBars controller={controller} part={noteMarks} />
      <ChartNotices
        controller={controller}
        lackingMarks={lackingMarks}
        onPartsMissing={useMissingParts()}
      />
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
