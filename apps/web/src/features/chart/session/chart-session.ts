import {
  type ChartBar,
  type ChartEngine,
  type ChartEvents,
  type ChartOptions,
  type Coverage,
  createChart,
  type LegendValues,
  type LoadState,
  type PanePlace,
} from '@moneytrail/chart';
import { createValueStore, type ValueStore } from '../../../lib/value-store.ts';

/** A chart on the page: the engine, and what it tells, readable without going through React's state. */
export type ChartSession = {
  engine: ChartEngine;
  legend: ValueStore<LegendValues | null>;
  load: ValueStore<LoadState>;
  panes: ValueStore<readonly PanePlace[]>;
  coverage: ValueStore<Coverage | null>;
  lastBar: ValueStore<ChartBar | null>;
  /** Time of the oldest loaded bar. */
  firstBarMs: ValueStore<number | null>;
  /** When the newest price was made, ms; null before the first of the open chart. */
  lastTickMs: ValueStore<number | null>;
  dispose: () => void;
};

/** Puts a chart into a container and keeps what it tells. */
export function createChartSession(container: HTMLElement, options: ChartOptions): ChartSession {
  const engine = createChart(container, options);
  const legend = createValueStore<LegendValues | null>(null);
  const load = createValueStore<LoadState>({ kind: 'idle' });
  const panes = createValueStore<readonly PanePlace[]>([]);
  const coverage = createValueStore<Coverage | null>(null);
  const lastBar = createValueStore<ChartBar | null>(null);
  const keep = <Name extends keyof ChartEvents>(
    name: Name,
    store: { set: (value: ChartEvents[Name]) => void },
  ) => engine.on(name, store.set);
  keep('legend', legend);
  keep('load', load);
  keep('panes', panes);
  keep('coverage', coverage);
  keep('lastBar', lastBar);
  const firstBarMs = createValueStore<number | null>(null);
  engine.on('coverage', ({ barCount }) => {
    firstBarMs.set(barCount > 0 ? (engine.bars()[0]?.time ?? null) : null);
  });
  return {
    engine,
    legend,
    load,
    panes,
    coverage,
    lastBar,
    firstBarMs,
    lastTickMs: createValueStore<number | null>(null),
    dispose: engine.dispose,
  };
}
