import type { Chart } from 'klinecharts';
import type { ChartBar, LegendValues, PanePlace } from '../chart-engine.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { ChartState } from './chart-state.ts';
import type { Emitter } from './emitter.ts';

/** Tells the page what has changed since it was told last. Called after every picture, and after loading. */
export type Announcer = {
  /** Bars, studies or marks have changed: values at the same place may be others. */
  touch: () => void;
  /** Something else is opened: no bar is at hand until it has loaded. */
  forget: () => void;
  announce: () => void;
};

function legendOf(state: ChartState, index: number, isAtCrosshair: boolean): LegendValues {
  const bar = state.bars.at(index);
  return {
    bar,
    previousClose: state.bars.at(index - 1)?.close ?? null,
    studies: state.studies.valuesAt(bar ? index : -1),
    mark: bar ? state.marks.markAt(index) : null,
    isAtCrosshair,
  };
}

function isSameBar(a: ChartBar | null, b: ChartBar | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.time === b.time &&
    a.close === b.close &&
    a.high === b.high &&
    a.low === b.low &&
    a.volume === b.volume
  );
}

export function createAnnouncer(deps: {
  chart: Chart;
  state: ChartState;
  emitter: Emitter;
  places: () => PanePlace[];
  reachedBeginning: () => boolean;
}): Announcer {
  const { chart, state, emitter } = deps;
  let revision = 0;
  let told = { legend: '', panes: '', coverage: '', visible: '' };
  let toldBar: ChartBar | null = null;
  const tell = (name: keyof typeof told, key: string, emit: () => void) => {
    if (told[name] === key) return;
    told = { ...told, [name]: key };
    emit();
  };

  return {
    touch() {
      revision += 1;
    },
    forget() {
      revision += 1;
      toldBar = null;
      emitter.emit('legend', legendOf(state, -1, false));
    },
    announce() {
      const crosshair = crosshairAt(chart);
      const count = state.bars.length();
      const index = crosshair ? Math.min(crosshair.index, count - 1) : count - 1;
      const isAt = crosshair !== null && count > 0;
      tell('legend', `${revision}/${index}/${isAt}`, () =>
        emitter.emit('legend', legendOf(state, index, isAt)),
      );
      const places = deps.places();
      tell('panes', JSON.stringify(places), () => emitter.emit('panes', places));
      const coverage = {
        barCount: count,
        firstBarMs: state.bars.at(0)?.time ?? null,
        neededBars: state.studies.neededBars(),
        reachedBeginning: deps.reachedBeginning(),
      };
      tell('coverage', JSON.stringify(coverage), () => emitter.emit('coverage', coverage));
      const { from, to } = visibleBars(chart);
      const first = state.bars.at(from);
      const last = state.bars.at(Math.min(to, count) - 1);
      if (first && last) {
        const span = { fromMs: first.time, toMs: last.time };
        tell('visible', `${span.fromMs}-${span.toMs}`, () => emitter.emit('visible', span));
      }
      const newest = state.bars.at(count - 1);
      if (newest && !isSameBar(newest, toldBar)) emitter.emit('lastBar', newest);
      toldBar = newest;
    },
  };
}
