import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import { getSignalRecord, type SignalRecord } from '@moneytrail/contract';
import {
  columnsFrom,
  computeMarks,
  DEFAULT_INPUTS,
  firstMarkIndex,
  outcomeRecord,
} from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { useTestDatabase } from '../../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../../http/testing/super-admin.ts';
import { type AnalysisServer, startAnalysisServer } from '../testing/start-analysis-server.ts';
import { trendingBars } from '../testing/trending-bars.ts';

/** The bar of this day is still forming. */
const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
const DAYS = trendingBars(2_500, TODAY, DAY_MS);
const CLOSED = columnsFrom(DAYS.slice(0, -1));
const MARKS = computeMarks(CLOSED, DEFAULT_INPUTS);

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** A server on the shared database; each test has an instrument of its own, to keep ledgers apart. */
  async function start(code: string): Promise<AnalysisServer> {
    const server = await startAnalysisServer(database, NOW);
    onTestFinished(() => server.close());
    server.feeds.Bitfinex.bars.set(`${code} 1D`, DAYS);
    return server;
  }

  async function recordOf(
    server: AnalysisServer,
    query: Record<string, string | number>,
  ): Promise<SignalRecord> {
    const given = { resolution: '1D', source: 'computed', ...query };
    const { status, body } = await server.get(getSignalRecord.path, given);
    expect([status, status === 200 ? null : body]).toEqual([200, null]);
    return getSignalRecord.response.parse(body);
  }

  test('a record of computed marks is that of the indicators for closed bars', async () => {
    const server = await start('LTCUSD');
    const record = await recordOf(server, { symbol: 'Bitfinex:LTCUSD', side: 'buy' });
    const first = firstMarkIndex(DEFAULT_INPUTS);
    const buys = MARKS.filter(({ side }) => side === 'buy').map(({ time, side }) => ({
      time,
      side,
      publishedAtMs: null,
    }));
    const closesAtMs = (index: number) => (CLOSED.time[index] ?? 0) + DAY_MS;
    const series = { columns: CLOSED, closesAtMs, holes: [], isOver: false };
    const steps = outcomeRecord(series, buys, (index) => index >= first);
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(record.horizons).toEqual(step.value.horizons);
    expect(record.horizons[0]?.figures).not.toBeNull();
    expect(record).toMatchObject({
      symbol: 'Bitfinex:LTC/USD',
      simulated: true,
      source: 'computed',
      fromTime: DAYS[first]?.time,
      toTime: TODAY - DAY_MS,
      barCount: CLOSED.length - first,
      isCut: false,
      markCount: buys.length,
      withoutBar: 0,
    });
    const [mark] = record.list;
    const own = DAYS.findIndex(({ time }) => time === mark?.time);
    expect(mark).toMatchObject({
      side: 'buy',
      publishedAt: null,
      corrected: false,
      entryTime: DAYS[own + 1]?.time,
      entryPrice: DAYS[own + 1]?.close,
    });
  });

  test('side, strength and span choose marks, and bars of the span alone are compared', async () => {
    const server = await start('ETHUSD');
    const symbol = 'Bitfinex:ETHUSD';
    const all = await recordOf(server, { symbol });
    expect(all.markCount).toBe(MARKS.length);
    const strong = await recordOf(server, { symbol, side: 'sell', strength: 'strong' });
    const isStrongSell = ({ side, strong: is }: { side: string; strong: boolean }) =>
      side === 'sell' && is;
    expect(strong.markCount).toBe(MARKS.filter(isStrongSell).length);
    expect(strong.list.every(isStrongSell)).toBe(true);
    const year = await recordOf(server, { symbol, years: 1 });
    expect([year.barCount, year.fromTime]).toEqual([364, TODAY - 364 * DAY_MS]);
    const [fromMs, toMs] = [TODAY - 900 * DAY_MS, TODAY - 600 * DAY_MS];
    const past = await recordOf(server, { symbol, fromTs: fromMs / 1_000, toTs: toMs / 1_000 });
    expect(past).toMatchObject({ barCount: 300, fromTime: fromMs, toTime: toMs - DAY_MS });
    // The horizons of the last marks end after the span.
    expect(past.horizons.map(({ left }) => left.unfinished)).toEqual([0, 0, 0, 0, 0]);
    const within = all.list.filter(({ time }) => time >= fromMs && time < toMs);
    expect(past.list).toEqual(within);
  });

  test('a published mark is measured from its publication on, and in no record of computed ones', async () => {
    const symbol = 'Bitfinex:XRPUSD';
    const server = await start('XRPUSD');
    const publishedAt = TODAY - 100 * DAY_MS + HOUR_MS;
    for (const at of [TODAY - 400 * DAY_MS, publishedAt, NOW]) {
      server.nowMs = at;
      await server.runJob('publish-marks', symbol);
    }
    const record = await recordOf(server, { symbol, source: 'ledger' });
    const expected = MARKS.filter(({ time }) => time >= TODAY - 400 * DAY_MS);
    expect(record.list.map(({ time, side }) => ({ time, side }))).toEqual(
      expected.map(({ time, side }) => ({ time, side })),
    );
    expect(record.fromTime).toBeGreaterThan(TODAY - 402 * DAY_MS);
    const late = record.list.filter((mark) => mark.publishedAt === publishedAt);
    expect(late.length).toBeGreaterThan(3);
    // The day of the publication is the first that closes after it, long after the days that most marks are of.
    for (const { entryTime, outcomes } of late) {
      expect(entryTime).toBe(TODAY - 100 * DAY_MS);
      expect(outcomes.every((outcome) => typeof outcome === 'object')).toBe(true);
    }
    const newest = record.list.filter((mark) => mark.publishedAt === NOW);
    expect(newest.length).toBeGreaterThan(0);
    for (const { entryTime, outcomes } of newest) {
      expect([entryTime, ...outcomes]).toEqual([null, ...outcomes.map(() => 'unfinished')]);
    }
    const computed = await recordOf(server, { symbol });
    expect(computed.list.filter((mark) => mark.publishedAt !== null)).toEqual([]);
    expect(computed.markCount).toBe(MARKS.length);
  });

  test('the horizons of a past span end, though its market has a bar every other day', async () => {
    const server = await start('XRPUSD');
    const sparse = DAYS.filter(({ time }) => (time / DAY_MS) % 2 === 0);
    server.feeds.Bitfinex.bars.set('XRPUSD 1D', sparse);
    const query = { symbol: 'Bitfinex:XRPUSD', fromTs: 0, toTs: (TODAY - 400 * DAY_MS) / 1_000 };
    const { horizons, markCount } = await recordOf(server, query);
    expect(markCount).toBeGreaterThan(0);
    expect(horizons.map(({ left }) => left.unfinished)).toEqual([0, 0, 0, 0, 0]);
  });

  test('moves across many missing bars are left out and counted', async () => {
    const server = await start('ADAUSD');
    const [mark] = MARKS.filter(({ index }) => index > 1_000);
    if (!mark) throw new Error('the sample has no marks');
    const without = DAYS.filter((_, index) => index <= mark.index + 3 || index > mark.index + 15);
    server.feeds.Bitfinex.bars.set('ADAUSD 1D', without);
    const record = await recordOf(server, { symbol: 'Bitfinex:ADAUSD' });
    const found = record.list.find(({ time }) => time === mark.time);
    expect(found?.outcomes[0]).toMatchObject({ move: expect.any(Number) });
    expect(found?.outcomes.slice(1)).toEqual(['broken', 'broken', 'broken', 'broken']);
    expect(record.horizons[1]?.left.broken).toBeGreaterThan(0);
  });

  test('a record is answered again without computing; what cannot be is refused', async () => {
    const server = await start('SOLUSD');
    const symbol = 'Bitfinex:SOLUSD';
    // Bars stored by the first read outdate its own answer.
    await recordOf(server, { symbol });
    const first = await recordOf(server, { symbol });
    const reads = vi.spyOn(server.bars, 'history');
    expect(await recordOf(server, { symbol })).toEqual(first);
    expect(reads).not.toHaveBeenCalled();
    const refusals = [
      { resolution: '5', source: 'ledger' },
      { years: 1, toTs: 5 },
      { fromTs: 5, toTs: 5 },
    ];
    for (const query of refusals) {
      const given = { symbol, resolution: '1D', source: 'computed', ...query };
      const refused = await server.get(getSignalRecord.path, given);
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    server.caller = { ...SUPER_ADMIN, isSuperAdmin: false };
    const given = { symbol, resolution: '1D', source: 'computed' };
    const locked = await server.get(getSignalRecord.path, given);
    expect(locked).toMatchObject({ status: 403, body: { code: 'SOURCE_LOCKED' } });
    expect(reads).not.toHaveBeenCalled();
  });
});
