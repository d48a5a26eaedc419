import { DAY_MS, HOUR_MS } from '@moneytrail/calendar';
import {
  getHistory,
  getMarks,
  getPriceSignal,
  getSummary,
  listPriceSignals,
  type PriceSignal,
} from '@moneytrail/contract';
import { columnsFrom, computeMarks, DEFAULT_INPUTS, signalRecord } from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { chooseInstruments } from './choose-instruments.ts';
import { type AnalysisServer, startAnalysisServer } from './testing/start-analysis-server.ts';
import { trendingBars } from './testing/trending-bars.ts';

/** The bar of this day is still forming. */
const TODAY = Date.parse('2026-11-20');
const NOW = TODAY + 12 * HOUR_MS;
/** Enough marks of each side for statistics. */
const DAYS = trendingBars(4_000, TODAY, DAY_MS);
const CLOSED = columnsFrom(DAYS.slice(0, -1));
const MARKS = computeMarks(CLOSED, DEFAULT_INPUTS);
/** A user without a plan. */
const RESTRICTED = { ...SUPER_ADMIN, isSuperAdmin: false };

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  /** A server on the shared database; each test has an instrument of its own, to keep ledgers apart. */
  async function start(symbol: string, bars = DAYS): Promise<AnalysisServer> {
    const server = await startAnalysisServer(database, NOW);
    onTestFinished(() => server.close());
    const [exchange, code] = symbol.split(':');
    if (exchange !== 'FMP' && exchange !== 'Bitfinex' && exchange !== 'Tiingo')
      throw new Error(`no feed for ${symbol}`);
    server.feeds[exchange].bars.set(`${code} 1D`, bars);
    return server;
  }

  async function signalOf(server: AnalysisServer, symbol: string): Promise<PriceSignal> {
    const { status, body } = await server.get(getPriceSignal.path, { symbol });
    expect(status).toBe(200);
    return getPriceSignal.response.parse(body);
  }

  async function listOf(server: AnalysisServer) {
    const { status, body } = await server.get(listPriceSignals.path, {});
    expect(status).toBe(200);
    return listPriceSignals.response.parse(body);
  }

  test('a signal is that of the indicators for the bars of history', async () => {
    const server = await start('FMP:BTCUSD');
    const signal = await signalOf(server, 'FMP:BTCUSD');
    const last = MARKS.at(-1);
    if (!last) throw new Error('the sample has no marks');
    const query = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' };
    const summary = getSummary.response.parse((await server.get(getSummary.path, query)).body);
    expect(signal).toMatchObject({
      symbol: 'FMP:BTC/USD',
      simulated: true,
      time: TODAY - DAY_MS,
      nextClosesAt: TODAY + DAY_MS,
      currentPrice: summary.currentPrice,
      longTermResistance: summary.longTermResistance.value,
      shortTermResistance: summary.shortTermResistance.value,
      shortTermSupport: summary.shortTermSupport.value,
      longTermSupport: summary.longTermSupport.value,
      longShortPercentage: summary.longShortPercentage,
      deployment: summary.deployment,
    });
    const barsAgo = CLOSED.length - 1 - last.index;
    expect(signal.lastMark).toEqual({
      time: last.time,
      side: last.side,
      strong: last.strong,
      close: CLOSED.close[last.index],
      barsAgo,
    });
    expect(signal.side).toBe(barsAgo <= 20 ? last.side : 'none');
    const record = signalRecord(CLOSED, MARKS);
    for (const side of ['buy', 'sell'] as const) {
      expect(record[side].marks).toBeGreaterThan(30);
      const told = signal.record[side];
      expect(told).toMatchObject({ marks: record[side].marks, published: 0 });
      expect(told.horizons).toEqual(record[side].horizons);
    }
    expect(signal.record).toMatchObject({ fromTime: DAYS[0]?.time, barCount: CLOSED.length });
    const days = getHistory.response.parse(
      (await server.get(getHistory.path, { ...query, fromTs: 0, toTs: NOW / 1_000 })).body,
    );
    expect(days.Data.at(-2)?.close).toBe(signal.currentPrice);
  });

  test('marks come from the ledger within its ranges, others are not called published', async () => {
    const symbol = 'Bitfinex:LTCUSD';
    const server = await start(symbol);
    server.nowMs = TODAY - 400 * DAY_MS;
    await server.runJob('publish-marks', symbol);
    server.nowMs = NOW;
    await server.runJob('publish-marks', symbol);
    const signal = await signalOf(server, symbol);
    const fromTs = (TODAY - 3_999 * DAY_MS) / 1_000;
    const query = { e: 'Bitfinex', fsym: 'LTCUSD', resolution: '1D', fromTs, toTs: NOW / 1_000 };
    const { marks } = getMarks.response.parse((await server.get(getMarks.path, query)).body);
    expect(signal.marks).toEqual(marks);
    const published = marks.filter(({ publishedAt }) => publishedAt !== null);
    expect(published.length).toBeGreaterThan(0);
    expect(published.length).toBeLessThan(marks.length);
    const count = (side: 'buy' | 'sell') => published.filter((mark) => mark.side === side).length;
    expect(signal.record.buy.published).toBe(count('buy'));
    expect(signal.record.sell.published).toBe(count('sell'));
  });

  test('a published mark stays in the record even if its corrected bar would have none', async () => {
    const symbol = 'Bitfinex:XRPUSD';
    const server = await start(symbol);
    server.nowMs = TODAY - 400 * DAY_MS;
    await server.runJob('publish-marks', symbol);
    server.nowMs = NOW;
    await server.runJob('publish-marks', symbol);
    const before = await signalOf(server, symbol);
    const last = before.marks.at(-1);
    const bar = DAYS.find(({ time }) => time === last?.time);
    if (!last || !bar) throw new Error('the sample has no marks');
    const instrument = await server.catalogue.resolve(symbol);
    const corrected = { ...bar, close: bar.open, volume: 1 };
    await server.bars.write({ instrument, resolution: '1D', bars: [corrected], isTrusted: true });
    await server.runJob('note-corrections', symbol);
    const after = await signalOf(server, symbol);
    expect(after.marks.at(-1)).toMatchObject({ id: last.id, time: last.time });
    expect(after.marks.at(-1)?.notes).toHaveLength(1);
    expect(after.lastMark?.close).toBe(bar.open);
  });

  test('D5: simulated marks are in no record of the vendor', async () => {
    const symbol = 'Tiingo:BTCUSD';
    const server = await start(symbol);
    server.nowMs = TODAY - 400 * DAY_MS;
    await server.runJob('publish-marks', symbol);
    server.nowMs = NOW;
    await server.runJob('publish-marks', symbol);
    const simulated = await signalOf(server, symbol);
    expect(simulated.simulated).toBe(true);
    expect(simulated.record.buy.published + simulated.record.sell.published).toBeGreaterThan(0);
    const vendor = await start(symbol, DAYS.slice(-300));
    vendor.feeds.Tiingo.isSimulated = false;
    const real = await signalOf(vendor, symbol);
    expect(real).toMatchObject({ simulated: false });
    expect(real.record).toMatchObject({ barCount: 299, fromTime: DAYS.at(-300)?.time });
    expect(real.record.buy.published + real.record.sell.published).toBe(0);
  });

  test('too few marks have a number but no statistics, and no bars have nothing', async () => {
    const few = await signalOf(await start('Bitfinex:ADAUSD', DAYS.slice(-400)), 'Bitfinex:ADAUSD');
    expect(few.record.buy.marks).toBeGreaterThan(0);
    for (const { measured, median, shareWithSide, interval } of few.record.buy.horizons) {
      expect(measured).toBeLessThan(few.record.leastMoves);
      expect([median, shareWithSide, interval]).toEqual([null, null, null]);
    }
    const none = await signalOf(await start('Bitfinex:SOLUSD', []), 'Bitfinex:SOLUSD');
    expect(none).toMatchObject({ time: null, side: 'none', lastMark: null, marks: [] });
    expect(none.record).toMatchObject({ barCount: 0, fromTime: null });
  });

  test('a signal is answered again without computing until its next bar closes', async () => {
    const symbol = 'Bitfinex:LINKUSD';
    const server = await start(symbol);
    // Bars stored by the first read outdate its own answer.
    await signalOf(server, symbol);
    const first = await signalOf(server, symbol);
    const reads = vi.spyOn(server.bars, 'history');
    expect(await signalOf(server, symbol)).toEqual(first);
    expect(reads).not.toHaveBeenCalled();
    server.nowMs = TODAY + DAY_MS + 30_000;
    const forming = { time: TODAY + DAY_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 };
    server.feeds.Bitfinex.bars.set('LINKUSD 1D', [...DAYS, forming]);
    await expect.poll(async () => (await signalOf(server, symbol)).time).toBe(TODAY);
    expect(reads).toHaveBeenCalled();
  });

  test('there are three cards, the free instrument first; locked ones show nothing', async () => {
    const server = await start('FMP:BTCUSD');
    const open = await listOf(server);
    expect(open.map(({ exchange }) => exchange)).toEqual(['FMP', 'Bitfinex', 'BVG']);
    expect(open.map(({ locked }) => locked)).toEqual([false, false, false]);
    expect(open[2]?.code).toMatch(/^WMAZ-\d{4}-\d{2}$/);
    server.caller = RESTRICTED;
    const locked = await listOf(server);
    expect(locked).toEqual(open.map((row, index) => ({ ...row, locked: index > 0 })));
    for (const { symbol } of locked.slice(1)) {
      const refused = await server.get(getPriceSignal.path, { symbol });
      expect(refused).toMatchObject({ status: 403, body: { code: 'SOURCE_LOCKED' } });
      expect(Object.keys(refused.body ?? {}).toSorted()).toEqual(['code', 'message', 'requestId']);
    }
    server.caller = null;
    expect((await server.get(listPriceSignals.path, {})).status).toBe(401);
  });

  test('the setting names the first cards’ instruments; a missing one is replaced', async () => {
    const { catalogue } = await start('FMP:BTCUSD');
    const chosen = (...wished: string[]) =>
      chooseInstruments(catalogue, wished, NOW).map(({ exchange, code }) => `${exchange}:${code}`);
    const [first, second, third] = chosen();
    expect(chosen('Tiingo:MSFT')).toEqual(['Tiingo:MSFT', second, third]);
    expect(chosen('FMP:BTCUSD', 'FMP:NOTHING', 'FMP:AAPL')).toEqual([first, second, 'FMP:AAPL']);
    expect(chosen('Bitfinex:ETHUSD')).toEqual(['Bitfinex:ETHUSD', 'FMP:ETHUSD', third]);
  });

  test('an ended contract has no card and no present mark', async () => {
    const server = await start('FMP:BTCUSD');
    const card = (await listOf(server))[2];
    const contract = await server.catalogue.resolve(card?.symbol ?? '');
    const endMs = Date.parse(contract.endDate ?? '');
    // Rises for the last ten bars, so that the last mark is recent.
    const bars = trendingBars(400, endMs, DAY_MS).map((bar, index) => {
      const rise = index < 390 ? 0 : (index - 389) * 40;
      const open = bar.open + rise;
      const close = bar.close + rise + 30;
      return { ...bar, open, close, low: Math.min(open, close), high: Math.max(open, close) };
    });
    server.feeds.BVG.bars.set(`${contract.code} 1D`, bars);
    server.nowMs = endMs + 8 * HOUR_MS;
    expect((await listOf(server))[2]).toEqual(card);
    const live = await signalOf(server, contract.ticker);
    expect(live.nextClosesAt).toBeLessThan(endMs + DAY_MS);
    expect(live.nextClosesAt).toBeGreaterThan(server.nowMs);
    expect(live.side).not.toBe('none');
    server.nowMs = endMs + 20 * HOUR_MS;
    const closed = await signalOf(server, contract.ticker);
    expect(closed).toMatchObject({ time: endMs, nextClosesAt: null });
    expect(closed.side).not.toBe('none');
    server.nowMs = endMs + DAY_MS + 8 * HOUR_MS;
    const next = (await listOf(server))[2];
    expect(next?.code).toMatch(/^WMAZ-/);
    expect(next?.code).not.toBe(card?.code);
    const ended = await signalOf(server, contract.ticker);
    expect(ended).toMatchObject({ time: endMs, side: 'none', nextClosesAt: null });
    expect(ended.lastMark?.barsAgo).toBeLessThanOrEqual(ended.presentBars);
  });

  test('an instrument that is no longer enabled is replaced', async () => {
    const server = await start('FMP:BTCUSD');
    const before = await listOf(server);
    const change = async (code: string, isEnabled: boolean) => {
      const rows = database.db.updateTable('instruments').set({ is_enabled: isEnabled });
      await rows.where('exchange', '=', 'Bitfinex').where('code', '=', code).execute();
      await server.catalogue.reload();
    };
    onTestFinished(() => change('ETHUSD', true));
    await change('ETHUSD', false);
    const after = await listOf(server);
    expect(after.map(({ symbol }) => symbol)).toEqual([
      before[0]?.symbol,
      'FMP:ETH/USD',
      before[2]?.symbol,
    ]);
    const bvg = database.db.updateTable('instruments').where('exchange', '=', 'BVG');
    onTestFinished(async () => {
      await bvg.set({ is_enabled: true }).execute();
    });
    await bvg.set({ is_enabled: false }).execute();
    await server.catalogue.reload();
    const without = await listOf(server);
    expect(new Set(without.map(({ symbol }) => symbol)).size).toBe(3);
    expect(without[2]?.exchange).not.toBe('BVG');
  });
});
