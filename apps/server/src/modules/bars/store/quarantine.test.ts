import type { Bar } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { barsAt } from '../testing/make-bars.ts';
import { openStoreWorld } from '../testing/store-world.ts';
import { readQuarantinedBar, rejectQuarantined } from './quarantine.ts';
import type { SeriesKey } from './series.ts';
import { type Trust, writeBars } from './write-bars.ts';

const MINUTE = 60_000;
const START = Date.parse('2024-03-01T12:00:00Z');
const bars = barsAt(Array.from({ length: 101 }, (_, index) => START + index * MINUTE));
const before = bars.slice(0, 100);
const [last] = bars.slice(100);
if (!last) throw new Error('there are bars');
const leapTo = (factor: number): Bar => ({ ...last, high: last.open * factor });

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const { db, newSeries, stored } = openStoreWorld(kind);
  const write = (key: SeriesKey, given: readonly Bar[], trust: Trust = 'filtered') =>
    writeBars(db(), { key, columns: columnsOf(given), coverage: null, trust });

  test('C60: an imported outlier is stored and leaves the quarantine', async () => {
    const key = newSeries();
    const leap = leapTo(9);
    await write(key, [...before, leap]);
    expect(await readQuarantinedBar(db(), key, leap.time)).toEqual(leap);
    await write(key, [leap], 'trusted');
    expect(await stored(key)).toEqual([...before, leap]);
    expect(await readQuarantinedBar(db(), key, leap.time)).toBeNull();
  });

  test('C60: a quarantined bar that has changed is not accepted in its old form', async () => {
    const key = newSeries();
    await write(key, [...before, leapTo(9)]);
    await write(key, [leapTo(10)]);
    await write(key, [leapTo(9)], 'corroborated');
    expect(await stored(key)).toEqual(before);
    await write(key, [leapTo(10)], 'corroborated');
    expect(await stored(key)).toEqual([...before, leapTo(10)]);
  });

  test('C60: a rejected bar stays rejected, whatever follows, until its vendor changes it', async () => {
    const key = newSeries();
    const leap = { ...last, high: last.open * 2, close: last.open * 2 };
    const next = { ...leap, time: leap.time + MINUTE, open: leap.close, low: leap.close - 1 };
    await write(key, [...before, leap]);
    await rejectQuarantined(
      db(),
      { key, bar: leap },
      {
        reason: 'Finer bars contradict it.',
        atMs: START,
      },
    );
    await write(key, [next]);
    await write(key, [leap, next]);
    expect((await stored(key)).map(({ time }) => time)).not.toContain(leap.time);
    expect(await readQuarantinedBar(db(), key, leap.time)).toEqual(leap);
    await write(key, [last]);
    expect(await stored(key)).toContainEqual(last);
    expect(await readQuarantinedBar(db(), key, leap.time)).toBeNull();
  });
});
