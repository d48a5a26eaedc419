import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeRanges, missingRanges, type Range } from './ranges.ts';

const range = fc
  .tuple(fc.nat(40), fc.nat(40))
  .map(([a, b]): Range => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) }));
const isIn = (ranges: readonly Range[], moment: number) =>
  ranges.some(({ fromMs, toMs }) => fromMs <= moment && moment < toMs);
const moments = Array.from({ length: 42 }, (_, moment) => moment);

test('merged ranges hold the same moments, ascending and apart', () => {
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const merged = mergeRanges(ranges);
      for (const moment of moments) expect(isIn(merged, moment)).toBe(isIn(ranges, moment));
      for (const [index, { fromMs }] of merged.entries()) {
        expect(fromMs).toBeGreaterThan(merged[index - 1]?.toMs ?? -1);
      }
    }),
  );
});

test('the missing ranges are what is wanted and not covered', () => {
  fc.assert(
    fc.property(fc.array(range), range, (covered, wanted) => {
      const missing = missingRanges(covered, wanted);
      for (const moment of moments) {
        const isMissing = isIn([wanted], moment) && !isIn(covered, moment);
        expect(isIn(missing, moment)).toBe(isMissing);
      }
    }),
  );
});
