import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bar,
  columnsFrom,
  LEAST_APART,
  LEAST_TRIALS,
  OUTCOME_HORIZONS,
  type Outcome,
  outcomeRecord,
  type PublishedMark,
  type RecordSeries,
} from '../index.ts';
import { arbitraryBars, QUICK } from '../testing/arbitrary-bars.ts';
import { seededRandom } from './block-bootstrap.ts';

/** A series whose bars close one after their time. */
function seriesOf(bars: readonly Bar[], given: Partial<RecordSeries> = {}): RecordSeries {
  const columns = columnsFrom(bars);
  const closesAtMs = (index: number) => (columns.time[index] ?? 0) + 1;
  return { columns, closesAtMs, holes: [], isOver: false, ...given };
}

function recordOf(series: RecordSeries, marks: readonly PublishedMark[], from = 0) {
  const steps = outcomeRecord(series, marks, (index) => index >= from);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

const barAtClose = (close: number, time: number, range = 0): Bar => ({
  time,
  open: close,
  high: close + range,
  low: close - range,
  close,
  volume: 1,
});
const mark = (
  time: number,
  side: 'buy' | 'sell' = 'buy',
  publishedAtMs: number | null = null,
): PublishedMark => ({ time, side, publishedAtMs });
const rounded = (outcome: unknown) =>
  typeof outcome === 'object'
    ? Object.values(outcome as Outcome).map((value) => Math.round(value * 1e9) / 1e9)
    : outcome;

describe('a mark, by hand', () => {
  // Closes of bars 0 … 7, each bar one above and below its close.
  const bars = [100, 110, 200, 190, 240, 210, 180, 220].map((close, time) =>
    barAtClose(close, time, 1),
  );

  test('is measured from the close of the bar after its own', () => {
    const { marks } = recordOf(seriesOf(bars), [mark(1), mark(1, 'sell')]);
    // After the close of 200: 190 one bar later; 220 five bars later, between the low of 179 and the high of 241.
    expect(marks.map(({ entry }) => entry)).toEqual([2, 2]);
    const after = marks.map(({ outcomes }) => outcomes.slice(0, 3).map(rounded));
    expect(after).toEqual([
      [[-5, 0, -5.5], [10, 20.5, -10.5], 'unfinished'],
      [[5, 5.5, 0], [-10, 10.5, -20.5], 'unfinished'],
    ]);
  });

  test('is measured from the first close at or after its publication', () => {
    const entryOf = (publishedAtMs: number | null) =>
      recordOf(seriesOf(bars), [mark(1, 'buy', publishedAtMs)]).marks[0]?.entry;
    // Bar 2 closes at 3.
    expect([null, 2, 3, 3.5, 5, 8].map(entryOf)).toEqual([2, 2, 2, 3, 4, 7]);
    expect(entryOf(9)).toBeNull();
  });

  test('has no outcome across a hole, after the end of its contract, or from a price that is not above zero', () => {
    const outcomes = (series: RecordSeries, ...marks: PublishedMark[]) =>
      recordOf(series, marks).marks.map((each) => each.outcomes.slice(0, 2).map(rounded));
    // Bars are missing before the fourth, which is within five bars of the first mark and one bar of the second.
    expect(outcomes(seriesOf(bars, { holes: [4] }), mark(1), mark(3))).toEqual([
      [[-5, 0, -5.5], 'broken'],
      ['broken', 'unfinished'],
    ]);
    expect(outcomes(seriesOf(bars, { isOver: true }), mark(5))).toEqual([
      [expect.any(Array), 'expired'],
    ]);
    const spread = [5, 0, 4, 4].map((close, time) => barAtClose(close, time));
    expect(outcomes(seriesOf(spread), mark(0))).toEqual([['unpriced', 'unfinished']]);
  });

  test('is counted if its bar is not among the bars any more', () => {
    const { marks, withoutBar } = recordOf(seriesOf(bars), [mark(1), mark(1.5)]);
    expect([marks.length, withoutBar]).toEqual([1, 1]);
  });
});

describe('a record, by hand', () => {
  /** A market that rises by a percent in every tenth bar, is back in the next and else stands still. */
  const bars = Array.from({ length: 400 }, (_, time) =>
    barAtClose(time % 10 === 3 ? 101 : 100, time),
  );
  const before = (count: number) =>
    Array.from({ length: count }, (_, index) => mark(index * 10 + 1));

  test('compares the marks with all other bars of the span', () => {
    const [after1, after5] = recordOf(seriesOf(bars), before(39)).horizons;
    expect(after1).toMatchObject({ bars: 1, trials: 39, apart: 39 });
    // 398 bars may be entries: 399 follow a bar, of which the last has none after it. 39 of them are entries of trials.
    expect(after1?.figures).toMatchObject({
      median: 1,
      interval: { low: 1, high: 1 },
      method: 'orderStatistics',
      shareAbove: 1,
      others: { bars: 359, median: 0, shareAbove: 1 / 359 },
      difference: 1,
      finding: 'better',
    });
    expect(after5?.figures).toMatchObject({ median: 0, difference: 0, finding: 'unproven' });
    const sells = before(39).map((each) => ({ ...each, side: 'sell' as const }));
    expect(recordOf(seriesOf(bars), sells).horizons[0]?.figures).toMatchObject({
      median: -1,
      finding: 'worse',
    });
  });

  test('has no figures for fewer than thirty trials, or for too many that overlap', () => {
    const [few] = recordOf(seriesOf(bars), before(LEAST_TRIALS - 1)).horizons;
    expect(few).toMatchObject({ trials: LEAST_TRIALS - 1, figures: null });
    const crowded = Array.from({ length: 38 }, (_, index) => mark(index));
    const after = recordOf(seriesOf(bars), crowded).horizons[1];
    expect(after).toMatchObject({ trials: 38, apart: 8, figures: null });
    expect(8).toBeLessThan(LEAST_APART);
    // A horizon of one bar does not overlap with the next, but thirty neighbours are one time and not thirty.
    const times = recordOf(seriesOf(bars), crowded).horizons[0];
    expect(times).toMatchObject({ trials: 38, apart: 38, figures: null });
  });

  test('uses blocks of time where horizons overlap, and counts as many trials as do not for the share', () => {
    const every8 = Array.from({ length: 45 }, (_, index) => mark(index * 8));
    const after = recordOf(seriesOf(bars), every8).horizons[2];
    expect(after).toMatchObject({ bars: 10, trials: 45, apart: 23 });
    expect(after?.figures?.method).toBe('blockBootstrap');
  });
});

describe('in any market', () => {
  const markets = arbitraryBars({ minLength: 150, maxLength: 400 });
  const marksOf = (bars: readonly Bar[]) =>
    bars.flatMap(({ time }, index) =>
      index % 7 === 0 ? mark(time, index % 2 === 0 ? 'buy' : 'sell', time + (index % 5)) : [],
    );

  test('a longer series never changes an outcome', () => {
    fc.assert(
      fc.property(markets, fc.nat(), (bars, seed) => {
        const length = 70 + (seed % (bars.length - 70));
        const marks = marksOf(bars);
        const known = recordOf(seriesOf(bars.slice(0, length)), marks).marks;
        const later = recordOf(seriesOf(bars), marks).marks;
        for (const [index, { outcomes }] of known.entries()) {
          for (const [place, outcome] of outcomes.entries()) {
            if (outcome === 'unfinished') continue;
            expect(later[index]?.outcomes[place]).toEqual(outcome);
          }
        }
      }),
      QUICK,
    );
  });

  test('a buy is the sell of the market that is mirrored at the entry', () => {
    fc.assert(
      fc.property(markets, fc.integer({ min: 0, max: 60 }), (bars, time) => {
        const own = bars[time]?.time ?? 0;
        const buy = recordOf(seriesOf(bars), [mark(own)]).marks[0];
        const entry = bars[time + 1]?.close ?? 0;
        const mirrored = bars.map(({ open, high, low, close, ...rest }) => ({
          ...rest,
          open: 2 * entry - open,
          high: 2 * entry - low,
          low: 2 * entry - high,
          close: 2 * entry - close,
        }));
        const sell = recordOf(seriesOf(mirrored), [mark(own, 'sell')]).marks[0];
        for (const [place, outcome] of (buy?.outcomes ?? []).entries()) {
          const other = sell?.outcomes[place];
          if (typeof outcome === 'string' || other === undefined || typeof other === 'string') {
            expect(other).toBe(outcome);
            continue;
          }
          for (const name of ['move', 'favourable', 'adverse'] as const) {
            expect(other[name]).toBeCloseTo(outcome[name], 8);
          }
        }
      }),
      QUICK,
    );
  });

  test('every mark is counted once at each horizon', () => {
    fc.assert(
      fc.property(markets, fc.boolean(), (bars, isOver) => {
        const marks = marksOf(bars);
        const record = recordOf(seriesOf(bars, { isOver, holes: [40, 90] }), marks);
        expect(record.horizons.map((each) => each.bars)).toEqual([...OUTCOME_HORIZONS]);
        for (const { trials, apart, left } of record.horizons) {
          const others = Object.values(left).reduce((sum, count) => sum + count, 0);
          expect(trials + others + record.withoutBar).toBe(marks.length);
          expect(apart).toBeLessThanOrEqual(trials);
        }
      }),
      QUICK,
    );
  });
});

test('marks at random bars are no better than other bars: intervals cover, and few records claim a difference', () => {
  const random = seededRandom(21);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const [markets, length, wanted] = [80, 700, 40];
  const counts = { intervals: 0, difference: 0, median: 0, claims: 0 };
  for (let market = 0; market < markets; market += 1) {
    let [close, spread] = [100, 1];
    const bars = Array.from({ length }, (_, time) => {
      // Calm and lively times follow each other, as in real markets.
      const step = normal() * spread;
      spread = Math.sqrt(0.05 + 0.1 * step ** 2 + 0.85 * spread ** 2);
      close *= Math.exp(step / 100);
      return barAtClose(close, time);
    });
    const times = new Set<number>();
    while (times.size < wanted) times.add(Math.floor(random() * (length - 1)));
    const { horizons } = recordOf(
      seriesOf(bars),
      [...times].map((time) => mark(time)),
    );
    let isClaimed = false;
    for (const { figures } of horizons) {
      if (!figures) continue;
      const { interval, differenceInterval: apart } = figures;
      counts.intervals += 1;
      counts.difference += apart.low <= 0 && apart.high >= 0 ? 1 : 0;
      counts.median += interval.low <= 0 && interval.high >= 0 ? 1 : 0;
      isClaimed ||= figures.finding !== 'unproven';
    }
    counts.claims += isClaimed ? 1 : 0;
  }
  // Two horizons are never overlapping too much here, the next one sometimes.
  expect(counts.intervals).toBeGreaterThan(2 * markets);
  expect(counts.difference / counts.intervals).toBeGreaterThan(0.9);
  expect(counts.median / counts.intervals).toBeGreaterThan(0.9);
  // docs/record.md has longer runs. Five in a hundred records at most; three standard errors above it.
  expect(counts.claims / markets).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / markets));
}, 60_000);
