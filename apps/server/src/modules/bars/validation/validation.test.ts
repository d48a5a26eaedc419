import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateBars } from '../accept-bars.ts';
import { columnsOf, NO_BARS } from '../columns/bar-columns.ts';
import { barsAt } from '../testing/make-bars.ts';
import { readSample } from '../testing/sample-bars.ts';
import { filterOutliers } from './filter-outliers.ts';
import { medianOf } from './true-range.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = Date.parse('2024-03-15T12:00:30Z');
const market = { hours: MARKET_HOURS.crypto, resolution: '1' as const, nowMs: NOW };
const times = (count: number) =>
  Array.from({ length: count }, (_, i) => NOW - 30_000 - (count - i) * MINUTE);
const good: Bar = { time: NOW - 30_000, open: 2, high: 3, low: 1, close: 2, volume: 5 };

test.each<[string, Partial<Bar>]>([
  ['a high below its open', { open: 3.5 }],
  ['a high below its close', { close: 3.5 }],
  ['a low above its open', { open: 0.5 }],
  ['a low above its close', { close: 0.5 }],
  ['a price that is not finite', { high: Number.POSITIVE_INFINITY }],
  ['a price that is no number', { low: Number.NaN }],
  ['a negative volume', { volume: -1 }],
  ['a time two bars in the future', { time: NOW - 30_000 + 2 * MINUTE }],
  ['a time between milliseconds', { time: NOW - 30_000.5 }],
])('C60: %s is invalid, the bars beside it are kept', (_, fault) => {
  const before = { ...good, time: good.time - MINUTE };
  const { valid, invalid } = validateBars(columnsOf([before, { ...good, ...fault }]), market);
  expect([valid.length, valid.time[0], invalid.length]).toEqual([1, before.time, 1]);
});

test('C60: a bar may be one ahead of our clock, as clocks differ', () => {
  const next = { ...good, time: good.time + MINUTE };
  expect(validateBars(columnsOf([good, next]), market).invalid).toEqual([]);
});

test('C60: all accepted bars are possible, whatever is delivered', () => {
  const number = fc.double({ noNaN: false, noDefaultInfinity: false });
  const bar = fc.record({
    time: fc.integer({ min: NOW - 10 * MINUTE, max: NOW + 10 * MINUTE }),
    open: number,
    high: number,
    low: number,
    close: number,
    volume: fc.option(number),
  });
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 20 }), (bars) => {
      const given = columnsOf(bars);
      const { valid: accepted, invalid } = validateBars(given, market);
      expect(accepted.length + invalid.length).toBe(given.length);
      for (let i = 0; i < accepted.length; i++) {
        const [open, high, low, close] = [
          accepted.open,
          accepted.high,
          accepted.low,
          accepted.close,
        ].map((column) => column[i] ?? Number.NaN) as [number, number, number, number];
        expect(high >= Math.max(open, close) && low <= Math.min(open, close)).toBe(true);
        expect([open, high, low, close].every(Number.isFinite)).toBe(true);
      }
    }),
  );
});

/** A random walk with one changed bar. */
function withBar(change: (bar: Bar) => Partial<Bar>, count: number): Bar[] {
  const bars = barsAt(times(count));
  return bars.map((bar, index) => (index === 60 ? { ...bar, ...change(bar) } : bar));
}

const leap = (bar: Bar) => ({ high: bar.open * 1.5, close: bar.open * 1.5 });

test('C60: the newest bar is an outlier until the next one corroborates it', () => {
  const leaping = columnsOf(withBar(leap, 61));
  const { accepted, outliers } = filterOutliers(NO_BARS, leaping, MINUTE);
  expect([accepted.length, outliers.time[0]]).toEqual([60, leaping.time[60]]);
});

test('C60: an outlier is accepted when trading goes on where it ended', () => {
  const bars = withBar(leap, 61);
  const last = bars[60];
  const close = last?.close ?? 0;
  const next = {
    time: (last?.time ?? 0) + MINUTE,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1,
  };
  expect(filterOutliers(NO_BARS, columnsOf([...bars, next]), MINUTE).outliers.length).toBe(0);
});

test.each([
  ['a close at half again the price', leap],
  ['a high of ten times the price', (bar: Bar) => ({ high: bar.high * 10 })],
  ['a low of nothing', () => ({ low: 0.01 })],
])('C60: %s that the next bar takes back is kept out', (_, change) => {
  const { outliers, accepted } = filterOutliers(NO_BARS, columnsOf(withBar(change, 90)), MINUTE);
  expect([outliers.length, accepted.length]).toEqual([1, 89]);
});

test('C60: a market that opens far from its last close has no outlier', () => {
  const bars = barsAt(times(61)).map((bar, index) =>
    index < 60
      ? bar
      : {
          ...bar,
          time: bar.time + 17 * 60 * MINUTE,
          open: bar.open + 40,
          high: bar.high + 40,
          low: bar.low + 40,
          close: bar.close + 40,
        },
  );
  expect(filterOutliers(NO_BARS, columnsOf(bars), MINUTE).outliers.length).toBe(0);
});

test.each([
  ['btcusd_1m.csv', MINUTE],
  ['xauusd_1h.csv', 60 * MINUTE],
  ['eurusd_1d.csv', 5 * DAY],
])('C60: every real bar of %s is accepted', (file, step) => {
  expect(filterOutliers(NO_BARS, readSample(file), step).outliers.length).toBe(0);
});

describe('the median', () => {
  test('the median is the one of the sorted numbers, however often they repeat', () => {
    const number = fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 60 }),
        fc.nat(10),
        (numbers, more) => {
          const values = Float64Array.from([...numbers, ...Array(more).fill(-1)]);
          const sorted = Float64Array.from(numbers).sort();
          // Negative zero sorts before zero but is equal to it.
          expect(medianOf(values, numbers.length) === sorted[numbers.length >> 1]).toBe(true);
        },
      ),
    );
  });
});
