import type { Resolution } from '@moneytrail/calendar';
import {
  type ChartBar,
  type ChartEngine,
  type ChartEvents,
  type ChartOptions,
  type Coverage,
  createChart,
  type LegendValues,
  type LoadState,
  type MeasurePhase,
  type PaneId,
  type PanePlace,
  type PointedMarks,
} from '@moneytrail/chart';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';

/** The oldest loaded bar, and of which chart it is. */
export type FirstBar = { chart: string; timeMs: number };

/** A chart on the page: the engine, and what it tells, readable without going through React's state. */
export type ChartController = {
  engine: ChartEngine;
  /** What the engine has been told to show; what it draws may still be loading. */
  opened: ValueStore<{ ticker: string; resolution: Resolution } | null>;
  legend: ValueStore<LegendValues | null>;
  load: ValueStore<LoadState>;
  panes: ValueStore<readonly PanePlace[]>;
  coverage: ValueStore<Coverage | null>;
  lastBar: ValueStore<ChartBar | null>;
  /** Another object whenever other bars are closed or one of them was corrected. */
  closed: ValueStore<ChartEvents['closed']>;
  pointedMarks: ValueStore<PointedMarks | null>;
  measure: ValueStore<MeasurePhase>;
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

/** Puts a chart into a container and keeps what it tells. */
export function createChartController(
  container: HTMLElement,
  options: ChartOptions,
): ChartController {
  const engine = createChart(container, options);
  const legend = createValueStore<LegendValues | null>(null);
  const load = createValueStore<LoadState>({ kind: 'idle' });
  const panes = createValueStore<readonly PanePlace[]>([]);
  const coverage = createValueStore<Coverage | null>(null);
  const lastBar = createValueStore<ChartBar | null>(null);
  const closed = createValueStore<ChartEvents['closed']>({ timeMs: null });
  const pointedMarks = createValueStore<PointedMarks | null>(null);
  const measure = createValueStore<MeasurePhase>('off');
  const keep = <Name extends keyof ChartEvents>(
    name: Name,
    store: { set: (value: ChartEvents[Name]) => void },
  ) => engine.on(name, store.set);
  keep('legend', legend);
  keep('load', load);
  keep('panes', panes);
  keep('coverage', coverage);
  keep('lastBar', lastBar);
  keep('closed', closed);
  keep('pointedMarks', pointedMarks);
  keep('measure', measure);
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
    opened: createValueStore<{ ticker: string; resolution: Resolution } | null>(null),
    legend,
    load,
    panes,
    coverage,
    lastBar,
    closed,
    pointedMarks,
    measure,
    isUnread,
    enlarged,
    togglePane: (pane) => enlarge(enlarged.get() === pane ? null : pane),
    resetView: () => {
      enlarge(null);
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
