import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { createFromY, createToY, LOG_UNITS, PLAIN_UNITS, percentScale } from './value-scale.ts';

it.each([
  [100, 110, 10],
  [-40, -30, 25],
  [-40, -50, -25],
])('from %d, a price of %d is %d %% up', (base, price, percent) => {
  const { toPercent, toPrice } = percentScale(base);
  expect(toPercent(price)).toBeCloseTo(percent, 12);
  expect(toPrice(percent)).toBeCloseTo(price, 12);
});

/** Prices of instruments from fractions of a cent to indexes. */
const positive = fc.double({ min: -8, max: 7, noNaN: true }).map((power) => 10 ** power);
const signed = fc.tuple(positive, fc.constantFrom(1, -1)).map(([size, sign]) => sign * size);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Equal to the precision of a double over the span of an axis. */
function expectEqual(found: number, wanted: number, size: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-9 * size);
}

test('a price keeps its place on every scale: the axis reads back what was drawn', () => {
  const logarithmic = fc.tuple(positive, positive, share, fc.constant(LOG_UNITS));
  const plain = fc.tuple(signed, signed, share, fc.constant(PLAIN_UNITS));
  fc.assert(
    fc.property(fc.oneof(logarithmic, plain), ([a, b, part, { isLog, toUnits, fromUnits }]) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      fc.pre(high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high)));
      const from = toUnits(low);
      const scale = { from, span: toUnits(high) - from, heightPx: 500, isLog };
      const [toY, fromY] = [createToY(scale), createFromY(scale)];
      const price = fromUnits(from + part * scale.span);
      expectEqual(fromY(toY(price)), price, isLog ? price * 10 : Math.max(-low, high));
      expectEqual(toY(price), 500 * (1 - part), 500);
      expectEqual(toY(low), 500, 500);
      expectEqual(toY(high), 0, 500);
    }),
  );
});

test('a percentage scale writes percentages of prices that it reads back, also of negative spreads', () => {
  fc.assert(
    fc.property(signed, signed, (base, price) => {
      const { toPercent, toPrice } = percentScale(base);
      expectEqual(toPrice(toPercent(price)), price, Math.max(Math.abs(price), Math.abs(base)));
      expect(Math.sign(toPercent(price))).toBe(Math.sign(price - base));
    }),
  );
});
