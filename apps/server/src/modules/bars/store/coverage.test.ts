import type { Span } from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinCoverage } from './coverage.ts';

const span = fc
  .tuple(fc.nat(50), fc.nat(20))
  .map(([fromMs, length]): Span => ({ fromMs, toMs: fromMs + length }));
const holds = ({ fromMs, toMs }: Span, at: number) => at >= fromMs && at < toMs;
const moments = Array.from({ length: 75 }, (_, at) => at);

test('coverage never includes a moment that was not answered for', () => {
  fc.assert(
    fc.property(span, span, (known, answered) => {
      const joined = joinCoverage(known, answered);
      for (const at of moments) {
        if (holds(joined, at)) expect(holds(known, at) || holds(answered, at)).toBe(true);
      }
    }),
  );
});
