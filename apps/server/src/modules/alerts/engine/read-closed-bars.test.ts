import { HOUR_MS, type Span } from '@moneytrail/calendar';
import { columnsFrom } from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import type { BarService, History } from '../../bars/index.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { readClosedBars } from './read-closed-bars.ts';

const START = Date.UTC(2026, 0, 5, 10);
const at = (hour: number) => START + hour * HOUR_MS;

/** The hours that are read of ten, of which those from `wholeUntil` on may still change and `missing` are not stored. */
async function read(
  { wholeUntil, missing, now = 10 }: { wholeUntil: number; missing: Span[]; now?: number },
  { count, since }: { count: number; since: number },
) {
  const isMissing = (time: number) =>
    missing.some(({ fromMs, toMs }) => time >= fromMs && time < toMs);
  const hours = Array.from({ length: 10 }, (_, hour) => at(hour)).filter(
    (time) => !isMissing(time),
  );
  const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const columns = columnsFrom(hours.map((time) => ({ time, ...bar })));
  const bars: Pick<BarService, 'history'> = {
    history: async (_request, options) => {
      expect(options?.failure).toBeDefined();
      return { columns, wholeUntilMs: at(wholeUntil), missing } as unknown as History;
    },
  };
  const wanted = { resolution: '60', count, sinceMs: at(since), asksFeed: false } as const;
  const found = await readClosedBars(bars, makeInstrument({ id: 1 }), wanted, at(now));
  const times = found.columns.time.subarray(0, found.columns.length);
  return {
    hours: Array.from(times, (time) => (time - START) / HOUR_MS),
    wholeUntil: (found.wholeUntilMs - START) / HOUR_MS,
  };
}

test('closed bars are the newest that are final, without asking the feed', async () => {
  expect(await read({ wholeUntil: 9, missing: [] }, { count: 3, since: 8 })).toEqual({
    hours: [6, 7, 8],
    wholeUntil: 9,
  });
  expect(
    (await read({ wholeUntil: 9, missing: [], now: 8 }, { count: 2, since: 7 })).hours,
  ).toEqual([6, 7]);
});

test('bars behind a hole that is still to be evaluated are left out; an older hole cuts off what is before it', async () => {
  const missing = [{ fromMs: at(4), toMs: at(6) }];
  expect(await read({ wholeUntil: 10, missing }, { count: 9, since: 3 })).toEqual({
    hours: [0, 1, 2, 3],
    wholeUntil: 4,
  });
  expect(await read({ wholeUntil: 10, missing }, { count: 9, since: 7 })).toEqual({
    hours: [6, 7, 8, 9],
    wholeUntil: 10,
  });
});
