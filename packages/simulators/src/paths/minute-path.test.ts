import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildMinutePath } from './minute-path.ts';
import type { UnitBar } from './second-path.ts';

const unitDay = fc
  .record({
    low: fc.integer({ min: -5_000, max: 2_000_000 }),
    range: fc.integer({ min: 0, max: 50_000 }),
    openShare: fc.double({ min: 0, max: 1, noNaN: true }),
    closeShare: fc.double({ min: 0, max: 1, noNaN: true }),
    volume: fc.integer({ min: 0, max: 2 ** 45 }),
  })
  .map(({ low, range, openShare, closeShare, volume }): UnitBar => {
    const within = (share: number) => low + Math.round(range * share);
    return { open: within(openShare), high: low + range, low, close: within(closeShare), volume };
  });

const session = fc.record({
  minutes: fc.constantFrom(1, 2, 3, 181, 390, 1_440),
  seed: fc.integer(),
  shape: fc.record({
    quietShare: fc.constantFrom(0, 0.3, 0.9),
    activity: fc.constantFrom('even', 'uShaped'),
    sharesTurns: fc.boolean(),
  }),
});

describe('the minutes of a day', () => {
  test('add up exactly to its open, high, low, close and volume', () => {
    fc.assert(
      fc.property(unitDay, session, (day, shape) => {
        const path = buildMinutePath(day, shape);
        expect(path.open[0]).toBe(day.open);
        expect(path.close.at(-1)).toBe(day.close);
        expect(Math.max(...path.high)).toBe(day.high);
        expect(Math.min(...path.low)).toBe(day.low);
        expect(path.volume.reduce((sum, part) => sum + part, 0)).toBe(day.volume);
      }),
    );
  });

  test('are valid bars that open at the previous close', () => {
    fc.assert(
      fc.property(unitDay, session, (day, shape) => {
        const { open, high, low, close, volume } = buildMinutePath(day, shape);
        for (let minute = 0; minute < shape.minutes; minute += 1) {
          const [o = 0, h = 0, l = 0, c = 0] = [
            open[minute],
            high[minute],
            low[minute],
            close[minute],
          ];
          const isSound = h >= Math.max(o, c) && l <= Math.min(o, c) && (volume[minute] ?? -1) >= 0;
          const isJoined = minute === 0 || o === close[minute - 1];
          if (!isSound || !isJoined) expect.fail(`minute ${minute}: ${o} ${h} ${l} ${c}`);
        }
      }),
    );
  });

  test('do not move or trade if they are quiet', () => {
    fc.assert(
      fc.property(unitDay, session, (day, shape) => {
        const { open, high, low, close, volume, isQuiet } = buildMinutePath(day, shape);
        for (let minute = 0; minute < shape.minutes; minute += 1) {
          if (isQuiet[minute] !== 1) continue;
          const isStill =
            new Set([open[minute], high[minute], low[minute], close[minute]]).size === 1;
          if (!isStill || volume[minute] !== 0) expect.fail(`minute ${minute} is not quiet`);
        }
      }),
    );
  });

  test('are the same for the same day and seed, and different for another seed', () => {
    const day = { open: 100, high: 180, low: 20, close: 90, volume: 10_000 };
    const of = (seed: number) =>
      buildMinutePath(day, { minutes: 390, seed, shape: { quietShare: 0.1, activity: 'even' } });
    expect(of(7)).toEqual(of(7));
    expect(of(7).close).not.toEqual(of(8).close);
  });

  test('with shared extremes move together, even if one day rises and the other falls', () => {
    const of = (close: number, seed: number) => {
      const day = { open: 5_000, high: 5_100, low: 4_900, close, volume: 1_000 };
      const shape = { quietShare: 0, activity: 'uShaped', sharesTurns: true } as const;
      return buildMinutePath(day, { minutes: 181, seed, shape });
    };
    for (let seed = 0; seed < 300; seed += 1) {
      const [rising, falling] = [of(5_060, seed), of(4_960, seed)];
      rising.close.forEach((close, minute) => {
        expect(Math.abs(close - (falling.close[minute] ?? 0))).toBeLessThanOrEqual(105);
      });
    }
  });
});
