import { DAY_MS, HOUR_MS, MARKET_HOURS } from '@moneytrail/calendar';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignCloses, createBarEnds, percentLine } from './align-closes.ts';

type Bar = { startMs: number; endMs: number; close: number };

function timesOf(bars: readonly Bar[]) {
  return {
    length: bars.length,
    startOf: (index: number) => bars[index]?.startMs ?? Number.NaN,
    endOf: (index: number) => bars[index]?.endMs ?? Number.NaN,
  };
}

function aligned(
  chart: readonly Bar[],
  other: readonly Bar[],
  unreadFromMs: number | null = null,
  span = { from: 0, to: chart.length },
): number[] {
  const close = Float64Array.from(other, (bar) => bar.close);
  return [...alignCloses(timesOf(chart), { ...timesOf(other), close, unreadFromMs }, span)];
}

/** Bars one after the other, with gaps between them, whose lengths need not be the same. */
const bars = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 50 }),
      length: fc.integer({ min: 1, max: 50 }),
      close: fc.integer({ min: -100, max: 100 }),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let endMs = 0;
    return steps.map(({ gap, length, close }): Bar => {
      const startMs = endMs + gap;
      endMs = startMs + length;
      return { startMs, endMs, close };
    });
  });

describe('closes of another instrument at the bars of a chart', () => {
  it('are the last ones known when the bar ended', () => {
    fc.assert(
      fc.property(bars, bars, (chart, other) => {
        const expected = chart.map(
          ({ endMs }) => other.findLast((bar) => bar.endMs <= endMs)?.close ?? Number.NaN,
        );
        expect(aligned(chart, other)).toEqual(expected);
      }),
    );
  });

  it('do not depend on the requested part of the chart', () => {
    fc.assert(
      fc.property(bars, bars, fc.nat(40), fc.nat(40), (chart, other, a, b) => {
        const from = Math.min(a, b, chart.length);
        const to = Math.min(Math.max(a, b), chart.length);
        const part = aligned(chart, other, null, { from, to });
        expect(part).toEqual(aligned(chart, other).slice(from, to));
      }),
    );
  });

  it('never change with later bars', () => {
    fc.assert(
      fc.property(bars, bars, fc.nat(40), (chart, other, count) => {
        const before = aligned(chart, other.slice(0, count));
        const later = aligned(chart, other);
        const untilMs = other[count]?.endMs ?? Number.POSITIVE_INFINITY;
        chart.forEach(({ endMs }, index) => {
          if (endMs < untilMs) expect(later[index]).toBe(before[index]);
        });
      }),
    );
  });

  it('are not carried into an unread span', () => {
    const chart = [0, 10, 20, 30, 40].map((startMs) => ({
      startMs,
      endMs: startMs + 10,
      close: 0,
    }));
    const other = [
      { startMs: 0, endMs: 10, close: 1 },
      { startMs: 10, endMs: 20, close: 2 },
      { startMs: 30, endMs: 40, close: 4 },
    ];
    expect(aligned(chart, other)).toEqual([1, 2, 2, 4, 4]);
    expect(aligned(chart, other, 20)).toEqual([1, 2, Number.NaN, 4, 4]);
    expect(aligned(chart, other, 35)).toEqual([1, 2, 2, 4, Number.NaN]);
  });

  it('of a forming bar are the newest', () => {
    const chart = [
      { startMs: 0, endMs: 10, close: 0 },
      { startMs: 10, endMs: Number.POSITIVE_INFINITY, close: 0 },
    ];
    const other = [
      { startMs: 4, endMs: 9, close: 1 },
      { startMs: 9, endMs: 14, close: 2 },
    ];
    expect(aligned(chart, other)).toEqual([1, 2]);
  });
});

describe('the end of a bar', () => {
  const friday = Date.UTC(2026, 10, 20);

  it('is the close of its market, if that comes before its full length', () => {
    const endOf = createBarEnds(MARKET_HOURS['us-stocks'], '240');
    const opens = friday + 14.5 * HOUR_MS;
    expect(endOf(opens)).toBe(opens + 4 * HOUR_MS);
    expect(endOf(opens + 4 * HOUR_MS)).toBe(friday + 21 * HOUR_MS);
  });

  it('is its date from a day up, so that days of all markets align', () => {
    for (const hours of [MARKET_HOURS['us-stocks'], MARKET_HOURS.crypto]) {
      expect(createBarEnds(hours, '1D')(friday)).toBe(friday);
      expect(createBarEnds(hours, '1W')(friday - 4 * DAY_MS)).toBe(friday - 4 * DAY_MS);
    }
  });
});

const NONE = Number.NaN;
const percents = (closes: number[], from = 0) => [
  ...percentLine(Float64Array.from(closes), from).percents,
];

describe('a line in percent', () => {
  it('counts from its close at the first visible bar in both directions', () => {
    expect(percents([40, 50, 60, 25], 1)).toEqual([-20, 0, 20, -50]);
  });

  it('begins with the first known close, if there is none at the first bar', () => {
    expect(percents([10, NONE, NONE, 50, NONE, 75], 1)).toEqual([NONE, NONE, NONE, 0, NONE, 50]);
  });

  it('has no values where its base is not above zero, and reports the base', () => {
    for (const base of [0, -5]) {
      const line = percentLine(Float64Array.of(base, 10, 20), 0);
      expect([...line.percents]).toEqual([NONE, NONE, NONE]);
      expect(line.base).toBe(base);
    }
  });

  it('has neither values nor a base without closes', () => {
    expect(percentLine(Float64Array.of(NONE, NONE), 0).base).toBeNull();
    expect(percentLine(Float64Array.of(5, 6), 2).base).toBeNull();
    expect(percentLine(new Float64Array(0), 0)).toEqual({
      percents: new Float64Array(0),
      base: null,
    });
  });

  it('is the same for prices multiplied by any factor', () => {
    const closes = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(closes, fc.double({ min: 0.01, max: 1e3, noNaN: true }), (prices, factor) => {
        const scaled = percents(prices.map((price) => price * factor));
        percents(prices).forEach((percent, index) => {
          expect(scaled[index]).toBeCloseTo(percent, 4);
        });
      }),
    );
  });
});
