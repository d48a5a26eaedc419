import { HOUR_MS } from '@moneytrail/calendar';
import type { HistoryAnswer } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import type { HistoryRequest } from '../../bars/index.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { readUdfHistory } from './history.ts';

const END = Date.UTC(2026, 0, 1);
const MOST = 20_000;

/** Pages of a history of one bar an hour without a beginning. */
async function readHours({
  fromMs,
  toMs,
  limit,
  countBack,
}: HistoryRequest): Promise<HistoryAnswer> {
  const count = countBack > 0 ? countBack : Math.min(limit, (toMs - fromMs) / HOUR_MS);
  const Data = Array.from({ length: count }, (_, index) => {
    const time = toMs - (count - index) * HOUR_MS;
    return { time, open: 1, high: 1, low: 1, close: 1, volume: 1 };
  });
  return { Response: 'Success', Data, NextTime: toMs - (count + 1) * HOUR_MS };
}

const read = async (asked: { fromMs: number; countBack: number | null }) => {
  const wanted = { instrument: makeInstrument(), resolution: '60' as const, toMs: END, ...asked };
  const { t } = (await readUdfHistory(wanted, readHours, 'ms')) as { t: number[] };
  return { count: t.length, first: (t[0] ?? 0) * 1_000, last: (t.at(-1) ?? 0) * 1_000 };
};

test.each([
  ['counted', { fromMs: 0, countBack: MOST + 1 }],
  ['of a range', { fromMs: END - 3 * MOST * HOUR_MS, countBack: null }],
])('of more bars than one answer holds, %s, the newest come', async (_, asked) => {
  expect(await read(asked)).toEqual({
    count: MOST,
    first: END - MOST * HOUR_MS,
    last: END - HOUR_MS,
  });
});

test('a range within the limit is whole', async () => {
  const fromMs = END - 5_000 * HOUR_MS;
  expect(await read({ fromMs, countBack: null })).toMatchObject({ count: 5_000, first: fromMs });
});
