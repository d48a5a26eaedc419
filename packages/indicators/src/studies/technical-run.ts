import { type Columns, valueAt } from '../columns/columns.ts';
import { PRICE_SOURCES, type SourceReader, sourceReader } from '../columns/price-source.ts';
import type { InputValues } from '../inputs.ts';
import type { StudyOutputs } from './study.ts';
import type { StepBar, StepContext, TechnicalStudy } from './technical-study.ts';

/** The price that the inputs name as the source; the close without one. */
function priceReader(inputs: InputValues): SourceReader {
  return sourceReader(PRICE_SOURCES.find((name) => name === inputs.source) ?? 'close');
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

/**
 * Starts a run before the first bar.
 *
 * @param read what the input `source` stands for: by default a price of the bar. The outputs are undefined at bars where
 *   it is NaN, and the study does not see these bars.
 */
export function startTechnicalStudy(
  study: TechnicalStudy,
  inputs: InputValues,
  context: StepContext,
  read: SourceReader = priceReader(inputs),
): TechnicalRun {
  const step = study.start(inputs, context);
  const keys = study.outputs.map(({ key }) => key);
  const values = new Float64Array(keys.length);
  const bar: StepBar = { timeMs: 0, open: 0, high: 0, low: 0, close: 0, volume: 0, source: 0 };
  let next = 0;
  let stepped = -1;
  return {
    next: () => next,
    take(columns, index, outputs) {
      values.fill(Number.NaN);
      bar.source = read(columns, index);
      if (!Number.isNaN(bar.source)) {
        bar.timeMs = valueAt(columns.time, index);
        bar.open = valueAt(columns.open, index);
        bar.high = valueAt(columns.high, index);
        bar.low = valueAt(columns.low, index);
        bar.close = valueAt(columns.close, index);
        bar.volume = valueAt(columns.volume, index) || 0;
        step(bar, index === stepped, values);
        stepped = index;
      }
      next = index + 1;
      for (let at = 0; at < keys.length; at += 1) {
        const column = outputs[keys[at] ?? ''];
        if (column) column[index] = valueAt(values, at);
      }
    },
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
