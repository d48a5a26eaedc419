import { Button, Loader } from '@mantine/core';
import type { Drawing } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { exchangesQuery, symbolQuery } from '../../../api/queries.ts';
import { decimalsOf } from '../../../lib/format.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useTechnicalCode } from '../../../stores/technical-studies.ts';
import { useTheme } from '../../../stores/theme.ts';
import { useValue } from '../../../stores/use-value.ts';
import { LOW_CHART_PX } from '../../../ui/breakpoints.ts';
import { Urgent } from '../../../ui/hooks/use-when-idle.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import type { PageChart } from '../controller/page-chart.ts';
import { usePublishedMarks } from '../controller/published-marks.ts';
import { useShownMarks } from '../controller/shown-marks.ts';
import { useOpenChart, useRetryWhenBack } from '../controller/use-chart.ts';
import { useFirstBarsSettled, useHadBars } from '../controller/use-first-bars.ts';
import { studiesOfDrawings } from '../drawings/studies-of-drawings.ts';
import { ChartScreenProvider, useChartScreen } from '../model/chart-context.ts';
import { zoneOf } from '../model/chart-look.ts';
import { RESOLUTION_NAMES } from '../model/resolution-labels.ts';
import { ChartNotices } from '../notices/ChartNotices.tsx';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { shownChoice } from '../phone/pane-choice.ts';
import { pressedPlace, subjectOnCanvas } from '../pointing/menu-place.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { studiesOnChart } from '../preferences/studies-on-chart.ts';
import { useTechnicalStudiesOf } from '../preferences/use-technical-studies.ts';
import { closeChart } from './arrangement.ts';
import { CellStrip } from './CellStrip.tsx';
import classes from './ChartCells.module.css';
import type { CellState } from './chart-cells.ts';
import { Dividers } from './Dividers.tsx';
import { showSharedTime, useLinks } from './use-links.ts';

type Props = {
  /** The place of a chart among a number of them. */
  styleOf: (index: number, count: number) => CSSProperties;
};

/** The charts that are not active, the lines between all of them, and what they have in common. */
export function FurtherCells({ styleOf }: Props) {
  const { cells } = useChartScreen();
  const { cells: all, activeId, isEnlarged } = useValue(cells.state);
  useLinks(cells);
  return (
    <>
      {all.map(
        (cell, index) =>
          cell.id !== activeId && (
            <div
              key={cell.id}
              className={classes.cell}
              style={styleOf(index, all.length)}
              // The enlarged chart covers it.
              inert={isEnlarged}
            >
              <FurtherCell cell={cell} />
            </div>
          ),
      )}
      <Dividers cells={cells} />
    </>
  );
}

function isLocked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SOURCE_LOCKED';
}

/** A chart beside the active one. A press makes it active. */
function FurtherCell({ cell }: { cell: CellState }) {
  const screen = useChartScreen();
  const { activate } = screen;
  const { data: info, error, refetch } = useQuery(symbolQuery(cell.symbol));
  if (info && !isLocked(error)) return <DrawnCell cell={cell} info={info} />;
  return (
    <div className={classes.area}>
      <div className={classes.state}>
        {isLocked(error) && (
          <>
            <IconLock size={32} stroke={1.5} aria-hidden="true" />
            <span>{cell.symbol} is not in your plan.</span>
            <Button onClick={() => activate(cell.id)}>Unlock</Button>
          </>
        )}
        {error && !isLocked(error) && (
          <LoadFailed what={cell.symbol} error={error} onRetry={() => void refetch()} />
        )}
        {!error && (
          <>
            <Urgent />
            <Loader size="sm" aria-label={`Loading ${cell.symbol}`} />
          </>
        )}
        {error && (
          <Button variant="default" onClick={() => closeChart(screen, cell.id, cell.symbol)}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}

/** Draws the chart of a cell with its own look, in its own place. */
function DrawnCell({ cell, info }: { cell: CellState; info: SymbolInfo }) {
  const screen = useChartScreen();
  const { cells, activate } = screen;
  const { data: exchanges } = useQuery(exchangesQuery);
  const isExchangeOffline = exchanges?.[info.exchange]?.isOffline ?? false;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [chart, setChart] = useState<PageChart | null>(null);
  const placeIn = useEffectEvent((place: HTMLElement) => setChart(cells.place(cell, place)));
  // A chart is created once, and shows later looks of its cell below.
  useLayoutEffect(() => {
    if (element) placeIn(element);
  }, [element]);
  const isOffered = info.supported_resolutions.includes(cell.resolution);
  const resolution = isOffered ? cell.resolution : '1D';
  const controller = chart?.controller ?? null;
  useLook(chart, cell, element);
  useOpenChart(controller, info, resolution);
  useRetryWhenBack(controller, isExchangeOffline);
  const state = {
    ...screen,
    info,
    resolution,
    missingResolution: null,
    decimals: decimalsOf(info.pricescale),
    zone: zoneOf(cell.look.zone, info.timezone),
    isExchangeOffline,
    unreached: null,
    awaited: null,
    onlyPane: null,
    controller,
  };
  return (
    <ChartScreenProvider value={state}>
      <UrgentUntilBars controller={controller} />
      <SharedTime controller={controller} />
      <CellStrip id={cell.id} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu's actions have buttons and keys of their own. */}
      <div
        className={classes.area}
        // Before the engine takes the press, which pans the chart or places the first point. A touch ends in a press.
        onMouseDownCapture={() => {
          if (controller && screen.controller) carryTool(screen.controller, controller);
          activate(cell.id);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          const pressed = pressedPlace(event);
          if (!controller || !pressed) return;
          const { engine } = controller;
          const subject = subjectOnCanvas(engine, pressed.x, pressed.y);
          if (subject.kind === 'drawing') engine.drawings.select(subject.id);
          cells.askForMenu({ id: cell.id, ...pressed, subject });
        }}
      >
        <div
          ref={setElement}
          className={classes.canvas}
          role="img"
          aria-label={`${info.name} ${RESOLUTION_NAMES[resolution]} chart`}
        />
        {controller && <CellNotices controller={controller} look={cell.look} />}
      </div>
    </ChartScreenProvider>
  );
}

/** The chosen drawing tool goes along to another chart; points that it has placed are dropped. */
function carryTool(from: ChartController, to: ChartController): void {
  const { tool } = from.drawing.get();
  if (tool === null) return;
  from.engine.drawings.setTool(null);
  to.areDrawingsShown.set(true);
  to.engine.drawings.setTool(tool);
}

/** The bars of all charts go before parts that wait for an idle page. */
function UrgentUntilBars({ controller }: { controller: ChartController | null }) {
  return useHadBars(controller) ? null : <Urgent />;
}

/** A chart that has got the bars of its instrument shows the time that all charts share. */
function SharedTime({ controller }: { controller: ChartController | null }) {
  const { cells, info, resolution } = useChartScreen();
  const hasBars = useFirstBarsSettled(controller, info, resolution);
  useEffect(() => {
    if (controller && hasBars) showSharedTime(cells, controller);
  }, [cells, controller, hasBars]);
  return null;
}

const NO_DRAWINGS = createValueStore<readonly Drawing[]>([]);

/** Shows the look of a cell in its chart; a low one has one study pane. */
function useLook(chart: PageChart | null, { look }: CellState, element: HTMLElement | null): void {
  const theme = useTheme();
  const { paneChoice } = useChartScreen();
  const preferences = usePreferences();
  const technicalCode = useTechnicalCode();
  const [isLow, setIsLow] = useState(false);
  const drawings = useValue(chart?.controller.drawings ?? NO_DRAWINGS);
  useTechnicalStudiesOf([...look.studies, ...studiesOfDrawings(drawings)]);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      setIsLow((entry?.contentRect.height ?? LOW_CHART_PX) < LOW_CHART_PX);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    const studies = studiesOnChart(look.studies, look.inputs);
    const limit = isLow ? (shownChoice(studies, paneChoice) ?? null) : null;
    chart?.show({ preferences: { ...preferences, ...look }, theme, limit, technicalCode });
  }, [chart, look, preferences, theme, technicalCode, isLow, paneChoice]);
}

type NoticesProps = { controller: ChartController; look: CellState['look'] };

function CellNotices({ controller, look }: NoticesProps) {
  const { info, resolution } = useChartScreen();
  useShownMarks(controller, look);
  const lackingMarks = usePublishedMarks(controller, info, resolution, look);
  return <ChartNotices controller={controller} lackingMarks={lackingMarks} />;
}
