import { coarserBarTime, MARKET_HOURS, RESOLUTIONS, storedSourceOf } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { barAt, columnsOf } from './columns/bar-columns.ts';
import { rollUp } from './history.ts';
import { barsAt, marketTimes } from './testing/make-bars.ts';

const DAY = 86_400_000;
const HOURS = Object.values(MARKET_HOURS);
/** Days on which clocks change in New York or Europe, a year's end, and an ordinary week. */
const STARTS = ['2024-03-07', '2024-10-31', '2023-12-27', '2024-05-06'].map((day) =>
  Date.parse(day),
);

/** Of volumes in thousandths: exact, without the noise of binary sums. */
function sumOf(volumes: readonly number[]): number {
  return volumes.reduce((sum, volume) => sum + Math.round(volume * 1_000), 0) / 1_000;
}

function naive(groups: Map<number, Bar[]>): Bar[] {
  return [...groups].map(([time, bars]) => {
    const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]));
    return {
      time,
      open: bars[0]?.open ?? Number.NaN,
      high: Math.max(...bars.map(({ high }) => high)),
      low: Math.min(...bars.map(({ low }) => low)),
      close: bars.at(-1)?.close ?? Number.NaN,
      volume: volumes.length === 0 ? null : sumOf(volumes),
    };
  });
}

test('every resolution agrees with the bars it is built from, over changes of clocks and with bars missing', () => {
  const market = fc.record({
    hours: fc.constantFrom(...HOURS),
    to: fc.constantFrom(...RESOLUTIONS),
    start: fc.constantFrom(...STARTS),
    seed: fc.nat(1_000),
    missing: fc.integer({ min: 2, max: 9 }),
  });
  fc.assert(
    fc.property(market, ({ hours, to, start, seed, missing }) => {
      const from = storedSourceOf(to);
      const days = from === '1D' ? 400 : 8;
      const times = marketTimes(hours, from, start, start + days * DAY);
      const bars = barsAt(times, seed)
        .filter((_, index) => (index * 7 + seed) % missing !== 0)
        .map((bar, index) => (index % 5 === 0 ? { ...bar, volume: null } : bar));
      const rolled = rollUp({ hours, from, to }, columnsOf(bars));
      const groups = new Map<number, Bar[]>();
      for (const bar of bars) {
        const time = coarserBarTime(hours, from, to, bar.time);
        groups.set(time, [...(groups.get(time) ?? []), bar]);
      }
      const actual = Array.from({ length: rolled.length }, (_, index) => barAt(rolled, index));
      expect(actual).toEqual(naive(groups));
    }),
  );
});
