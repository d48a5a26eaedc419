import { MARKET_HOURS } from '@moneytrail/calendar';
import type { Drawing } from '@moneytrail/chart';
import { describe, expect, it } from 'vitest';
import { drawingName, figureOf, watchedDrawing } from './figure-of.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 2);
const market = { hours: MARKET_HOURS.crypto, resolution: '60' } as const;
const at = (hours: number, price: number) => ({ timeMs: T0 + hours * HOUR, price });
const figure = (
  tool: Drawing['tool'],
  points: Drawing['points'],
  { isLogarithmic = false, share }: { isLogarithmic?: boolean; share?: number } = {},
) =>
  figureOf({ tool, points }, { market, isLogarithmic, ...(share === undefined ? {} : { share }) });

describe('the watched part of a drawing', () => {
  it('ends where the drawing ends, and goes on where it does', () => {
    const points = [at(0, 100), at(10, 110)];
    const spanOf = (tool: Drawing['tool'], given = points) => {
      const { fromMs, untilMs } = figure(tool, given) ?? {};
      return [fromMs, untilMs];
    };
    expect(spanOf('trendLine')).toEqual([T0, T0 + 10 * HOUR]);
    expect(spanOf('ray')).toEqual([T0, null]);
    expect(spanOf('ray', points.toReversed())).toEqual([null, T0 + 10 * HOUR]);
    expect(spanOf('extendedLine')).toEqual([null, null]);
    expect(spanOf('horizontalRay')).toEqual([T0, null]);
    expect(spanOf('rectangle', points.toReversed())).toEqual([T0, T0 + 10 * HOUR]);
  });

  it('is a level for horizontal lines and for each share of a retracement', () => {
    expect(figure('horizontalLine', [at(3, 105)])?.lines).toEqual([
      { from: at(3, 105), to: at(3, 105) },
    ]);
    const lines = figure('fibRetracement', [at(0, 100), at(10, 200)], { share: 0.25 })?.lines;
    expect(lines?.[0]?.from.price).toBe(175);
  });

  it('has two parallel lines for a channel, also on a logarithmic scale', () => {
    const points = [at(0, 100), at(10, 200), at(5, 180)];
    const [, second] = figure('parallelChannel', points)?.lines ?? [];
    expect([second?.from.price, second?.to.price]).toEqual([130, 230]);
    const [base, other] = figure('parallelChannel', points, { isLogarithmic: true })?.lines ?? [];
    const ratio = (other?.from.price ?? 0) / (base?.from.price ?? 1);
    expect(ratio).toBeCloseTo(180 / Math.sqrt(100 * 200), 9);
    expect((other?.to.price ?? 0) / (base?.to.price ?? 1)).toBeCloseTo(ratio, 9);
  });

  it('is nothing for tools without a line through prices', () => {
    for (const tool of ['verticalLine', 'text', 'brush', 'longPosition'] as const) {
      expect(figure(tool, [at(0, 1), at(1, 2), at(2, 3)])).toBeNull();
    }
  });

  it('is found again by the name in a condition', () => {
    expect(watchedDrawing({ drawing: drawingName('abc', 0.618) })).toEqual({
      id: 'abc',
      share: 0.618,
    });
    expect(watchedDrawing({ drawing: drawingName('abc', null) })).toEqual({
      id: 'abc',
      share: undefined,
    });
  });
});
