import {
  barTimeOf,
  MARKET_HOURS,
  type MarketHoursId,
  resolutionMs,
  STORED_RESOLUTIONS,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, columnsOf } from '../columns/bar-columns.ts';
import { csvLines } from '../csv-lines.ts';
import { planImport } from './plan.ts';
import { readBarPieces } from './read-bars.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const HOURS = ['crypto', 'forex', 'metals', 'us-stocks', 'safex', 'xtks'] satisfies MarketHoursId[];

const price = fc.oneof(
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.double({ min: 0, max: 1e-6, noNaN: true }),
  fc.integer({ min: -1e6, max: 1e9 }).map((units) => units / 100),
);
const volume = fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }), { nil: null });

const series = fc
  .record({
    hours: fc.constantFrom(...HOURS),
    resolution: fc.constantFrom(...STORED_RESOLUTIONS),
    startMs: fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2026, 0, 1) }),
    isSimulated: fc.boolean(),
    rows: fc.array(
      fc.record({
        steps: fc.integer({ min: 1, max: 400 }),
        prices: fc.tuple(price, price, price, price),
        volume,
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ hours: id, resolution, startMs, isSimulated, rows }) => {
    const hours = MARKET_HOURS[id];
    let at = startMs;
    const bars = rows.map(({ steps, prices, volume: amount }): Bar => {
      at += steps * resolutionMs(resolution);
      const values = prices.map((value) => value + 0);
      const [open = 0, close = 0] = values;
      return {
        // A moment after the close belongs to no bar; the bar of its start is one of the session.
        time: barTimeOf(hours, resolution, barTimeOf(hours, resolution, at)),
        open,
        high: Math.max(...values),
        low: Math.min(...values),
        close,
        volume: amount === null ? null : amount + 0,
      };
    });
    const past = bars.filter(({ time }) => time < NOW);
    return { hours, resolution, isSimulated, columns: columnsOf(past) };
  })
  .filter(({ columns }) => columns.length > 0);

test('an export that is imported again is the same series, whatever the market', async () => {
  await fc.assert(
    fc.asyncProperty(series, async ({ hours, resolution, isSimulated, columns }) => {
      async function* pieces() {
        yield columns;
      }
      let text = '';
      for await (const line of csvLines({ isSimulated, pieces: pieces() }, () => {})) text += line;
      const open = async function* () {
        yield new TextEncoder().encode(text);
      };
      const outcome = await planImport(open, { hours, resolution, nowMs: NOW });
      if (outcome.kind !== 'planned') throw new Error(JSON.stringify(outcome));
      expect(outcome.plan.isSimulated).toBe(isSimulated);
      const read: Bar[] = [];
      for await (const piece of readBarPieces(open, outcome.reading, outcome.target)) {
        read.push(...barsOf(piece));
      }
      expect(read).toEqual(barsOf(columns));
    }),
    { numRuns: 300 },
  );
});
