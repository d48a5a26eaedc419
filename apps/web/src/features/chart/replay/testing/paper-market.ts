import {
  barClosesAtMs,
  coarserBarTime,
  MARKET_HOURS,
  MINUTE_MS,
  type Resolution,
} from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import * as fc from 'fast-check';
import type { ReadPage } from '../../data/bar-source.ts';
import type { KeptTrades } from '../kept-trades.ts';
import { FIRST_ACCOUNT } from '../paper-account.ts';
import { joinBars } from '../replay-bars.ts';

export const HOURS = MARKET_HOURS.crypto;
export const T0 = Date.UTC(2024, 4, 6);

/** Minutes of a random walk, some of them missing. */
export const minutes: fc.Arbitrary<ChartBar[]> = fc
  .array(
    fc.record({
      gap: fc.constantFrom(0, 0, 0, 0, 1, 7),
      open: fc.integer({ min: -3, max: 3 }),
      close: fc.integer({ min: -4, max: 4 }),
      up: fc.integer({ min: 0, max: 3 }),
      down: fc.integer({ min: 0, max: 3 }),
      volume: fc.option(fc.integer({ min: 1, max: 90 })),
    }),
    { minLength: 30, maxLength: 160 },
  )
  .map((steps) => {
    let price = 1_000;
    let time = T0;
    return steps.map(({ gap, open: opened, close: closed, up, down, volume }) => {
      time += gap * MINUTE_MS;
      const open = price + opened;
      const close = open + closed;
      price = close;
      const bar = {
        time,
        open,
        close,
        high: Math.max(open, close) + up,
        low: Math.min(open, close) - down,
        volume,
      };
      time += MINUTE_MS;
      return bar;
    });
  });

/** The bars of a longer resolution, rolled up in one go. */
export function rolledUp(bars: readonly ChartBar[], resolution: Resolution): ChartBar[] {
  if (resolution === '1') return [...bars];
  const timeOf = ({ time }: ChartBar) => coarserBarTime(HOURS, '1', resolution, time);
  const times = [...new Set(bars.map(timeOf))];
  return times.flatMap(
    (time) =>
      joinBars(
        time,
        bars.filter((bar) => timeOf(bar) === time),
      ) ?? [],
  );
}

/** A server that stores minutes and answers pages of at most `limit` bars, also of rolled-up ones. */
export function readerOf(bars: readonly ChartBar[], resolution: Resolution, limit = 25): ReadPage {
  const all = rolledUp(bars, resolution);
  return async ({ fromMs, toMs }, _signal, order) => {
    const within = all.filter(({ time }) => time >= fromMs && time < toMs);
    const page = order === 'oldest' ? within.slice(0, limit) : within.slice(-limit);
    const first = page[0]?.time ?? fromMs;
    const olderBarMs = all.findLast(({ time }) => time < first)?.time ?? null;
    const isBeginning = olderBarMs === null;
    return { bars: page, olderBarMs, isBeginning, lacksNewest: false, knownUntilMs: null };
  };
}

/** The bars of a chart that was cut at a moment: closed ones, and the part of the next one that had been traded. */
export function cutAt(
  bars: readonly ChartBar[],
  resolution: Resolution,
  momentMs: number,
): ChartBar[] {
  return rolledUp(
    bars.filter(({ time }) => barClosesAtMs(HOURS, '1', time) <= momentMs),
    resolution,
  );
}

/** Trades that end with their replay. */
export const NO_KEPT_TRADES: KeptTrades = {
  first: () => FIRST_ACCOUNT,
  keep: () => {},
  clear: () => () => {},
};

/** Published marks of some bars: each some minutes after its bar's close, or, without a number, only computed. */
export const publications: fc.Arbitrary<readonly (number | null)[]> = fc.array(
  fc.constantFrom(null, 0, 1, 4, 4, 26, 90),
  { minLength: 12, maxLength: 40 },
);
