import { isSameBar } from '@moneytrail/indicators';
import type { LegendValues, PanePlace } from '../chart-events.ts';
import type { ChartBar } from '../chart-source.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import type { KlineChart } from '../kline/kline-chart.ts';
import { klinePaneId } from '../kline/pane-ids.ts';
import { isAutoScaled } from '../kline/value-axes.ts';
import { visibleBars } from '../kline/visible-bars.ts';
import type { ChartState } from './chart-state.ts';
import type { Emitter } from './emitter.ts';
import { pointedMarks } from './pointed-marks.ts';
import { drawnScale, mayBeLog } from './value-axes.ts';

/** Emits events for what has changed since they were last emitted. Called after every picture, and after loading. */
export type EventPublisher = {
  /** Bars, studies or marks have changed: values at the same place may be others. */
  invalidate: () => void;
  /** Something else is opened: no bar is at hand until it has loaded. */
  reset: () => void;
  publish: () => void;
};

/** Bars that a legend reads: the prices of one, the studies and the mark of the same or of the last closed one. */
type LegendPlace = { index: number; studyIndex: number; isAtCrosshair: boolean };

const NOWHERE: LegendPlace = { index: -1, studyIndex: -1, isAtCrosshair: false };

/** Without a crosshair the studies are those of the last closed bar: their values of a forming one may still change. */
function legendPlace(state: ChartState, crosshairIndex: number | null): LegendPlace {
  const last = state.bars.length() - 1;
  if (crosshairIndex !== null && last >= 0) {
    const index = Math.min(crosshairIndex, last);
    return { index, studyIndex: index, isAtCrosshair: true };
  }
  const isForming = state.formingIndex >= 0;
  return { index: last, studyIndex: isForming ? last - 1 : last, isAtCrosshair: false };
}

function legendOf(state: ChartState, { index, studyIndex, isAtCrosshair }: LegendPlace) {
  return {
    bar: state.bars.at(index),
    previousClose: state.bars.at(index - 1)?.close ?? null,
    studies: state.studies.valuesAt(studyIndex),
    studyBar: state.bars.at(studyIndex),
    studyBarCount: studyIndex + 1,
    mark: studyIndex < 0 ? null : state.marks.markAt(studyIndex),
    isAtCrosshair,
  } satisfies LegendValues;
}

const isUnchanged = (a: ChartBar | null, b: ChartBar | null) =>
  a === null || b === null ? a === b : isSameBar(a, b);

const NOTHING_EMITTED = {
  legend: '',
  closed: '',
  panes: '',
  coverage: '',
  visible: '',
  pointed: 'null',
};

export function createEventPublisher(deps: {
  chart: KlineChart;
  state: ChartState;
  emitter: Emitter;
  places: () => PanePlace[];
  reachedBeginning: () => boolean;
}): EventPublisher {
  const { chart, state, emitter } = deps;
  let revision = 0;
  let emitted = NOTHING_EMITTED;
  let emittedBar: ChartBar | null = null;
  const emitChanged = (name: keyof typeof emitted, key: string, emit: () => void) => {
    if (emitted[name] === key) return;
    emitted = { ...emitted, [name]: key };
    emit();
  };

  return {
    invalidate() {
      revision += 1;
    },
    reset() {
      revision += 1;
      emittedBar = null;
      // Another chart may have as many bars from the same time on: events are emitted all the same. Panes stay.
      emitted = { ...NOTHING_EMITTED, panes: emitted.panes, pointed: emitted.pointed };
      emitter.emit('legend', legendOf(state, NOWHERE));
    },
    publish() {
      const crosshair = crosshairAt(chart);
      const count = state.bars.length();
      const place = legendPlace(state, crosshair?.index ?? null);
      emitChanged('legend', `${revision}/${JSON.stringify(place)}`, () =>
        emitter.emit('legend', legendOf(state, place)),
      );
      const { closed } = state;
      emitChanged('closed', `${closed.revision}`, () =>
        emitter.emit('closed', { timeMs: state.bars.at(closed.count - 1)?.time ?? null }),
      );
      const pointed = crosshair && pointedMarks(chart, state, crosshair);
      emitChanged('pointed', JSON.stringify(pointed), () => emitter.emit('pointedMarks', pointed));
      const places = deps.places();
      emitChanged('panes', JSON.stringify(places), () => emitter.emit('panes', places));
      const coverage = {
        barCount: count,
        firstBarMs: state.bars.at(0)?.time ?? null,
        neededBars: state.studies.neededBars(),
        reachedBeginning: deps.reachedBeginning(),
      };
      emitChanged('coverage', JSON.stringify(coverage), () => emitter.emit('coverage', coverage));
      const { from, to } = visibleBars(chart);
      const first = state.bars.at(from);
      const last = state.bars.at(Math.min(to, count) - 1);
      if (first && last) {
        const visible = {
          fromMs: first.time,
          toMs: last.time,
          isNewest: to >= count,
          isAutoScaled: isAutoScaled(chart, klinePaneId('main')),
          scale: drawnScale(state),
          mayBeLog: mayBeLog(state),
        };
        emitChanged('visible', JSON.stringify(visible), () => emitter.emit('visible', visible));
      }
      const newest = state.bars.at(count - 1);
      if (newest && !isUnchanged(newest, emittedBar)) emitter.emit('lastBar', newest);
      emittedBar = newest;
    },
  };
}
