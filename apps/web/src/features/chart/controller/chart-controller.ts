import type { Resolution } from '@moneytrail/calendar';
import {
  type ChartBar,
  type ChartEngine,
  type ChartEvents,
  type ChartOptions,
  type ComparedInstrument,
  type ComparedReading,
  type Coverage,
  createChart,
  type Drawing,
  type DrawingState,
  type LegendValues,
  type LoadState,
  type MeasurePhase,
  type PaneId,
  type PanePlace,
  type PointedMarks,
  type UndoState,
  type VisiblePart,
} from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';
import { type NewestPrice, newestOf } from './newest-price.ts';

/** The oldest loaded bar, and of which chart it is. */
export type FirstBar = { chart: string; timeMs: number };

/** An instrument in a resolution. */
export type OpenedChart = { info: SymbolInfo; resolution: Resolution };

type OpenedAt = OpenedChart & { atMs: number };

/** A time frame by its label, on the chart it was chosen for. */
type ShownFrame = { label: string; ticker: string; resolution: Resolution };

/** A chart on the page: the engine, and what it tells, readable without going through React's state. */
export type ChartController = {
  engine: ChartEngine;
  /** What the engine has been told to show, and when; what it draws may still be loading. */
  opened: ValueStore<OpenedAt | null>;
  legend: ValueStore<LegendValues | null>;
  load: ValueStore<LoadState>;
  panes: ValueStore<readonly PanePlace[]>;
  coverage: ValueStore<Coverage | null>;
  lastBar: ValueStore<ChartBar | null>;
  /** The newest price told by the stream, also while nothing is drawn. */
  newest: ValueStore<NewestPrice | null>;
  /** Another object whenever other bars are closed or one of them was corrected. */
  closed: ValueStore<ChartEvents['closed']>;
  /** What part of the bars is in view; null before the first. */
  visible: ValueStore<VisiblePart | null>;
  /** The time frame that was asked for last, and of which chart; null once the view was reset. */
  timeFrame: ValueStore<ShownFrame | null>;
  pointedMarks: ValueStore<PointedMarks | null>;
  measure: ValueStore<MeasurePhase>;
  /** All drawings, of whatever instrument, back to front. */
  drawings: ValueStore<readonly Drawing[]>;
  /** What the user is doing with drawings. */
  drawing: ValueStore<DrawingState>;
  /** The drawing whose words are being written; `isNew` while it has none yet. */
  writing: ValueStore<{ id: string; isNew: boolean } | null>;
  areDrawingsShown: ValueStore<boolean>;
  undo: ValueStore<UndoState>;
  /** The instruments that are compared, in the order of the legend. */
  compared: ValueStore<readonly ComparedInstrument[]>;
  /** What is read of those that are loaded. */
  comparedReadings: ValueStore<readonly ComparedReading[]>;
  /** Whether an outage left bars that have not been read again yet. */
  isUnread: ValueStore<boolean>;
  /** The pane that has the whole height; null while all have theirs. */
  enlarged: ValueStore<PaneId | null>;
  /** Gives a pane the whole height, or all theirs back. */
  togglePane: (pane: PaneId) => void;
  /** Takes zoom, scroll and heights back to where they began. */
  resetView: () => void;
  /** Time of the oldest loaded bar. */
  firstBar: ValueStore<FirstBar | null>;
  /** Says which chart is opened now: what is loaded from here on belongs to it. */
  openedAs: (chart: string) => void;
  /** When the newest price was made, ms; null before the first of the open chart. */
  lastTickMs: ValueStore<number | null>;
  dispose: () => void;
};

const NOT_DRAWING: DrawingState = { tool: null, placed: 0, wanted: null, selected: null };

/** What the engine tells, each kind of it as a store that keeps the newest. */
function keepEvents(engine: ChartEngine) {
  const stores = {
    legend: createValueStore<LegendValues | null>(null),
    load: createValueStore<LoadState>({ kind: 'idle' }),
    panes: createValueStore<readonly PanePlace[]>([]),
    coverage: createValueStore<Coverage | null>(null),
    lastBar: createValueStore<ChartBar | null>(null),
    closed: createValueStore<ChartEvents['closed']>({ timeMs: null }),
    visible: createValueStore<VisiblePart | null>(null),
    pointedMarks: createValueStore<PointedMarks | null>(null),
    measure: createValueStore<MeasurePhase>('off'),
    drawings: createValueStore<readonly Drawing[]>([]),
    drawing: createValueStore<DrawingState>(NOT_DRAWING),
    writing: createValueStore<{ id: string; isNew: boolean } | null>(null),
    undo: createValueStore<UndoState>({ canUndo: false, canRedo: false }),
    compared: createValueStore<readonly ComparedInstrument[]>([]),
    comparedReadings: createValueStore<readonly ComparedReading[]>([]),
  };
  engine.on('legend', stores.legend.set);
  engine.on('load', stores.load.set);
  engine.on('panes', stores.panes.set);
  engine.on('coverage', stores.coverage.set);
  engine.on('lastBar', stores.lastBar.set);
  engine.on('closed', stores.closed.set);
  engine.on('visible', stores.visible.set);
  engine.on('pointedMarks', stores.pointedMarks.set);
  engine.on('measure', stores.measure.set);
  engine.on('drawings', ({ drawings }) => stores.drawings.set(drawings));
  engine.on('drawing', stores.drawing.set);
  engine.on('textWanted', ({ id }) => stores.writing.set({ id, isNew: true }));
  engine.on('undo', stores.undo.set);
  engine.on('compared', ({ instruments }) => stores.compared.set(instruments));
  engine.on('comparedReadings', stores.comparedReadings.set);
  return stores;
}

/** Puts a chart into a container and keeps what it tells. */
export function createChartController(
  container: HTMLElement,
  options: ChartOptions,
): ChartController {
  const engine = createChart(container, options);
  const events = keepEvents(engine);
  const newest = createValueStore<NewestPrice | null>(null);
  engine.on('legend', (values) => newest.set(newestOf(newest.get(), values)));
  const timeFrame = createValueStore<ShownFrame | null>(null);
  const areDrawingsShown = createValueStore(true);
  areDrawingsShown.subscribe(() => engine.drawings.setShown(areDrawingsShown.get()));
  const isUnread = createValueStore(false);
  engine.on('unread', ({ fromMs }) => isUnread.set(fromMs !== null));
  const enlarged = createValueStore<PaneId | null>(null);
  const enlarge = (pane: PaneId | null) => {
    engine.enlargePane(pane);
    enlarged.set(pane);
  };
  // A pane that goes leaves its height to the others.
  engine.on('panes', (places) => {
    const pane = enlarged.get();
    if (pane !== null && places.every((place) => place.pane !== pane)) enlarge(null);
  });
  let openChart = '';
  const firstBar = createValueStore<FirstBar | null>(null);
  engine.on('coverage', ({ firstBarMs }) => {
    const known = firstBar.get();
    if (known?.chart === openChart && known.timeMs === firstBarMs) return;
    firstBar.set(firstBarMs === null ? null : { chart: openChart, timeMs: firstBarMs });
  });
  return {
    engine,
    ...events,
    opened: createValueStore<OpenedAt | null>(null),
    areDrawingsShown,
    newest,
    timeFrame,
    isUnread,
    enlarged,
    togglePane: (pane) => enlarge(enlarged.get() === pane ? null : pane),
    resetView: () => {
      enlarge(null);
      timeFrame.set(null);
      engine.resetView();
    },
    firstBar,
    openedAs: (chart) => {
      openChart = chart;
      firstBar.set(null);
    },
    lastTickMs: createValueStore<number | null>(null),
    dispose: engine.dispose,
  };
}

/** One instrument in one resolution. */
export function chartKey(ticker: string, resolution: string): string {
  return `${ticker} ${resolution}`;
}
