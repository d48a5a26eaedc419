import { DAY_MS, historyWindowMs, type Resolution } from '@moneytrail/calendar';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { marksQuery, newestMarksOf } from '../../../api/queries.ts';
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

  it('say which of them a closed bar may change: the newest alone', () => {
    const spans = markSpans(NOW - 2 * YEAR_MS, '60', NOW);
    expect(spans.filter(({ hasEnded }) => !hasEnded)).toEqual(spans.slice(-1));
  });

  it('end when the last bar that begins in them has closed and its vendor told it', () => {
    const ended = (resolution: Resolution, afterEndMs: number) => {
      const first = markSpans(0, resolution, NOW)[0];
      return markSpans(0, resolution, (first?.toTs ?? 0) * 1_000 + afterEndMs)[0]?.hasEnded;
    };
    expect([ended('60', 0), ended('60', DAY_MS), ended('60', 2 * DAY_MS)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([ended('1D', 2 * DAY_MS - 1), ended('1D', 2 * DAY_MS)]).toEqual([false, true]);
  });

  it('of a chart whose bar closes are read again where they have not ended, and no other', () => {
    const client = new QueryClient();
    const address = { e: 'FMP', fsym: 'BTCUSD', resolution: '60' } as const;
    const spans = markSpans(NOW - 2 * YEAR_MS, '60', NOW);
    const keysOf = (fsym: string) =>
      spans.map((span) => marksQuery({ ...address, fsym }, span).queryKey);
    const keys = [...keysOf('BTCUSD'), ...keysOf('ETHUSD')];
    for (const key of keys) client.setQueryData(key, { marks: [] });
    void client.invalidateQueries(newestMarksOf(address));
    const invalid = keys.filter((key) => client.getQueryState(key)?.isInvalidated);
    expect(invalid).toEqual(keysOf('BTCUSD').slice(-1));
    client.clear();
  });

  it('stay where they are while a chart scrolls back', () => {
    const few = markSpans(NOW - YEAR_MS, '60', NOW);
    const more = markSpans(NOW - 4 * YEAR_MS, '60', NOW);
    expect(more.slice(-few.length)).toEqual(few);
  });
});
