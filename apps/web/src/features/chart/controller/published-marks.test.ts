import { DAY_MS, historyWindowMs, type Resolution } from '@moneytrail/calendar';
import type { Mark } from '@moneytrail/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { marksQuery, newestMarksOf, warnedPauseMs } from '../../../api/queries.ts';
import { markSpans, wholeMarks } from './published-marks.ts';

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

  it('mark the newest as the only one that a closed bar may change', () => {
    const spans = markSpans(NOW - 2 * YEAR_MS, '60', NOW);
    expect(spans.filter(({ hasEnded }) => !hasEnded)).toEqual(spans.slice(-1));
  });

  it('end once their last bar has closed and settled at its vendor', () => {
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

  it('are refetched after a closed bar where they have not ended, for that chart alone', () => {
    const client = new QueryClient();
    const address = { e: 'FMP', fsym: 'BTCUSD', resolution: '60' } as const;
    const spans = markSpans(NOW - 2 * YEAR_MS, '60', NOW);
    const keysOf = (fsym: string) =>
      spans.map((span) => marksQuery({ ...address, fsym }, span).queryKey);
    const keys = [...keysOf('BTCUSD'), ...keysOf('ETHUSD')];
    for (const key of keys) client.setQueryData(key, { marks: [], warnings: 0 });
    void client.invalidateQueries(newestMarksOf(address));
    const invalid = keys.filter((key) => client.getQueryState(key)?.isInvalidated);
    expect(invalid).toEqual(keysOf('BTCUSD').slice(-1));
    client.clear();
  });

  it('are read again soon after a warning, and ever later while it stays', () => {
    expect([0, 1, 2, 3, 9].map(warnedPauseMs)).toEqual([false, 2_000, 4_000, 8_000, 30_000]);
  });

  it('are those of the drawn bars alone where the chart is away from the newest', () => {
    const firstMs = NOW - 2 * YEAR_MS;
    const spans = markSpans(firstMs, '1', NOW, firstMs + DAY_MS);
    expect(spans.length).toBeLessThanOrEqual(2);
    expect(spans.at(-1)?.toTs).toBeGreaterThan((firstMs + DAY_MS) / 1_000);
  });

  it('keep their ends while a chart scrolls back', () => {
    const few = markSpans(NOW - YEAR_MS, '60', NOW);
    const more = markSpans(NOW - 4 * YEAR_MS, '60', NOW);
    expect(more.slice(-few.length)).toEqual(few);
  });
});

const MARK: Mark = {
  id: 'a',
  time: 1_700_000_000_000,
  price: 100,
  color: '#0a7a5c',
  label: 'B',
  text: 'Buy',
  size: 1,
  shape: 'arrowUp',
  side: 'buy',
  strong: false,
  formulaVersion: 1,
  publishedAt: 1_700_000_060_000,
  notes: [],
};

const read = (warning?: string) => ({
  data: { marks: [MARK], ...(warning === undefined ? {} : { warning }) },
  errorUpdateCount: 0,
  refetch: vi.fn(),
});
const unread = { data: undefined, errorUpdateCount: 1, refetch: vi.fn() };

it('published marks are shown once every span has been read', () => {
  expect(wholeMarks([read(), read()]).marks).toHaveLength(2);
  expect(wholeMarks([read(), { ...unread, errorUpdateCount: 0 }]).marks).toBeNull();
});

it('incomplete marks never replace the computed ones', () => {
  const answer = wholeMarks([read(), read('FMP does not answer')]);
  expect(answer).toMatchObject({ marks: null, isWarned: true });
  expect(wholeMarks([read()]).isWarned).toBe(false);
});

it('a retry by hand repeats failed and incomplete spans alone', () => {
  const whole = read();
  const warned = read('FMP does not answer');
  expect(wholeMarks([whole]).retry).toBeNull();
  for (const lacking of [unread, warned]) {
    wholeMarks([whole, lacking]).retry?.();
    expect(lacking.refetch).toHaveBeenCalledOnce();
  }
  expect(whole.refetch).not.toHaveBeenCalled();
});
