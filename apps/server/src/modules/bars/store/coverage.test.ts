import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmptySpan, joinCoverage, type Span, uncovered } from './coverage.ts';

const span = fc
  .tuple(fc.nat(50), fc.nat(20))
  .map(([fromMs, length]): Span => ({ fromMs, toMs: fromMs + length }));
const holds = ({ fromMs, toMs }: Span, at: number) => at >= fromMs && at < toMs;
const moments = Array.from({ length: 75 }, (_, at) => at);

test('what is uncovered and what is covered make up what is needed, without overlap', () => {
  fc.assert(
    fc.property(span, span, (needed, known) => {
      const missing = uncovered(needed, known);
      for (const at of moments) {
        const expected = holds(needed, at) && !holds(known, at);
        expect(missing.filter((each) => holds(each, at)).length).toBe(expected ? 1 : 0);
      }
      expect(missing.some(isEmptySpan)).toBe(false);
    }),
  );
});

test('coverage never claims a moment that was not answered', () => {
  fc.assert(
    fc.property(span, span, (known, answered) => {
      const joined = joinCoverage(known, answered);
      for (const at of moments) {
        if (holds(joined, at)) expect(holds(known, at) || holds(answered, at)).toBe(true);
      }
    }),
  );
});
