import { barClosesAtMs, MINUTE_MS } from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barsBetween,
  closedCount,
  formingBar,
  isFormedFrom,
  joinBars,
  knownBars,
} from './replay-bars.ts';
import { cutAt, HOURS, minutes, rolledUp, T0 } from './testing/paper-market.ts';

const LONGER = fc.constantFrom('5', '15', '60', '1D');
const moment = fc.integer({ min: 0, max: 320 }).map((minute) => T0 + minute * MINUTE_MS);

describe('bars of a replay', () => {
  it('are those of a chart that was cut at the moment', () => {
    fc.assert(
      fc.property(minutes, LONGER, moment, (bars, resolution, atMs) => {
        const row = { resolution, bars: rolledUp(bars, resolution) };
        const finer = { resolution: '1' as const, bars };
        const known = knownBars(row, finer, HOURS, atMs);
        expect(known).toEqual(cutAt(bars, resolution, atMs));
        for (const { time } of known) expect(time).toBeLessThan(atMs);
      }),
      { seed: 11 },
    );
  });

  it('form of shorter bars, the last of which completes the final bar', () => {
    fc.assert(
      fc.property(minutes, LONGER, (bars, resolution) => {
        const [final] = rolledUp(bars, resolution);
        const last = bars.findLast(
          ({ time }) => final && time < barClosesAtMs(HOURS, resolution, final.time),
        );
        if (!final || !last) return;
        const endMs = barClosesAtMs(HOURS, '1', last.time);
        const forming = formingBar({ resolution: '1', bars }, { hours: HOURS, resolution }, endMs);
        // A bar that ends with its last minute has closed.
        if (endMs < barClosesAtMs(HOURS, resolution, final.time)) expect(forming).toEqual(final);
        else expect(forming).toBeNull();
      }),
      { seed: 12 },
    );
  });

  it('never read the final bar before its close', () => {
    const final = { time: T0, open: 1, high: 99, low: 1, close: 99, volume: 9 };
    const minute = { time: T0, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const row = { resolution: '5' as const, bars: [final] };
    const at = (ms: number) => knownBars(row, { resolution: '1', bars: [minute] }, HOURS, T0 + ms);
    expect(at(MINUTE_MS - 1)).toEqual([]);
    expect(at(MINUTE_MS)).toEqual([minute]);
    expect(at(5 * MINUTE_MS - 1)).toEqual([minute]);
    expect(at(5 * MINUTE_MS)).toEqual([final]);
  });

  it('tell no volume where no shorter bar has one', () => {
    const bar = { time: T0, open: 1, high: 2, low: 1, close: 2, volume: null };
    expect(joinBars(T0, [bar, bar])?.volume).toBeNull();
    expect(joinBars(T0, [bar, { ...bar, volume: 0.1 }, { ...bar, volume: 0.2 }])?.volume).toBe(0.3);
    expect(joinBars(T0, [])).toBeNull();
  });

  it('are formed of whole bars only, and of few enough of them', () => {
    expect(isFormedFrom('1', '60')).toBe(true);
    expect(isFormedFrom('1', '1D')).toBe(true);
    expect(isFormedFrom('120', '180')).toBe(false);
    expect(isFormedFrom('1W', '1M')).toBe(false);
    expect(isFormedFrom('1', '1W')).toBe(false);
    expect(isFormedFrom('60', '60')).toBe(false);
  });
});

describe('bars between two moments', () => {
  it('cover the time between them once, and nothing before or after it', () => {
    fc.assert(
      fc.property(minutes, LONGER, moment, moment, (bars, resolution, a, b) => {
        const [fromMs, toMs] = [Math.min(a, b), Math.max(a, b)];
        const row = { resolution, bars: rolledUp(bars, resolution) };
        const passed = barsBetween(row, { resolution: '1', bars }, HOURS, { fromMs, toMs });
        const between = bars.filter(
          ({ time }) => time >= fromMs && barClosesAtMs(HOURS, '1', time) <= toMs,
        );
        const range = (of: readonly { high: number; low: number; time: number }[]) =>
          joinBars(
            0,
            of.map((bar) => ({ open: 0, close: 0, volume: null, ...bar })),
          );
        expect(range(passed)).toEqual(range(between));
        for (const { closesAtMs } of passed) {
          expect(closesAtMs).toBeGreaterThan(fromMs);
          expect(closesAtMs).toBeLessThanOrEqual(toMs);
        }
      }),
      { seed: 13 },
    );
  });

  it('are counted as closed from their close on', () => {
    const row = {
      resolution: '1' as const,
      bars: [{ time: T0, open: 1, high: 1, low: 1, close: 1, volume: 1 }],
    };
    expect(closedCount(row, HOURS, T0 + MINUTE_MS - 1)).toBe(0);
    expect(closedCount(row, HOURS, T0 + MINUTE_MS)).toBe(1);
  });
});
