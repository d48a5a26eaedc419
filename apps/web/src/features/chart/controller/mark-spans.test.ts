import { historyWindowMs } from '@moneytrail/calendar';
import { describe, expect, it } from 'vitest';
import { markSpans } from './mark-spans.ts';

const NOW = Date.UTC(2026, 10, 21, 7);
const YEAR_MS = 365 * 86_400_000;

describe('the spans of published marks', () => {
  it.each(['1', '15', '60', '240', '1D', '1W'] as const)(
    'cover all of %s without a gap',
    (resolution) => {
      const spans = markSpans(NOW - 2 * YEAR_MS, resolution, NOW);
      expect(spans[0]?.fromTs).toBeLessThanOrEqual((NOW - 2 * YEAR_MS) / 1_000);
      expect(spans.at(-1)?.toTs).toBeGreaterThan(NOW / 1_000);
      for (const [index, span] of spans.entries()) {
        expect(span.toTs - span.fromTs).toBeLessThanOrEqual(
          (12 * historyWindowMs(resolution)) / 1_000,
        );
        if (index > 0) expect(span.fromTs).toBe(spans[index - 1]?.toTs);
      }
    },
  );

  it('stay where they are while a chart scrolls back', () => {
    const few = markSpans(NOW - YEAR_MS, '60', NOW);
    const more = markSpans(NOW - 4 * YEAR_MS, '60', NOW);
    expect(more.slice(-few.length)).toEqual(few);
  });
});
