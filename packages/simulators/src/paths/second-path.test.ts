import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LAST_SECOND, minuteThroughSecond, priceAtSecond, type UnitBar } from './second-path.ts';

const minuteBar = fc
  .array(fc.integer({ min: -1_000, max: 1_000_000 }), { minLength: 4, maxLength: 4 })
  .chain((prices) => {
    const [low = 0, one = 0, other = 0, high = 0] = prices.toSorted((a, b) => a - b);
    return fc.constantFrom<UnitBar>(
      { open: one, high, low, close: other, volume: 977 },
      { open: other, high, low, close: one, volume: 977 },
      { open: low, high, low, close: high, volume: 977 },
    );
  });

test('the seconds of a minute add up to exactly that minute', () => {
  fc.assert(
    fc.property(minuteBar, fc.nat(), (minute, bits) => {
      expect(minuteThroughSecond(minute, bits, 0).open).toBe(minute.open);
      expect(minuteThroughSecond(minute, bits, LAST_SECOND)).toEqual(minute);
    }),
  );
});

test('extremes and volume so far are those of the seconds so far', () => {
  fc.assert(
    fc.property(minuteBar, fc.nat(), (minute, bits) => {
      let [high, low, volume] = [minute.open, minute.open, 0];
      for (let second = 0; second <= LAST_SECOND; second += 1) {
        const price = priceAtSecond(minute, bits, second);
        high = Math.max(high, price);
        low = Math.min(low, price);
        const seen = minuteThroughSecond(minute, bits, second);
        expect(seen).toMatchObject({ open: minute.open, high, low, close: price });
        expect(seen.volume).toBeGreaterThanOrEqual(volume);
        volume = seen.volume;
      }
    }),
  );
});
