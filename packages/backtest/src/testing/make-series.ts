import { DAY_MS, MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import { type Bar, columnsFrom } from '@moneytrail/indicators';
import type { RuleSeries } from '../rule-series.ts';
import { type SeriesTest, testSeries } from '../test-series.ts';

export const START = Date.UTC(2020, 0, 1);

/** Bars around the clock. */
export function seriesOf(
  bars: readonly Bar[],
  holes: readonly number[] = [],
  resolution: Resolution = '1D',
): RuleSeries {
  return {
    columns: columnsFrom(bars),
    market: { hours: MARKET_HOURS.crypto, resolution },
    holes,
  };
}

/** A day with its open, high, low and close. */
export function day(index: number, open: number, high: number, low: number, close: number): Bar {
  return { time: START + index * DAY_MS, open, high, low, close, volume: 1 };
}

export const daysOf = (...prices: [number, number, number, number][]): Bar[] =>
  prices.map((each, index) => day(index, ...each));

function finish<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export const resultOf = (rule: Parameters<typeof testSeries>[0], series: RuleSeries): SeriesTest =>
  finish(testSeries(rule, series));
