import { expect, test } from 'vitest';
import { isEmpty, makeRoom, NO_EXTENT, widened, withMargins } from './value-extent.ts';

test('marks beyond the bars widen the axis so that they are not clipped', () => {
  const sizes = { heightPx: 200, roomPx: 25 };
  const { low, high } = makeRoom(
    { low: 100, high: 200 },
    [
      { value: 98, side: 'buy' },
      { value: 150, side: 'sell' },
    ],
    sizes,
  );
  expect(high).toBe(200);
  expect((98 - low) / (high - low)).toBeGreaterThan(25 / 200 - 0.01);
});

test('margins are kept to the pixel, however low the pane', () => {
  for (const heightPx of [60, 90, 500]) {
    const { low, high } = withMargins({ low: 3, high: 8 }, heightPx, { topPx: 26, bottomPx: 8 });
    const yOf = (value: number) => (heightPx * (high - value)) / (high - low);
    expect(yOf(8)).toBeCloseTo(26, 9);
    expect(yOf(3)).toBeCloseTo(heightPx - 8, 9);
  }
});

test('a flat line stands in the middle of what the margins leave', () => {
  const { low, high } = withMargins({ low: 0, high: 0 }, 100, { topPx: 30, bottomPx: 10 });
  expect((100 * high) / (high - low)).toBeCloseTo(60, 9);
});

test('one price is widened by a share of itself, however small; more prices stay as they are', () => {
  for (const price of [3e-8, -40, 1e7]) {
    const { low, high } = widened({ low: price, high: price });
    expect((low + high) / 2).toBeCloseTo(price, 9);
    expect((high - low) / Math.abs(price)).toBeCloseTo(0.1, 9);
  }
  expect(widened({ low: 0, high: 0 })).toEqual({ low: -0.5, high: 0.5 });
  expect(widened({ low: 3e-8, high: 3.1e-8 })).toEqual({ low: 3e-8, high: 3.1e-8 });
  expect(isEmpty(widened(NO_EXTENT))).toBe(true);
});

test('a pane without room for its margins still has an axis', () => {
  const { low, high } = withMargins({ low: 1, high: 2 }, 0, { topPx: 30, bottomPx: 10 });
  expect([low, high]).toEqual([1, 2]);
});
