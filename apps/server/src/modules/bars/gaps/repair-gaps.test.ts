import { MARKET_HOURS, type StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import { describe, expect, test } from 'vitest';
import { silentLog, USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { columnsOf, timeAt } from '../columns/bar-columns.ts';
import { importBars } from '../import-bars.ts';
import { readStoredBars } from '../stored-bars.ts';
import { barsAt, marketTimes } from '../testing/make-bars.ts';
import { insertMany } from '../testing/many-instruments.ts';
import { createTestFeeds } from '../testing/test-feeds.ts';
import { createWritableBars } from '../testing/writable-bars.ts';
import { createGapWatch, repairGaps } from './repair-gaps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Interval of the rounds in the test that spans days; the product has one a minute. */
const LONG_STEP = process.env.TEST_LONG === 'true' ? MINUTE : 5 * MINUTE;
/** The Tuesday after Memorial Day, half an hour after New York's open. */
const NOW = Date.parse('2024-05-28T14:30:30Z');
const FROM = Date.parse('2024-05-24T00:00:00Z');
const CUT = {
  fromMs: Date.parse('2024-05-24T19:30:00Z'),
  toMs: Date.parse('2024-05-28T14:00:00Z'),
};
const stocks = MARKET_HOURS['us-stocks'];
const isCut = ({ time }: Bar) => time >= CUT.fromMs && time < CUT.toMs;

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** US instruments whose feed has bars of two sessions, with a clock that the test controls. */
  async function createWorld(count = 1) {
    const instruments = await insertMany(database, count, 'us-stocks');
    const feeds = createTestFeeds();
    const time = () => clock.nowMs;
    const clock = { nowMs: NOW, now: time, monotonicMs: time };
    const given = { db: database.db, feeds, clock, log: silentLog };
    const bars = createWritableBars(given);
    const deps = { ...given, written: bars.written };
    const watch = createGapWatch(clock);
    const { signal } = new AbortController();
    const minutes = () => barsAt(marketTimes(stocks, '1', FROM, clock.nowMs));
    for (const { code } of instruments) feeds.FMP.set(code, '1', minutes());
    const { requests } = feeds.FMP;
    const store = (instrument: Instrument, given: readonly Bar[], isCovered = true) =>
      bars.write({
        instrument,
        resolution: '1',
        bars: given,
        ...(isCovered ? { coveredFromMs: FROM, coveredToMs: NOW - 30_000 } : {}),
      });
    /** Runs rounds, a minute apart by default; answers the number of questions of each. */
    async function run(
      rounds: number,
      { awaySinceMs = null as number | null, isTailKept = false, stepMs = MINUTE } = {},
    ): Promise<number[]> {
      const asked: number[] = [];
      for (let round = 0; round < rounds; round++) {
        requests.length = 0;
        const exchange = 'FMP' as const;
        const isKeptUp = () => isTailKept;
        const away = round === 0 ? awaySinceMs : null;
        const one = { exchange, instruments, isKeptUp, signal, awaySinceMs: away };
        await repairGaps(deps, watch, one);
        asked.push(requests.length);
        clock.nowMs += stepMs;
      }
      return asked;
    }
    const stored = async ({ id }: Instrument, resolution: StoredResolution = '1') => {
      const span = { fromMs: FROM, toMs: NOW - 30_000 };
      const read = await readStoredBars(database.db, {
        instrumentId: id,
        resolution,
        isSimulated: true,
        ...span,
      });
      const times: number[] = [];
      for await (const piece of read.pieces) {
        for (let i = 0; i < piece.length; i++) times.push(timeAt(piece, i));
      }
      return times;
    };
    return { instruments, feed: feeds.FMP, clock, bars, minutes, store, run, stored, requests };
  }
  const whole = marketTimes(stocks, '1', FROM, NOW - 30_000);

  test('C61: a missing hour of trading around a holiday is asked for in one question, within four minutes', async () => {
    const { instruments, minutes, store, run, stored, requests, clock } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    await store(
      instrument,
      minutes().filter((bar) => !isCut(bar)),
      false,
    );
    for (let round = 0; round < 4 && requests.length === 0; round++) await run(1);
    expect(clock.nowMs - NOW).toBeLessThanOrEqual(4 * MINUTE);
    expect(requests.map(({ fromMs, toMs }) => ({ fromMs, toMs }))).toEqual([CUT]);
    expect(await stored(instrument)).toEqual(whole);
  });

  test('C61: with every bar of the sessions stored, weekends, holidays and nights cause no questions', async () => {
    const { instruments, minutes, store, run, clock } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    await store(instrument, minutes(), false);
    expect(await run(4, { isTailKept: true })).toEqual([0, 0, 0, 0]);
    clock.nowMs = Date.parse('2024-05-29T06:00:00Z');
    await store(instrument, minutes(), false);
    expect(await run(5, { isTailKept: true })).toEqual([0, 0, 0, 0, 0]);
  });

  test('C61: missing newest bars are asked for too, if they are read regularly', async () => {
    const { instruments, feed, minutes, store, run, clock, stored } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    const kept = minutes().filter(({ time }) => time < CUT.toMs);
    feed.set(instrument.code, '1', kept);
    await store(instrument, kept, false);
    expect(await run(4)).toEqual([0, 0, 0, 0]);
    // A growing gap is not asked for at every step.
    const asked = await run(12, { isTailKept: true });
    expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2);
    feed.set(instrument.code, '1', minutes());
    await store(instrument, minutes().slice(-2), false);
    clock.nowMs += MINUTE;
    expect((await run(4, { isTailKept: true })).filter((count) => count > 0)).toEqual([1]);
    expect(await stored(instrument)).toEqual(whole);
  });

  test('C61: bars that the vendor does not have are asked for less and less often, and then no more', async () => {
    const { instruments, feed, minutes, store, run } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    const quiet = minutes().filter(({ time }) => (time / MINUTE) % 7 > 1);
    feed.set(instrument.code, '1', quiet);
    await store(instrument, quiet);
    const asked = await run((40 * HOUR) / LONG_STEP, { stepMs: LONG_STEP });
    // Friday and Tuesday, after ten minutes, an hour, six hours and a day; after a day Friday is out of the window.
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(2 * 4 - 1);
    expect(asked.slice((-8 * HOUR) / LONG_STEP).every((count) => count === 0)).toBe(true);
  });

  test('C61: bars missing from an outage are asked for as soon as the vendor is back', async () => {
    const { instruments, minutes, store, run, stored } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    await store(
      instrument,
      minutes().filter((bar) => !isCut(bar)),
    );
    expect(await run(4)).toEqual([0, 0, 0, 0]);
    expect(await run(1, { awaySinceMs: CUT.fromMs })).toEqual([1]);
    expect(await stored(instrument)).toEqual(whole);
    expect(await run(5)).toEqual([0, 0, 0, 0, 0]);
  });

  test('C61: a round asks for a bounded number of gaps, and every instrument has its turn', async () => {
    const { instruments, minutes, store, run, stored } = await createWorld(40);
    const kept = minutes().filter((bar) => !isCut(bar));
    for (const instrument of instruments) await store(instrument, kept, false);
    const asked = await run(5);
    expect(Math.max(...asked)).toBeLessThanOrEqual(30);
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(40);
    for (const instrument of instruments) expect(await stored(instrument)).toEqual(whole);
  });

  test('C61: a vendor that refuses is not asked again until the next round, and nothing is lost', async () => {
    const { instruments, feed, minutes, store, run, stored } = await createWorld(12);
    const kept = minutes().filter((bar) => !isCut(bar));
    for (const instrument of instruments) await store(instrument, kept, false);
    const failure = { exchange: 'FMP', kind: 'rateLimit', cause: 'HTTP 429' } as const;
    feed.failure = new FeedError(failure);
    expect(await run(4)).toEqual([1, 1, 1, 1]);
    feed.failure = null;
    await run(4);
    for (const instrument of instruments) expect(await stored(instrument)).toEqual(whole);
  });

  test('C61: gaps in imported bars are not repaired', async () => {
    const { instruments, minutes, run, clock } = await createWorld();
    const [instrument] = instruments;
    if (!instrument) throw new Error('there is an instrument');
    const columns = columnsOf(minutes().filter((bar) => !isCut(bar)));
    const deps = { db: database.db, clock };
    await importBars(deps, {
      instrument,
      resolution: '1',
      isSimulated: true,
      pieces: [columns],
    });
    expect(await run(4)).toEqual([0, 0, 0, 0]);
  });
});
