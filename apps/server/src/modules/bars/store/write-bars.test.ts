import type { Span } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../../../db/testing/test-database.ts';
import { columnsOf } from '../columns/bar-columns.ts';
import { barsAt } from '../testing/make-bars.ts';
import { openStoreWorld } from '../testing/store-world.ts';
import { readHeads } from './chunks.ts';
import { readBeginning, type SeriesKey } from './series.ts';
import { writeBars, writeBeginning } from './write-bars.ts';

const MINUTE = 60_000;
const START = Date.parse('2024-03-01T23:00:00Z');
const bars = barsAt(Array.from({ length: 180 }, (_, index) => START + index * MINUTE));

describe.each(DATABASE_KINDS)('on %s', (kind) => {
  const { db, newSeries, stored } = openStoreWorld(kind);
  const write = (key: SeriesKey, given: readonly Bar[], coverage: Span | null = null) =>
    writeBars(db(), { key, columns: columnsOf(given), coverage, trust: 'filtered' });
  const heads = (key: SeriesKey) => readHeads(db(), key, 0, Number.MAX_SAFE_INTEGER);

  test('C60: bars come back as written, in the chunks of their days', async () => {
    const key = newSeries();
    await write(key, bars);
    expect(await stored(key)).toEqual(bars);
    const days = (await heads(key)).map(({ startMs, barCount }) => [startMs, barCount]);
    expect(days).toEqual([
      [Date.parse('2024-03-01'), 60],
      [Date.parse('2024-03-02'), 120],
    ]);
  });

  test('a bar that was still forming when it was answered never replaces its final form', async () => {
    const key = newSeries();
    const closedMs = START + 180 * MINUTE;
    const last = bars.at(-1);
    if (!last) throw new Error('there are bars');
    const forming = { ...last, close: last.low, volume: 1 };
    const answer = [...bars.slice(-3, -1), forming];
    const early = { fromMs: START + 177 * MINUTE, toMs: closedMs - MINUTE };
    await write(key, answer, early);
    expect((await stored(key)).at(-1)).toEqual(forming);
    await write(key, bars, { fromMs: START, toMs: closedMs });
    await write(key, answer, early);
    expect(await stored(key)).toEqual(bars);
  });

  test('of two answers about an open bar the later question counts, whichever is stored last', async () => {
    const last = bars.at(-1);
    if (!last) throw new Error('there are bars');
    const opensAtMs = last.time;
    const answer = (key: SeriesKey, volume: number, askedMs: number, fromMs = START) => {
      const columns = columnsOf([...bars.slice(0, -1), { ...last, volume }]);
      const coverage = { fromMs: START, toMs: opensAtMs };
      const asked = { fromMs, toMs: opensAtMs + MINUTE, knownUntilMs: askedMs };
      return writeBars(db(), { key, columns, coverage, asked, trust: 'filtered' });
    };
    const known = async (key: SeriesKey) => (await heads(key)).at(-1)?.knownUntilMs;
    const key = newSeries();
    await answer(key, 10, opensAtMs + 40_000);
    await answer(key, 11, opensAtMs + 20_000);
    expect((await stored(key)).at(-1)?.volume).toBe(10);
    expect(await known(key)).toBe(opensAtMs + 40_000);
    const before = (await heads(key)).at(-1);
    expect((await answer(key, 10, opensAtMs + 50_000)).isChanged).toBe(false);
    expect((await heads(key)).at(-1)).toEqual({ ...before, knownUntilMs: opensAtMs + 50_000 });
    await answer(key, 12, opensAtMs + 55_000, opensAtMs + 1);
    expect(await known(key)).toBe(opensAtMs + 50_000);
  });

  test('a series never begins after its oldest bar, whichever came first', async () => {
    const [before, after] = [newSeries(), newSeries()];
    const LATER = START + 60 * MINUTE;
    await write(before, bars);
    expect(await writeBeginning(db(), before, LATER)).toBe(START);
    expect(await writeBeginning(db(), after, LATER)).toBe(LATER);
    await write(after, bars);
    for (const key of [before, after]) expect(await readBeginning(db(), key)).toBe(START);
  });

  test('C60: writing the same bars again changes nothing', async () => {
    const key = newSeries();
    await write(key, bars, { fromMs: START, toMs: START + 180 * MINUTE });
    const before = await heads(key);
    const again = await write(key, bars, { fromMs: START, toMs: START + 180 * MINUTE });
    expect(again.isChanged).toBe(false);
    expect(await heads(key)).toEqual(before);
  });

  test('C60: pieces in any order, repeated or not, give the same bars', async () => {
    const piece = fc.tuple(fc.nat(179), fc.integer({ min: 1, max: 90 }));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
        const key = newSeries();
        for (const [from, count] of pieces) {
          const given = { key, columns: columnsOf(bars.slice(from, from + count)) };
          await writeBars(db(), { ...given, coverage: null, trust: 'trusted' });
        }
        const isWritten = (index: number) =>
          pieces.some(([from, count]) => index >= from && index < from + count);
        expect(await stored(key)).toEqual(bars.filter((_, index) => isWritten(index)));
      }),
      { numRuns: process.env.TEST_LONG === 'true' ? 150 : 15 },
    );
  });

  test('C60: concurrent writers of the same range lose nothing', async () => {
    const key = newSeries();
    const shares = Array.from({ length: 8 }, (_, share) =>
      bars.filter((__, index) => index % 8 === share || index % 7 === share),
    );
    await Promise.all(shares.map((share) => write(key, share)));
    expect(await stored(key)).toEqual(bars);
  });

  test('a corrected bar replaces the stored one', async () => {
    const key = newSeries();
    await write(key, bars);
    const [first] = bars;
    if (!first) throw new Error('there are bars');
    const corrected = { ...first, volume: 77 };
    await write(key, [corrected]);
    expect((await stored(key))[0]).toEqual(corrected);
  });

  test('C60: an outlier is stored only when the next bar corroborates it', async () => {
    const key = newSeries();
    const [before, last] = [bars.slice(0, 100), bars[100]];
    if (!last) throw new Error('there are bars');
    const leap = { ...last, high: last.open * 2, close: last.open * 2 };
    await write(key, [...before, leap]);
    expect(await stored(key)).toEqual(before);
    const next = { ...leap, time: leap.time + MINUTE, open: leap.close, low: leap.close - 1 };
    await write(key, [next]);
    expect(await stored(key)).toEqual([...before, leap, next]);
  });

  test('C60: an outlier that its vendor corrects leaves the quarantine', async () => {
    const key = newSeries();
    const [before, last, next] = [bars.slice(0, 100), bars[100], bars[101]];
    if (!last || !next) throw new Error('there are bars');
    await write(key, [...before, { ...last, high: last.open * 9 }]);
    await write(key, [last, next]);
    expect(await stored(key)).toEqual([...before, last, next]);
  });

  test('C60: the first bars of a day are compared with those of the day before', async () => {
    const key = newSeries();
    const [before, last] = [bars.slice(0, 70), bars[70]];
    if (!last) throw new Error('there are bars');
    await write(key, before);
    await write(key, [{ ...last, high: last.open * 2, close: last.open * 2 }]);
    expect(await stored(key)).toEqual(before);
  });

  test('C60: an outlier before stored bars is compared with the first of them', async () => {
    const [last, rest] = [bars[100], bars.slice(101)];
    if (!last) throw new Error('there are bars');
    const double = (bar: Bar): Bar => {
      const [open, high, low] = [bar.open * 2, bar.high * 2, bar.low * 2];
      return { ...bar, open, high, low, close: bar.close * 2 };
    };
    const leap = { ...last, high: last.high * 2, close: last.close * 2 };
    const confirmed = newSeries();
    await write(confirmed, rest.map(double));
    await write(confirmed, [...bars.slice(0, 100), leap]);
    expect(await stored(confirmed)).toEqual([...bars.slice(0, 100), leap, ...rest.map(double)]);
    const rejected = newSeries();
    await write(rejected, rest);
    await write(rejected, [...bars.slice(0, 100), leap]);
    expect(await stored(rejected)).toEqual([...bars.slice(0, 100), ...rest]);
  });

  test('C60: a bar quarantined long ago does not define the usual range of today', async () => {
    const key = newSeries();
    const [before, last, next] = [bars.slice(0, 60), bars[60], bars[61]];
    if (!last || !next) throw new Error('there are bars');
    await write(key, [...before, { ...last, high: last.high * 9 }]);
    await write(key, [next]);
    const wild = Array.from({ length: 60 }, (_, index): Bar => {
      const time = START + (10_000 + index) * MINUTE;
      return { time, open: 100, high: 115 + index, low: 60, close: 100, volume: 1 };
    });
    const latest = { ...next, time: START + 10_060 * MINUTE, open: 100, high: 175, low: 25 };
    await write(key, wild);
    await write(key, [{ ...latest, close: 100 }]);
    expect((await stored(key)).at(-1)).toEqual({ ...latest, close: 100 });
  });

  test('the coverage of a chunk is one contiguous span and only grows', async () => {
    const key = newSeries();
    const at = (minute: number) => START + minute * MINUTE;
    await write(key, [], { fromMs: at(0), toMs: at(10) });
    await write(key, [], { fromMs: at(10), toMs: at(80) });
    await write(key, [], { fromMs: at(20), toMs: at(30) });
    const covered = (await heads(key)).map((head) => [head.coveredFromMs, head.coveredToMs]);
    expect(covered).toEqual([
      [at(0), at(60)],
      [at(60), at(80)],
    ]);
  });
});
