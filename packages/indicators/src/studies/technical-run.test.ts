import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Bar,
  type Columns,
  columnsFrom,
  computeTechnicalStudy,
  createGrowingColumns,
  type InputValues,
  instrumentSource,
  instrumentSourceName,
  PRICE_SOURCES,
  SOLID,
  type StepContext,
  startTechnicalStudy,
  type TechnicalStudy,
} from '../index.ts';

/** The source, the highest price and the volume of the last bar, and the number of bars. */
const echo: TechnicalStudy = {
  id: 'echo',
  name: 'Echo',
  shortName: 'Echo',
  pane: 'main',
  axis: 'right',
  group: 'Levels',
  aliases: [],
  about: '',
  readsVolume: false,
  inputs: [
    { name: 'source', label: 'Source', kind: 'source', options: PRICE_SOURCES, default: 'close' },
  ],
  outputs: ['source', 'high', 'volume', 'count'].map((key) => ({
    key,
    label: key,
    colour: 'longResistance',
    line: SOLID,
    format: 'number',
    isDrawn: true,
  })),
  fills: [],
  neededBars: () => 1,
  start: () => {
    let count = 0;
    return ({ source, high, volume }, isNewState, values) => {
      if (!isNewState) count += 1;
      values.set([source, high, volume, count]);
    };
  },
};

/** Five bars make a longer one, named `5`; other intervals are not longer. */
const context: StepContext = {
  periodStart: (_, timeMs) => timeMs,
  longerBar: (interval, timeMs) => (interval === '5' ? timeMs - (timeMs % 5) : null),
};

const bar = (time: number, close: number): Bar => ({
  time,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume: 2,
});

/** The values that a bar shows, computed naively from closed longer bars; `first` is the time of the first bar. */
function expected(closes: readonly number[], first: number, index: number): number[] {
  const longer = new Map<number, number[]>();
  for (let at = 0; at <= index; at += 1) {
    const start = first + at - ((first + at) % 5);
    longer.set(start, [...(longer.get(start) ?? []), closes[at] ?? 0]);
  }
  // The first may be incomplete, the last has not closed.
  const closed = [...longer.values()].slice(1, -1);
  const shown = closed.at(-1);
  if (!shown) return [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  return [shown.at(-1) ?? 0, Math.max(...shown) + 1, 2 * shown.length, closed.length];
}

function valuesAt(outputs: Readonly<Record<string, Float64Array>>, index: number): number[] {
  return echo.outputs.map(({ key }) => outputs[key]?.[index] ?? Number.NaN);
}

const LONGER: InputValues = { source: 'close', interval: '5' };

test('longer bars are joined from those of the chart, and only closed ones have values', () => {
  const closes = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(closes, fc.nat(9), (prices, first) => {
      const columns = columnsFrom(prices.map((close, at) => bar(first + at, close)));
      const outputs = computeTechnicalStudy(echo, columns, LONGER, context);
      for (const at of prices.keys()) {
        expect(valuesAt(outputs, at)).toEqual(expected(prices, first, at));
      }
    }),
  );
});

test('a value of a longer interval never changes once it was shown, however the last bar moves', () => {
  const ticks = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(ticks, { minLength: 1, maxLength: 30 }), (bars) => {
      const growing = createGrowingColumns([]);
      const run = startTechnicalStudy(echo, LONGER, context);
      const outputs = Object.fromEntries(
        echo.outputs.map(({ key }) => [key, new Float64Array(bars.length)]),
      );
      const closes: number[] = [];
      for (const [at, states] of bars.entries()) {
        let shown: number[] | undefined;
        for (const [state, close] of states.entries()) {
          if (state === 0) growing.append(bar(at, close));
          else growing.replaceLast(bar(at, close));
          run.take(growing.columns(), at, outputs);
          shown ??= valuesAt(outputs, at);
          expect(valuesAt(outputs, at)).toEqual(shown);
        }
        closes.push(states.at(-1) ?? 0);
        expect(shown).toEqual(expected(closes, 0, at));
      }
    }),
  );
});

test('an interval that is not longer than the chart’s has no values', () => {
  const columns: Columns = columnsFrom([bar(0, 1), bar(5, 2), bar(10, 3)]);
  const outputs = computeTechnicalStudy(echo, columns, { ...LONGER, interval: '1' }, context);
  for (const values of Object.values(outputs)) expect(values.every(Number.isNaN)).toBe(true);
});

test('a bar whose source disappears while it forms is not seen by the bars after it', () => {
  const closes = [3, 5, 8, 13, 21];
  const columns = columnsFrom(closes.map((close, at) => bar(at, close)));
  const outputs = () =>
    Object.fromEntries(echo.outputs.map(({ key }) => [key, new Float64Array(closes.length)]));
  let isGone = false;
  const read = ({ close }: Columns, index: number) =>
    isGone && index === 3 ? Number.NaN : (close[index] ?? Number.NaN);
  const live = startTechnicalStudy(echo, { source: 'close' }, context, read);
  const seen = outputs();
  for (let at = 0; at <= 3; at += 1) live.take(columns, at, seen);
  isGone = true;
  live.take(columns, 3, seen);
  live.take(columns, 4, seen);
  expect(valuesAt(seen, 3)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  expect(valuesAt(seen, 4)).toEqual([21, 22, 2, 4]);
});

test('a longer bar has the last source of its bars, where another study is the source', () => {
  const columns = columnsFrom(Array.from({ length: 20 }, (_, time) => bar(time, 50)));
  const run = startTechnicalStudy(echo, { ...LONGER, source: 'rsi.rsi' }, context, (_, index) => {
    return index % 5 === 4 ? Number.NaN : index;
  });
  const outputs = { source: new Float64Array(20) };
  for (let index = 0; index < 20; index += 1) run.take(columns, index, outputs);
  expect(outputs.source[15]).toBe(13);
  expect(outputs.source[19]).toBe(13);
});

test('a source that bars alone do not have leaves the study undefined', () => {
  const columns = columnsFrom(Array.from({ length: 20 }, (_, time) => bar(time, 50)));
  for (const source of ['rsi.rsi', 'close@FMP:AAPL', 'unknown']) {
    for (const inputs of [{ source }, { source, interval: '5' }]) {
      const outputs = computeTechnicalStudy(echo, columns, inputs, context);
      expect(outputs.source?.every(Number.isNaN)).toBe(true);
    }
  }
});

test('a source names a price of a compared instrument, or it names none', () => {
  const source = { price: 'hl2', symbol: 'Bitfinex:ETH/USD' } as const;
  expect(instrumentSource(instrumentSourceName(source))).toEqual(source);
  for (const other of ['close', 'rsi.rsi', 'rsi@FMP:AAPL', 'close@', '@FMP:AAPL', 5, undefined]) {
    expect(instrumentSource(other)).toBeNull();
  }
});
