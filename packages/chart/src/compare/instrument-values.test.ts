import {
  type Bar,
  columnsFrom,
  createGrowingColumns,
  PRICE_SOURCES,
  SOLID,
  type TechnicalStudy,
} from '@moneytrail/indicators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_MARKET } from '../studies/studied-market.ts';
import {
  type ChartEnds,
  createInstrumentValues,
  type InstrumentBars,
} from './instrument-values.ts';

/** Half the last value and half the source: every value depends on all bars before. */
const halving: TechnicalStudy = {
  id: 'halving',
  name: 'Halving average',
  shortName: 'HA',
  pane: 'main',
  axis: 'right',
  group: 'Moving averages',
  aliases: [],
  about: '',
  readsVolume: false,
  inputs: [
    { name: 'source', label: 'Source', kind: 'source', options: PRICE_SOURCES, default: 'close' },
  ],
  outputs: [
    {
      key: 'value',
      label: 'HA',
      colour: 'longResistance',
      line: SOLID,
      format: 'price',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: () => 1,
  start: () => {
    let before = Number.NaN;
    let value = Number.NaN;
    return ({ source }, isNewState, values) => {
      if (!isNewState) before = value;
      value = Number.isNaN(before) ? source : (before + source) / 2;
      values[0] = value;
    };
  },
};

type Timed = Bar & { endMs: number };

/** Bars of one length behind each other, of which some are missing. */
const bars = (lengthMs: number, count: number) =>
  fc
    .array(fc.record({ isThere: fc.boolean(), close: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: count,
    })
    .map((places) =>
      places.flatMap(({ isThere, close }, at): Timed[] => {
        const time = at * lengthMs;
        const prices = { open: close, high: close + 2, low: close - 1, close, volume: 1 };
        return isThere ? [{ time, endMs: time + lengthMs, ...prices }] : [];
      }),
    );

const CHART_MS = 12;
const OTHER_MS = 8;
const chartBars = bars(CHART_MS, 20);
const otherBars = bars(OTHER_MS, 40);

/** The value of the last bar that has ended by the end of the chart's bar and overlaps it, written naively. */
function expected(
  chart: readonly Timed[],
  other: readonly Timed[],
  priceOf: (bar: Bar) => number = ({ close }) => close,
): number[] {
  const values: number[] = [];
  for (const bar of other) {
    const before = values.at(-1);
    values.push(before === undefined ? priceOf(bar) : (before + priceOf(bar)) / 2);
  }
  return chart.map(({ time, endMs }) => {
    const place = other.findLastIndex((one) => one.endMs <= endMs);
    const isWithin = (other[place]?.endMs ?? Number.NEGATIVE_INFINITY) > time;
    return isWithin ? (values[place] ?? Number.NaN) : Number.NaN;
  });
}

const endsOf = (formingIndex: () => number): ChartEnds => ({
  formingIndex,
  endOf: (timeMs, index) =>
    index === formingIndex() ? Number.POSITIVE_INFINITY : timeMs + CHART_MS,
});

const instrument = (given: readonly Bar[], epoch = {}): InstrumentBars => ({
  columns: columnsFrom(given),
  epoch,
  endOf: (timeMs) => timeMs + OTHER_MS,
  unreadFromMs: null,
  market: UNKNOWN_MARKET,
});

function valuesOver(
  chart: readonly Bar[],
  other: InstrumentBars | null,
  { source = 'close@FMP:OTHER', formingIndex = -1 } = {},
): number[] {
  const columns = columnsFrom(chart);
  const values = createInstrumentValues(
    { bars: () => other, ends: endsOf(() => formingIndex) },
    { definition: halving, inputs: { source }, columns },
  );
  while (!values.advance(columns, 7));
  return [...(values.outputs().value ?? [])];
}

describe('a study of a compared instrument', () => {
  it('takes each of its own bars once, and has no value where it has no bar', () => {
    fc.assert(
      fc.property(chartBars, otherBars, (chart, other) => {
        expect(valuesOver(chart, instrument(other))).toEqual(expected(chart, other));
      }),
    );
  });

  it('knows nothing of the future: later bars of either change no value', () => {
    fc.assert(
      fc.property(chartBars, otherBars, fc.nat(300), (chart, other, nowMs) => {
        const known = chart.filter(({ endMs }) => endMs <= nowMs);
        const past = other.filter(({ endMs }) => endMs <= nowMs);
        const all = valuesOver(chart, instrument(other)).slice(0, known.length);
        expect(valuesOver(known, instrument(past))).toEqual(all);
      }),
    );
  });

  it('reads the price that its source names', () => {
    fc.assert(
      fc.property(chartBars, otherBars, (chart, other) => {
        const values = valuesOver(chart, instrument(other), { source: 'hl2@FMP:OTHER' });
        expect(values).toEqual(expected(chart, other, ({ high, low }) => (high + low) / 2));
      }),
    );
  });

  it('shows the newest value at a forming bar, unless its own bars ended before', () => {
    const chart = [0, 12].map((time) => bar(time, 50));
    const other = [0, 8, 16].map((time, at) => bar(time, 10 * (at + 1)));
    expect(valuesOver(chart, instrument(other))).toEqual([10, 22.5]);
    expect(valuesOver(chart, instrument(other), { formingIndex: 1 })).toEqual([10, 22.5]);
    expect(valuesOver(chart, instrument(other.slice(0, 1)), { formingIndex: 1 })[1]).toBeNaN();
    const early = [0, 8].map((time) => bar(time, 20));
    expect(valuesOver([bar(6, 50)], instrument(early), { formingIndex: 0 })).toEqual([20]);
  });

  it('has no values without bars, and none of volume if it is an index', () => {
    const chart = [bar(0, 50), bar(12, 50)];
    for (const other of [null, instrument([])]) {
      expect(valuesOver(chart, other).every(Number.isNaN)).toBe(true);
    }
    const bars = { ...instrument(chart), market: { ...UNKNOWN_MARKET, isIndex: true } };
    const columns = columnsFrom(chart);
    const values = createInstrumentValues(
      { bars: () => bars, ends: endsOf(() => -1) },
      { definition: { ...halving, readsVolume: true }, inputs: {}, columns },
    );
    expect(values.advance(columns, 9)).toBe(true);
    expect(values.outputs().value?.every(Number.isNaN)).toBe(true);
  });
});

function bar(time: number, close: number): Bar {
  return { time, open: close, high: close + 2, low: close - 1, close, volume: 1 };
}

/** A chart and an instrument that both change, and the values that follow them. */
function followed() {
  let [chart, other] = [[bar(1_200, 50)], [bar(1_200, 10)]];
  let [isForming, isThere] = [true, true];
  let epoch = {};
  const growing = createGrowingColumns(chart);
  const values = createInstrumentValues(
    {
      bars: () => (isThere ? instrument(other, epoch) : null),
      ends: endsOf(() => (isForming ? chart.length - 1 : -1)),
    },
    { definition: halving, inputs: { source: 'close@FMP:OTHER' }, columns: growing.columns() },
  );
  const last = (list: readonly Bar[]) => list.at(-1)?.time ?? 0;
  const first = (list: readonly Bar[]) => list[0]?.time ?? 0;
  const setOther = (next: Bar[]) => {
    other = next;
    values.sync();
  };
  const setThere = (next: boolean) => {
    isThere = next;
    values.sync();
  };
  return {
    steps: {
      tick: (close: number) => setOther([...other.slice(0, -1), bar(last(other), close)]),
      bar: (close: number) => setOther([...other, bar(last(other) + OTHER_MS, close)]),
      twoBars: (close: number) => {
        const next = bar(last(other) + OTHER_MS, close);
        setOther([...other, next, bar(next.time + OTHER_MS, close + 1)]);
      },
      older: (close: number) => {
        epoch = {};
        setOther([bar(first(other) - OTHER_MS, close), ...other]);
      },
      gone: () => setThere(false),
      back: () => setThere(true),
      ends: () => {
        isForming = !isForming;
      },
      turn: () => void values.advance(growing.columns(), 3),
      look: () => void values.outputs(),
      chartBar: () => {
        chart = [...chart, bar(last(chart) + CHART_MS, 50)];
        growing.append(bar(last(chart), 50));
        values.follow(growing.columns(), 'appended');
      },
      chartOlder: () => {
        chart = [bar(first(chart) - CHART_MS, 50), ...chart];
        growing.prepend([bar(first(chart), 50)]);
        values.prepend(growing.columns(), 1);
      },
    },
    completed() {
      while (!values.advance(growing.columns(), 5));
      return [...(values.outputs().value ?? [])];
    },
    expected() {
      const ended = chart.map((one, index): Timed => {
        const isLast = isForming && index === chart.length - 1;
        return { ...one, endMs: isLast ? Number.POSITIVE_INFINITY : one.time + CHART_MS };
      });
      const own = other.map((one): Timed => ({ ...one, endMs: one.time + OTHER_MS }));
      return expected(ended, isThere ? own : []);
    },
  };
}

it('followed through any changes of both, it ends as over the whole series', () => {
  const names = Object.keys(followed().steps) as (keyof ReturnType<typeof followed>['steps'])[];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 40 }), (given) => {
      const run = followed();
      for (const [at, step] of given.entries()) run.steps[step](at + 1);
      expect(run.completed()).toEqual(run.expected());
    }),
    { numRuns: 300 },
  );
});
