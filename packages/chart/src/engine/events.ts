import { isSameBar } from '@moneytrail/indicators';
import type { ChartEngine } from '../chart-engine.ts';
import type { ChartEvents, Emit, LegendValues, PanePlace, PointedMarks } from '../chart-events.ts';
import type { ChartBar } from '../chart-source.ts';
import type { Drawing } from '../drawings/drawing.ts';
import {
  chartPointAt,
  type KlineChart,
  klinePaneId,
  mainArea,
  placeOfBar,
  type VisibleBars,
  visibleBars,
} from '../kline/library.ts';
import { isAutoScaled } from '../kline/library-axes.ts';
import { type CrosshairPlace, crosshairAt } from '../kline/viewport.ts';
import { type ChartLayout, LAYOUT_VERSION } from '../layout/chart-layout.ts';
import { settingsText } from '../layout/read-layout.ts';
import { MARK_HALF_WIDTH_PX, MARK_HEIGHT_PX } from '../paint/marks.ts';
import { priceExtent } from '../scene/pane-extent.ts';
import {
  type ChartState,
  drawnScale,
  isClosing,
  mayBeLog,
  newestBar,
  newestClosedBars,
  reachedBeginning,
} from '../state/chart-state.ts';
import { valuesInView } from './values-in-view.ts';

/** A method type, as it accepts listeners of a single event; `on` pairs each listener with its name. */
type Listener = { listen(event: ChartEvents[keyof ChartEvents]): void }['listen'];

/** A listener that throws is reported to the page and stops neither the drawing nor the other listeners. */
export function createEmitter(): { on: ChartEngine['on']; emit: Emit; clear: () => void } {
  const listeners = new Map<keyof ChartEvents, Set<Listener>>();
  return {
    on(name, listener) {
      const added = listeners.get(name) ?? new Set();
      listeners.set(name, added.add(listener));
      return () => added.delete(listener);
    },
    emit(name, event) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(event);
        } catch (error) {
          reportError(error);
        }
      }
    },
    // Listeners of the running event are still called; later events reach nobody.
    clear: () => listeners.clear(),
  };
}

/** The legend reads prices of one bar, and studies and mark of the same or of the last closed one. */
type LegendPlace = { index: number; studyIndex: number; isAtCrosshair: boolean };

const NOWHERE: LegendPlace = { index: -1, studyIndex: -1, isAtCrosshair: false };

/**
 * Without a crosshair, studies are read at the last closed bar: values of a forming one can still change. Away from the
 * newest bars the last one in view counts as pointed at.
 */
function legendPlace(
  state: ChartState,
  pointedIndex: number | null,
  visible: VisibleBars,
): LegendPlace {
  const last = state.bars.length() - 1;
  const crosshairIndex = pointedIndex ?? (state.bars.isAway() ? visible.to - 1 : null);
  if (crosshairIndex !== null && last >= 0) {
    const index = Math.min(crosshairIndex, last);
    return { index, studyIndex: index, isAtCrosshair: true };
  }
  const isForming = state.formingIndex >= 0;
  return { index: last, studyIndex: isForming ? last - 1 : last, isAtCrosshair: false };
}

function legendOf(
  state: ChartState,
  { index, studyIndex, isAtCrosshair }: LegendPlace,
): LegendValues {
  return {
    bar: state.bars.at(index),
    previousClose: state.bars.at(index - 1)?.close ?? null,
    studies: state.studies.valuesAt(studyIndex),
    computing: state.studies.computingAt(studyIndex),
    studyBar: state.bars.at(studyIndex),
    studyBarCount: studyIndex + 1,
    isClosing: isClosing(state, studyIndex),
    mark: studyIndex < 0 ? null : state.marks.markAt(studyIndex),
    isAtCrosshair,
  };
}

/**
 * The marks at a place, px from the top left corner of the main pane, at or beside the bar of an index. A buy hangs below
 * its price, a sell stands above.
 */
function marksNear(
  chart: KlineChart,
  { marks, bars, studies }: ChartState,
  { index, x, y }: Pick<CrosshairPlace, 'index' | 'x' | 'y'>,
): PointedMarks | null {
  const area = mainArea(chart);
  if (!area) return null;
  const barSpacePx = chart.getBarSpace().bar;
  const reach = Math.ceil(MARK_HALF_WIDTH_PX / barSpacePx);
  for (const mark of marks.painted(index - reach, index + reach + 1, barSpacePx)) {
    const tip = placeOfBar(chart, mark.index, mark.price);
    const bar = bars.at(mark.index);
    if (!tip || !bar) continue;
    const topPx = mark.side === 'buy' ? tip.y : tip.y - MARK_HEIGHT_PX;
    const bottomPx = topPx + MARK_HEIGHT_PX;
    if (Math.abs(tip.x - x) > MARK_HALF_WIDTH_PX || y < topPx || y > bottomPx) continue;
    const ofBar = marks.marksAt(mark.index).filter(({ side }) => side === mark.side);
    return {
      marks: ofBar,
      nearby: mark.more + 1 - ofBar.length,
      bar,
      broken: studies.brokenLines(bars.columns(), mark),
      xPx: tip.x,
      topPx: area.topPx + topPx,
      bottomPx: area.topPx + bottomPx,
    };
  }
  return null;
}

/** The marks at a place, px from the chart's top left corner; null where there are none. */
export function marksAt(
  chart: KlineChart,
  state: ChartState,
  place: { x: number; y: number },
): PointedMarks | null {
  const point = chartPointAt(chart, state.bars, place);
  if (!point) return null;
  const y = place.y - (mainArea(chart)?.topPx ?? 0);
  return marksNear(chart, state, { index: state.bars.indexFrom(point.timeMs), x: place.x, y });
}

/** Bars this near to an unfolded legend do not let it unfold, so that it does not flicker. */
const LEGEND_MARGIN_PX = 12;

/** Whether a bar stands where the legend lies. */
function coversBars(chart: KlineChart, state: ChartState, marginPx: number): boolean {
  const box = state.view.legendBox;
  const { from, to } = visibleBars(chart);
  const firstX = placeOfBar(chart, from)?.x;
  if (!box || firstX === undefined) return false;
  const end = from + Math.ceil((box.rightPx - firstX) / chart.getBarSpace().bar + 0.5);
  const { high } = priceExtent(state, { from, to: Math.min(end, to) });
  const top = Number.isFinite(high) ? placeOfBar(chart, from, high) : null;
  return top !== null && top.y < box.bottomPx + marginPx;
}

export type EventPublisher = ReturnType<typeof createEventPublisher>;

/** Emits events for changes since the last call. Called after every picture and after loading. */
export function createEventPublisher(deps: {
  chart: KlineChart;
  state: ChartState;
  emit: Emit;
  places: () => PanePlace[];
}) {
  const { chart, state, emit } = deps;
  let revision = 0;
  let emittedBar: ChartBar | null = null;
  let isLegendCover = false;
  let seenView = '';
  /** Keys of the last emitted events. Pointing at no marks and having no legend are the silent start. */
  const emitted = new Map<keyof ChartEvents, string>([
    ['pointedMarks', 'null'],
    ['legendCover', 'null'],
  ]);
  const emitChanged = <Name extends keyof ChartEvents>(
    name: Name,
    key: string,
    event: () => ChartEvents[Name],
  ) => {
    if (emitted.get(name) === key) return;
    emitted.set(name, key);
    emit(name, event());
  };
  const emitValue = <Name extends keyof ChartEvents>(name: Name, value: ChartEvents[Name]) =>
    emitChanged(name, JSON.stringify(value), () => value);

  return {
    /** Bars, studies or marks changed: the same bar may have other values. */
    invalidate(): void {
      revision += 1;
    },
    /** Another chart opens: there is no bar until it has loaded. */
    reset(): void {
      revision += 1;
      emittedBar = null;
      // An equal number of bars from the same time on must be emitted again for another chart. Panes stay.
      for (const name of ['legend', 'closed', 'coverage', 'visible'] as const) emitted.delete(name);
      emit('legend', legendOf(state, NOWHERE));
    },
    publish(): void {
      const crosshair = crosshairAt(chart);
      const count = state.bars.length();
      const visible = visibleBars(chart);
      const place = legendPlace(state, crosshair?.index ?? null, visible);
      emitChanged('legend', `${revision}/${JSON.stringify(place)}`, () => legendOf(state, place));
      const view = `${revision}/${visible.from}/${visible.to}/${count}`;
      if (view !== seenView) emitValue('inView', valuesInView(state, visible));
      seenView = view;
      const { closed } = state;
      emitChanged('closed', `${closed.revision}`, () => ({
        timeMs: newestClosedBars(state, 1).at(-1)?.time ?? null,
      }));
      const isInMain = crosshair?.paneId === klinePaneId('main');
      emitValue('pointedMarks', isInMain ? marksNear(chart, state, crosshair) : null);
      emitValue('panes', deps.places());
      isLegendCover = coversBars(chart, state, isLegendCover ? LEGEND_MARGIN_PX : 0);
      emitValue('legendCover', state.view.legendBox && isLegendCover);
      emitValue('coverage', {
        barCount: count,
        firstBarMs: state.bars.at(0)?.time ?? null,
        awayUntilMs: state.bars.isAway() ? (state.bars.at(count - 1)?.time ?? null) : null,
        neededBars: state.studies.neededBars(),
        reachedBeginning: reachedBeginning(state.loading),
      });
      const { from, to } = visible;
      const first = state.bars.at(from);
      const last = state.bars.at(Math.min(to, count) - 1);
      if (first && last) {
        emitValue('visible', {
          fromMs: first.time,
          toMs: last.time,
          isNewest: to >= count && !state.bars.isAway(),
          isAutoScaled: isAutoScaled(chart, klinePaneId('main')),
          scale: drawnScale(state),
          mayBeLog: mayBeLog(state),
        });
      }
      const newest = newestBar(state);
      if (newest && !(emittedBar && isSameBar(newest, emittedBar))) emit('lastBar', newest);
      emittedBar = newest;
    },
  };
}

/** Reads the layout and emits `layout` when the user has changed it. */
export function createLayoutWatch(deps: {
  state: ChartState;
  emit: Emit;
  drawings: () => readonly Drawing[];
}) {
  const { state } = deps;
  /** Drawings are compared by identity: every change makes another list. */
  type Known = { settings: string; drawings: readonly Drawing[] };
  let known: Known | null = null;
  let isTouched = false;
  /** Null before anything is opened. */
  const read = (): ChartLayout | null => {
    const { open, view } = state;
    if (!open) return null;
    return {
      version: LAYOUT_VERSION,
      symbol: open.symbol.ticker,
      resolution: open.resolution,
      candleType: view.candleType,
      priceScale: view.priceScale,
      scalesPriceOnly: view.scalesPriceOnly,
      hasVolume: view.hasVolume,
      guides: view.guides,
      zone: view.zone,
      studies: view.studies,
      ...view.arrangement,
      compared: view.compared,
      drawings: deps.drawings(),
    };
  };
  const current = (): Known | null => {
    const layout = read();
    return layout && { settings: settingsText(layout), drawings: layout.drawings };
  };
  const look = () => {
    isTouched = false;
    const before = known;
    known = current();
    // The first layout of a chart is not a change.
    if (!before || !known) return;
    if (before.settings !== known.settings || before.drawings !== known.drawings)
      deps.emit('layout', {});
  };
  return {
    read,
    /** The layout may have changed: checks it in a microtask, once for all changes until then. */
    touch(): void {
      if (isTouched) return;
      isTouched = true;
      queueMicrotask(look);
    },
    /** Accepts the current layout without an event, as it was restored. */
    adopt(): void {
      known = current();
    },
  };
}
