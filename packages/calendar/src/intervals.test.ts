import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { intersection, isEmptySpan, overlaps, type Span, subtract, union } from './intervals.ts';

const MOMENTS = Array.from({ length: 42 }, (_, moment) => moment);
const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([fromMs, toMs]): Span => ({ fromMs, toMs }));
const holds = (spans: readonly Span[], moment: number) =>
  spans.some(({ fromMs, toMs }) => fromMs <= moment && moment < toMs);

function expectNormal(spans: readonly Span[]) {
  for (const [index, each] of spans.entries()) {
    expect(isEmptySpan(each)).toBe(false);
    expect(each.fromMs).toBeGreaterThan(spans[index - 1]?.toMs ?? -1);
  }
}

test('a union covers the moments of its spans with the fewest spans', () => {
  fc.assert(
    fc.property(fc.array(span), (spans) => {
      const joined = union(spans);
      for (const moment of MOMENTS) expect(holds(joined, moment)).toBe(holds(spans, moment));
      expectNormal(joined);
      expect(union(joined)).toEqual(joined);
    }),
  );
});

test('a difference covers the moments of the first span that no other covers', () => {
  fc.assert(
    fc.property(span, fc.array(span), (from, removed) => {
      const left = subtract(from, removed);
      for (const moment of MOMENTS) {
        expect(holds(left, moment)).toBe(holds([from], moment) && !holds(removed, moment));
      }
      expectNormal(left);
    }),
  );
});

test('an intersection covers the common moments of both spans, and is empty if they do not overlap', () => {
  fc.assert(
    fc.property(span, span, (a, b) => {
      const common = intersection(a, b);
      for (const moment of MOMENTS) {
        expect(holds([common], moment)).toBe(holds([a], moment) && holds([b], moment));
      }
      expect(overlaps(a, b)).toBe(MOMENTS.some((moment) => holds([common], moment)));
    }),
  );
});
