import {
  type Columns,
  type InputValues,
  instrumentSource,
  sliceColumns,
  type TechnicalStudy,
  withRoomBefore,
  withRoomBehind,
} from '@moneytrail/indicators';
import type { StudiedMarket } from '../studies/studied-market.ts';
import type { Outputs } from '../studies/study-values.ts';
import {
  createTechnicalValues,
  type ReadSource,
  type TechnicalValues,
} from '../studies/technical-values.ts';
import { alignBars } from './align-closes.ts';

/** The bars of a compared instrument. */
export type InstrumentBars = {
  columns: Columns;
  /** Another object after every change, except for a new state of the last bar and bars behind it. */
  epoch: object;
  /** End of the bar of a time, ms. */
  endOf: (timeMs: number) => number;
  /** From this time on bars may be missing; null once all have been read. */
  unreadFromMs: number | null;
  market: StudiedMarket;
};

/** The bars of the chart that values are aligned to. */
export type ChartEnds = {
  /** Infinity for the forming bar, which includes everything known by now. */
  endOf: (timeMs: number, index: number) => number;
  /** −1 without a forming bar. */
  formingIndex: () => number;
};

type Asked = {
  definition: TechnicalStudy;
  inputs: InputValues;
  /** The bars of the chart. */
  columns: Columns;
  /** Reads another study of the same instrument at the instrument's own bars; by default the inputs name a price. */
  read?: ReadSource | undefined;
  /** Outputs of the same study over the same bars of the chart, which stay in sight until they are computed anew. */
  former?: Outputs | undefined;
};

/** Starts studies of compared instruments; null for an instrument that the chart does not compare. */
export type StartInstrumentValues = (symbol: string, asked: Asked) => InstrumentValues | null;

export type InstrumentValues = ReturnType<typeof createInstrumentValues>;

/** The inputs as a study over the own bars of the instrument reads them: `close@FMP:ETH/USD` is `close`. */
function ownInputs(inputs: InputValues): InputValues {
  const source = instrumentSource(inputs.source);
  return source ? { ...inputs, source: source.price } : inputs;
}

/**
 * The values of a study of the field over the bars of a compared instrument, each of which it takes once, however many
 * bars the chart has beside them. A bar of the chart shows the value of the instrument's last bar that has ended by its
 * end, if the two overlap: no value is of the future, and none is carried over bars that the instrument does not have.
 * Bars of a day and longer are aligned by date, though one market may close hours before the other.
 */
export function createInstrumentValues(
  { bars, ends }: { bars: () => InstrumentBars | null; ends: ChartEnds },
  { definition, inputs, columns, read, former }: Asked,
) {
  const keys = definition.outputs.map(({ key }) => key);
  let chart = columns;
  let roomy: Outputs = Object.fromEntries(
    keys.map((key) => [
      key,
      former?.[key]?.slice() ?? new Float64Array(columns.length).fill(Number.NaN),
    ]),
  );
  let aligned = roomy;
  /** The chart's bars from here on are to be aligned anew. */
  let dirtyFrom = 0;
  let formingIndex = ends.formingIndex();
  /** The bars that have been handed to the run; null while there are none to compute. */
  let taken: InstrumentBars | null = null;
  let run: TechnicalValues | null = null;
  const clear = (from = 0) => {
    for (const key of keys) aligned[key]?.fill(Number.NaN, from);
  };
  const start = (now: InstrumentBars | null) => {
    taken = now;
    const hasValues =
      now !== null && now.columns.length > 0 && !(now.market.isIndex && definition.readsVolume);
    run = hasValues
      ? createTechnicalValues(definition, ownInputs(inputs), now.columns, {
          context: now.market,
          read,
        })
      : null;
    dirtyFrom = 0;
    if (!run) clear();
  };
  /** Hands over what has changed since the last call. */
  const sync = () => {
    const now = bars();
    if (!now || !taken || now.epoch !== taken.epoch || !run) return start(now);
    const before = taken;
    taken = now;
    const { length } = before.columns;
    for (let count = length + 1; count <= now.columns.length; count += 1) {
      run.follow(sliceColumns(now.columns, 0, count), 'appended');
    }
    if (now.columns.length === length) run.follow(now.columns, 'changed');
    if (now.unreadFromMs !== before.unreadFromMs) dirtyFrom = 0;
    const changedEndMs = now.endOf(now.columns.time[length - 1] ?? Number.NEGATIVE_INFINITY);
    let first = chart.length;
    while (first > 0 && ends.endOf(chart.time[first - 1] ?? 0, first - 1) >= changedEndMs)
      first -= 1;
    dirtyFrom = Math.min(dirtyFrom, first);
  };
  const isComplete = () => !run || !taken || run.computed() >= taken.columns.length;
  const align = (own: Outputs, { columns: others, endOf, unreadFromMs }: InstrumentBars) => {
    const startOf = (index: number) => chart.time[index] ?? Number.NaN;
    const otherStart = (index: number) => others.time[index] ?? Number.NaN;
    const span = { from: dirtyFrom, to: chart.length };
    const places = alignBars(
      { length: chart.length, startOf, endOf: (index) => ends.endOf(startOf(index), index) },
      {
        length: others.length,
        startOf: otherStart,
        endOf: (index) => endOf(otherStart(index)),
        unreadFromMs,
      },
      span,
    );
    for (const key of keys) {
      const values = own[key];
      const into = aligned[key];
      if (!values || !into) continue;
      for (let index = span.from; index < span.to; index += 1) {
        const place = places[index - span.from] ?? -1;
        into[index] = place < 0 ? Number.NaN : (values[place] ?? Number.NaN);
      }
    }
  };
  const resize = (length: number, make: (values: Float64Array) => Float64Array) => {
    roomy = Object.fromEntries(keys.map((key) => [key, make(roomy[key] ?? new Float64Array(0))]));
    aligned = Object.fromEntries(
      Object.entries(roomy).map(([key, values]) => [key, values.subarray(0, length)]),
    );
  };
  start(bars());
  return {
    /** One value a bar of the chart. */
    outputs(): Outputs {
      const forming = ends.formingIndex();
      if (forming !== formingIndex) dirtyFrom = Math.min(dirtyFrom, Math.max(0, chart.length - 2));
      formingIndex = forming;
      // Bars that were replaced a moment ago are not those that have been computed.
      if (bars()?.epoch !== taken?.epoch) sync();
      if (run && taken && dirtyFrom < chart.length && isComplete()) {
        align(run.outputs(), taken);
        dirtyFrom = chart.length;
      }
      return aligned;
    },
    /** One value a bar of the instrument. */
    own: (): Outputs => run?.outputs() ?? {},
    sync,
    /** Number of the chart's bars that have been computed. */
    computed: () => (isComplete() ? chart.length : 0),
    advance: (_: Columns, most: number): boolean =>
      !run || !taken || run.advance(taken.columns, most),
    follow(now: Columns, change: 'changed' | 'appended'): void {
      chart = now;
      if (change === 'changed') return;
      const last = now.length - 1;
      resize(now.length, (values) => withRoomBehind(values, now.length, last));
      clear(last);
      dirtyFrom = Math.min(dirtyFrom, Math.max(0, last - 1));
    },
    prepend(now: Columns, count: number): void {
      chart = now;
      resize(now.length, (values) => withRoomBefore(values, count, now.length - count));
      for (const key of keys) aligned[key]?.fill(Number.NaN, 0, count);
      dirtyFrom = 0;
    },
    cover() {},
  };
}
