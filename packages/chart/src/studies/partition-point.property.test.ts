import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partitionPoint } from './partition-point.ts';

const ascending = fc
  .array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 })
  .map((values) => values.sort((a, b) => a - b));
/** Beyond both ends too. */
const bound = fc.integer({ min: -1, max: 51 });

test('counts the values before a bound, with or without equal ones', () => {
  fc.assert(
    fc.property(ascending, bound, (values, limit) => {
      const at = (index: number) => values[index] ?? Number.NaN;
      expect(partitionPoint(values.length, (index) => at(index) < limit)).toBe(
        values.filter((value) => value < limit).length,
      );
      expect(partitionPoint(values.length, (index) => at(index) <= limit)).toBe(
        values.filter((value) => value <= limit).length,
      );
    }),
  );
});

test('reads few places, all of them within the length', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (length, boundary) => {
      const seen: number[] = [];
      const point = partitionPoint(length, (index) => {
        seen.push(index);
        return index < boundary;
      });
      expect(point).toBe(Math.min(length, boundary));
      expect(seen.every((index) => index >= 0 && index < length)).toBe(true);
      expect(seen.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
    }),
  );
});
