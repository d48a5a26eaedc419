import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { medianOf } from './true-range.ts';

test('the median is the one of the sorted numbers, however often they repeat', () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 60 }), fc.nat(10), (numbers, more) => {
      const values = Float64Array.from([...numbers, ...Array(more).fill(-1)]);
      const sorted = Float64Array.from(numbers).sort();
      // Negative zero sorts before zero and means the same.
      expect(medianOf(values, numbers.length) === sorted[numbers.length >> 1]).toBe(true);
    }),
  );
});
