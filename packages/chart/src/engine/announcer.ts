import type { Chart } from 'klinecharts';
import type { LegendValues, PanePlace } from '../chart-events.ts';
import type { ChartBar } from '../chart-source.ts';
import { crosshairAt } from '../kline/crosshair.ts';
import { pointedMarks } from '../kline/pointed-marks.ts';
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

/** Bars that a legend reads: the prices of one, the studies and the mark of the same or of the last closed one. */
type LegendPlace = { index: number; studyIndex: number; isAtCrosshair: boolean };

const NOWHERE: LegendPlace = { index: -1, studyIndex: -1, isAtCrosshair: false };

/** Without a crosshair the studies are those of the last closed bar: what they say of a forming one may still change. */
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
    studyBarCount: studyIndex + 1,
    mark: studyIndex < 0 ? null : state.marks.markAt(studyIndex),
    isAtCrosshair,
  } satisfies LegendValues;
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

const NOTHING_TOLD = { legend: '', panes: '', coverage: '', visible: '', pointed: 'null' };

export function createAnnouncer(deps: {
  chart: Chart;
  state: ChartState;
  emitter: Emitter;
  places: () => PanePlace[];
  reachedBeginning: () => boolean;
}): Announcer {
  const { chart, state, emitter } = deps;
  let revision = 0;
  let told = NOTHING_TOLD;
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
      // Another chart may have as many bars from the same time on: it is told all the same. Panes stay.
      told = { ...NOTHING_TOLD, panes: told.panes, pointed: told.pointed };
      emitter.emit('legend', legendOf(state, NOWHERE));
    },
    announce() {
      const crosshair = crosshairAt(chart);
      const count = state.bars.length();
      const place = legendPlace(state, crosshair?.index ?? null);
      tell('legend', `${revision}/${JSON.stringify(place)}`, () =>
        emitter.emit('legend', legendOf(state, place)),
      );
      const pointed = crosshair && pointedMarks(chart, state, crosshair);
      tell('pointed', JSON.stringify(pointed), () => emitter.emit('pointedMarks', pointed));
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
