import { isDateResolution, type Resolution } from '@moneytrail/calendar';
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
  type ValuesInView,
  type VisiblePart,
} from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { textScale } from '../../../lib/text-scale.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { chartKey } from '../data/kept-bars.ts';
import type { Replay } from '../replay/replay.ts';
import { type NewestPrice, newestOf } from './newest-price.ts';
import { retryLoads } from './retry-loads.ts';
import { createToldLoad } from './told-load.ts';

/** Computed marks are shown because published ones could not be read. */
export type LackingMarks = { text: string; retry: () => void };

type OpenedChart = {
  info: SymbolInfo;
  resolution: Resolution;
  atMs: number;
  /** The bars are those of a replay, which may be over by now. */
  isReplayed?: boolean;
};

/** A time frame by its label, on the chart it was chosen for. */
type ShownFrame = { label: string; ticker: string; resolution: Resolution };

const NOT_DRAWING: DrawingState = { tool: null, placed: 0, wanted: null, selected: null };

/** A store of the newest value of each kind of the engine's events. */
function keepEvents(engine: ChartEngine) {
  const stores = {
    legend: createValueStore<LegendValues | null>(null),
    /** Extremes of the values that the legend can show. */
    inView: createValueStore<ValuesInView | null>(null),
    /** Whether the unfolded legend would cover bars. */
    legendCover: createValueStore<boolean | null>(null),
    load: createValueStore<LoadState>({ kind: 'idle' }),
    panes: createValueStore<readonly PanePlace[]>([]),
    coverage: createValueStore<Coverage | null>(null),
    lastBar: createValueStore<ChartBar | null>(null),
    /** Another object after each closed bar and each correction of one. */
    closed: createValueStore<ChartEvents['closed']>({ timeMs: null }),
    visible: createValueStore<VisiblePart | null>(null),
    pointedMarks: createValueStore<PointedMarks | null>(null),
    measure: createValueStore<MeasurePhase>('off'),
    /** All drawings of all instruments, back to front. */
    drawings: createValueStore<readonly Drawing[]>([]),
    drawing: createValueStore<DrawingState>(NOT_DRAWING),
    /** The drawing whose text is being edited; `isNew` while it has none yet. */
    writing: createValueStore<{ id: string; isNew: boolean } | null>(null),
    /** Compared instruments in the order of the legend. */
    compared: createValueStore<readonly ComparedInstrument[]>([]),
    comparedReadings: createValueStore<readonly ComparedReading[]>([]),
  };
  engine.on('legend', stores.legend.set);
  engine.on('inView', stores.inView.set);
  engine.on('legendCover', stores.legendCover.set);
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
  engine.on('compared', ({ instruments }) => stores.compared.set(instruments));
  engine.on('comparedReadings', stores.comparedReadings.set);
  return stores;
}

/** The pane that has the whole height; null while all panes have theirs. */
function createEnlargedPane(engine: ChartEngine) {
  const enlarged = createValueStore<PaneId | null>(null);
  const enlarge = (pane: PaneId | null) => {
    engine.enlargePane(pane);
    enlarged.set(pane);
  };
  // A removed pane returns its height to the others.
  engine.on('panes', (places) => {
    const pane = enlarged.get();
    if (pane !== null && places.every((place) => place.pane !== pane)) enlarge(null);
  });
  return { enlarged, enlarge };
}

/** Time of the oldest loaded bar, and the key of its chart; null before the first. */
function createFirstBar(engine: ChartEngine, opened: { get: () => OpenedChart | null }) {
  type FirstBar = { chart: string; timeMs: number; awayUntilMs: number | null };
  const firstBar = createValueStore<FirstBar | null>(null);
  engine.on('coverage', ({ firstBarMs, awayUntilMs }) => {
    const now = opened.get();
    if (!now || firstBarMs === null) return firstBar.set(null);
    const chart = chartKey(now.info.ticker, now.resolution);
    const known = firstBar.get();
    const isKnown =
      known?.chart === chart && known.timeMs === firstBarMs && known.awayUntilMs === awayUntilMs;
    if (!isKnown) firstBar.set({ chart, timeMs: firstBarMs, awayUntilMs });
  });
  return firstBar;
}

/** The series whose beginning is one: days, weeks and months are made of the same bars. */
function historyKey(ticker: string, resolution: Resolution): string {
  return chartKey(ticker, isDateResolution(resolution) ? '1D' : resolution);
}

/** The times of first bars that loading has reached, as nobody tells earlier how far back a history goes. */
function createHistoryBegins(engine: ChartEngine, opened: { get: () => OpenedChart | null }) {
  const begins = createValueStore<ReadonlyMap<string, number>>(new Map());
  engine.on('coverage', ({ reachedBeginning, firstBarMs }) => {
    const now = opened.get();
    if (!now || !reachedBeginning || firstBarMs === null) return;
    const key = historyKey(now.info.ticker, now.resolution);
    if (!begins.get().has(key)) begins.set(new Map([...begins.get(), [key, firstBarMs]]));
  });
  return {
    subscribe: begins.subscribe,
    get: begins.get,
    /** Null as long as the beginning is not known. */
    of: (ticker: string, resolution: Resolution): number | null =>
      begins.get().get(historyKey(ticker, resolution)) ?? null,
  };
}

/** A chart on the page: the engine, and the newest values of its events, readable without React's state. */
export type ChartController = ReturnType<typeof createChartController>;

/** Creates a chart in a container. Failed loads are repeated until `dispose`. */
export function createChartController(container: HTMLElement, options: ChartOptions) {
  const replayMs = createValueStore<number | null>(null);
  const replay = createValueStore<Replay | null>(null);
  const engine = createChart(container, {
    ...options,
    textScale: textScale.get(),
    now: () => replayMs.get() ?? options.now(),
    loadNow: options.now,
  });
  const stopTextScale = textScale.subscribe(() => engine.setTextScale(textScale.get()));
  const events = keepEvents(engine);
  const opened = createValueStore<OpenedChart | null>(null);
  const newest = createValueStore<NewestPrice | null>(null);
  engine.on('legend', (values) => newest.set(newestOf(newest.get(), values)));
  const timeFrame = createValueStore<ShownFrame | null>(null);
  const areDrawingsShown = createValueStore(true);
  areDrawingsShown.subscribe(() => engine.drawings.setShown(areDrawingsShown.get()));
  const isUnread = createValueStore(false);
  engine.on('unread', ({ fromMs }) => isUnread.set(fromMs !== null));
  const { enlarged, enlarge } = createEnlargedPane(engine);
  const retrying = retryLoads({
    clock: serverClock,
    random: Math.random,
    load: events.load,
    retry: engine.retry,
  });
  const toldLoad = createToldLoad({ clock: serverClock, load: events.load });
  return {
    ...events,
    engine,
    /** The replayed moment; null while the chart is live. */
    replayMs,
    /** The replay that the chart's bars come from; null while the chart is live. */
    replay,
    /** The state of loading for notices, which leave out what passes by itself. */
    toldLoad,
    /** The instrument that the engine was told to show, and when; its bars may still be loading. */
    opened,
    /** The newest streamed or drawn price. */
    newest,
    /** Time of the newest streamed price, ms; null before the first of the opened chart. */
    lastTickMs: createValueStore<number | null>(null),
    /** The close of the session before that of the newest price, as streamed; null while it is not known. */
    sessionClose: createValueStore<number | null>(null),
    isFresh: createValueStore(false),
    firstBar: createFirstBar(engine, opened),
    historyBegins: createHistoryBegins(engine, opened),
    /** The last chosen time frame; null once the view was reset. */
    timeFrame,
    areDrawingsShown,
    /** The notice where published marks are missing; null elsewhere. */
    lackingMarks: createValueStore<LackingMarks | null>(null),
    /** Whether an outage left bars that have not been read again yet. */
    isUnread,
    enlarged,
    /** Gives a pane the whole height, or all panes theirs. */
    togglePane: (pane: PaneId) => enlarge(enlarged.get() === pane ? null : pane),
    /** Resets zoom, scroll and pane heights. */
    resetView: () => {
      enlarge(null);
      timeFrame.set(null);
      engine.resetView();
    },
    /** Repeats a failed load at once. */
    retryNow: retrying.retryNow,
    dispose: () => {
      replay.get()?.end();
      retrying.end();
      toldLoad.end();
      stopTextScale();
      engine.dispose();
    },
  };
}
