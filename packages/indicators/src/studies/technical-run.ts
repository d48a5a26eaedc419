import { type Columns, columnsFrom, valueAt } from '../columns/columns.ts';
import { PRICE_SOURCES, type SourceReader, sourceReader } from '../columns/price-source.ts';
import type { InputValues } from '../inputs.ts';
import type { StudyOutputs } from './study.ts';
import {
  CHART_INTERVAL,
  INTERVAL_INPUT,
  type StepBar,
  type StepContext,
  type StudyStep,
  type TechnicalStudy,
} from './technical-study.ts';

/**
 * The price that the inputs name as the source; the close without one. Bars alone do not have any other source: it is
 * undefined, so that no study is computed from another series than the one it names.
 */
function priceReader({ source = 'close' }: InputValues): SourceReader {
  const price = PRICE_SOURCES.find((name) => name === source);
  return price ? sourceReader(price) : () => Number.NaN;
}

/** A technical study over growing columns. */
export type TechnicalRun = {
  /**
   * Takes the bar at an index and writes its outputs there: the bar after the one taken last, or that one in a new state.
   */
  readonly take: (columns: Columns, index: number, outputs: StudyOutputs) => void;
  /** Index of the bar after the one taken last. */
  readonly next: () => number;
};

type Taken = Pick<TechnicalRun, 'take'>;

/**
 * Starts a run before the first bar.
 *
 * @param read what the input `source` stands for: by default a price of the bar. The outputs are undefined at bars where
 *   it is NaN, and the study does not see these bars. A longer bar has the last source of its bars.
 */
export function startTechnicalStudy(
  study: TechnicalStudy,
  inputs: InputValues,
  context: StepContext,
  read?: SourceReader,
): TechnicalRun {
  const start = () => study.start(inputs, context);
  const keys = study.outputs.map(({ key }) => key);
  const interval = inputs[INTERVAL_INPUT] ?? CHART_INTERVAL;
  const run =
    interval === CHART_INTERVAL
      ? ofBars(start, keys, read ?? priceReader(inputs))
      : ofLongerBars(start(), keys, {
          longerBar: (timeMs) => context.longerBar?.(`${interval}`, timeMs) ?? null,
          read: read ?? (() => 0),
          sourceOf: read ? ({ source }) => source : oneBarReader(inputs),
        });
  let next = 0;
  return {
    next: () => next,
    take(columns, index, outputs) {
      run.take(columns, index, outputs);
      next = index + 1;
    },
  };
}

function writeValues(
  keys: readonly string[],
  values: Float64Array,
  outputs: StudyOutputs,
  index: number,
): void {
  for (let at = 0; at < keys.length; at += 1) {
    const column = outputs[keys[at] ?? ''];
    if (column) column[index] = valueAt(values, at);
  }
}

function readBar(bar: StepBar, columns: Columns, index: number): void {
  bar.timeMs = valueAt(columns.time, index);
  bar.open = valueAt(columns.open, index);
  bar.high = valueAt(columns.high, index);
  bar.low = valueAt(columns.low, index);
  bar.close = valueAt(columns.close, index);
  bar.volume = valueAt(columns.volume, index) || 0;
}

const emptyBar = (): StepBar => ({
  timeMs: 0,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  volume: 0,
  source: 0,
});

function ofBars(start: () => StudyStep, keys: readonly string[], read: SourceReader): Taken {
  const values = new Float64Array(keys.length);
  const bar = emptyBar();
  let step = start();
  let stepped = -1;
  const takeStep = (columns: Columns, index: number) => {
    readBar(bar, columns, index);
    step(bar, index === stepped, values);
    stepped = index;
  };
  /** A bar that was seen has no source any more: the study goes on as if it had not been. */
  const takeBack = (columns: Columns, index: number) => {
    step = start();
    stepped = -1;
    for (let before = 0; before < index; before += 1) {
      bar.source = read(columns, before);
      if (!Number.isNaN(bar.source)) takeStep(columns, before);
    }
  };
  return {
    take(columns, index, outputs) {
      const source = read(columns, index);
      if (Number.isNaN(source) && index === stepped) takeBack(columns, index);
      values.fill(Number.NaN);
      bar.source = source;
      if (!Number.isNaN(source)) takeStep(columns, index);
      writeValues(keys, values, outputs, index);
    },
  };
}

type LongerBars = {
  longerBar: (timeMs: number) => number | null;
  /** Reads the source at a bar of the chart. */
  read: SourceReader;
  /** The source of a longer bar, of which `source` is the last one read at its bars. */
  sourceOf: (bar: StepBar) => number;
};

/**
 * Joins bars to longer ones. Each bar shows the values of the last longer bar that has closed, so that none changes later;
 * the first longer bar may have begun before the first bar, and is left out.
 */
function ofLongerBars(
  step: StudyStep,
  keys: readonly string[],
  { longerBar, read, sourceOf }: LongerBars,
): Taken {
  const values = new Float64Array(keys.length).fill(Number.NaN);
  const bar = emptyBar();
  /** The longer bar up to the bar before the last one, and with it. */
  let before: StepBar | null = null;
  let now: StepBar | null = null;
  let isFirst = true;
  let last = -1;
  const close = (closed: StepBar) => {
    const source = sourceOf(closed);
    if (Number.isNaN(source)) values.fill(Number.NaN);
    else if (!isFirst) step({ ...closed, source }, false, values);
    isFirst = false;
  };
  return {
    take(columns, index, outputs) {
      readBar(bar, columns, index);
      bar.source = read(columns, index);
      const timeMs = longerBar(bar.timeMs);
      if (timeMs === null) {
        for (const key of keys) outputs[key]?.fill(Number.NaN, index, index + 1);
        return;
      }
      if (index !== last) before = now;
      if (before && before.timeMs !== timeMs) {
        close(before);
        before = null;
      }
      now = before ? joined(before, bar) : { ...bar, timeMs };
      last = index;
      writeValues(keys, values, outputs, index);
    },
  };
}

function joined(longer: StepBar, bar: StepBar): StepBar {
  return {
    ...longer,
    high: Math.max(longer.high, bar.high),
    low: Math.min(longer.low, bar.low),
    close: bar.close,
    volume: longer.volume + bar.volume,
    source: Number.isNaN(bar.source) ? longer.source : bar.source,
  };
}

/** Reads the price that the inputs name from one bar. */
function oneBarReader(inputs: InputValues): (bar: StepBar) => number {
  const read = priceReader(inputs);
  const columns = columnsFrom([{ time: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 }]);
  return ({ open, high, low, close }) => {
    columns.open[0] = open;
    columns.high[0] = high;
    columns.low[0] = low;
    columns.close[0] = close;
    return read(columns, 0);
  };
}

/** A technical study over all bars: one array of `columns.length` values per output, NaN if undefined. */
export function computeTechnicalStudy(
  study: TechnicalStudy,
  columns: Columns,
  inputs: InputValues,
  context: StepContext,
): StudyOutputs {
  const run = startTechnicalStudy(study, inputs, context);
  const outputs = Object.fromEntries(
    study.outputs.map(({ key }) => [key, new Float64Array(columns.length)]),
  );
  for (let index = 0; index < columns.length; index += 1) run.take(columns, index, outputs);
  return outputs;
}
