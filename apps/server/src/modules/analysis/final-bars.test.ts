import { DAY_MS } from '@moneytrail/calendar';
import { getSummary, type Summary } from '@moneytrail/contract';
import { barsNeeded, columnsFrom, computeMarks, DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { useTestDatabase } from '../../db/testing/use-test-database.ts';
import {
  type AnalysisServer,
  PATHS,
  startAnalysisServer,
} from './testing/start-analysis-server.ts';
import { trendingBars } from './testing/trending-bars.ts';

const TODAY = Date.parse('2026-11-20');
const CLOSE = TODAY + DAY_MS;
/** With today's final bar. */
const DAYS = trendingBars(900, TODAY, DAY_MS);
const [YESTERDAYS, TODAYS] = [DAYS.at(-2), DAYS.at(-1)];

describe.each(USUAL_KINDS)('on %s', (kind) => {
  const database = useTestDatabase(kind);

  async function start(nowMs: number): Promise<AnalysisServer> {
    const server = await startAnalysisServer(database, nowMs);
    onTestFinished(() => server.close());
    return server;
  }

  /** A server that has read today's forming bar half a minute before its end; the vendor has the final one by now. */
  async function startBeforeClose(fsym: string): Promise<AnalysisServer> {
    if (!TODAYS) throw new Error('there are days');
    const server = await start(CLOSE - 30_000);
    const bars = server.feeds.Bitfinex.bars;
    bars.set(`${fsym} 1D`, [...DAYS.slice(0, -1), { ...TODAYS, close: TODAYS.low }]);
    const instrument = await server.catalogue.resolve(`Bitfinex:${fsym}`);
    await server.bars.lastBars({ instrument, resolution: '1D', count: 10 });
    bars.set(`${fsym} 1D`, DAYS);
    return server;
  }

  async function summaryOf(server: AnalysisServer, fsym: string): Promise<Summary> {
    const query = { e: 'Bitfinex', fsym, resolution: '1D' };
    return getSummary.response.parse((await server.get(PATHS.summary, query)).body);
  }

  const OF_YESTERDAY = { time: TODAY - DAY_MS, currentPrice: YESTERDAYS?.close };
  const OF_TODAY = { time: TODAY, currentPrice: TODAYS?.close };

  test('a bar that has just closed is in the summary once it was read in its final form', async () => {
    const server = await startBeforeClose('BTCUSD');
    server.nowMs = CLOSE + 1_000;
    expect(await summaryOf(server, 'BTCUSD')).toMatchObject(OF_YESTERDAY);
    server.nowMs = CLOSE + 7_000;
    expect(await summaryOf(server, 'BTCUSD')).toMatchObject(OF_TODAY);
  });

  test('a late bar is not used in its state before its end', async () => {
    const server = await startBeforeClose('ETHUSD');
    const bars = server.feeds.Bitfinex.bars;
    bars.set('ETHUSD 1D', DAYS.slice(0, -1));
    server.nowMs = CLOSE + 60_000;
    expect(await summaryOf(server, 'ETHUSD')).toMatchObject(OF_YESTERDAY);
    bars.set('ETHUSD 1D', DAYS);
    server.nowMs += 60_000;
    expect(await summaryOf(server, 'ETHUSD')).toMatchObject(OF_TODAY);
  });

  test('a bar that closes during the read is not in the summary yet', async () => {
    const server = await startBeforeClose('XRPUSD');
    const { history } = server.bars;
    const reads = vi.spyOn(server.bars, 'history').mockImplementation(async (...request) => {
      const page = await history(...request);
      server.nowMs = CLOSE + 60_000;
      return page;
    });
    expect(await summaryOf(server, 'XRPUSD')).toMatchObject(OF_YESTERDAY);
    reads.mockRestore();
    server.nowMs += 60_000;
    expect(await summaryOf(server, 'XRPUSD')).toMatchObject(OF_TODAY);
  });

  test('a summary has enough bars even while two are not final', async () => {
    const server = await startBeforeClose('LTCUSD');
    const tomorrow = DAYS.map((bar) => ({ ...bar, time: bar.time + DAY_MS })).slice(-1);
    server.feeds.Bitfinex.bars.set('LTCUSD 1D', [...DAYS, ...tomorrow]);
    const instrument = await server.catalogue.resolve('Bitfinex:LTCUSD');
    const written = { instrument, resolution: '1D', isTrusted: true } as const;
    server.nowMs = CLOSE + 1_000;
    await server.bars.write({ ...written, bars: tomorrow });
    const summary = await summaryOf(server, 'LTCUSD');
    expect(summary).toMatchObject(OF_YESTERDAY);
    expect(summary.barCount).toBeGreaterThanOrEqual(barsNeeded(DEFAULT_INPUTS));
  });

  test('a mark is published from the bars that were read, even if another process stores their final form meanwhile', async () => {
    const fsym = 'LINKUSD';
    const ticker = `Bitfinex:${fsym}`;
    const [before, marked] = computeMarks(columnsFrom(DAYS), DEFAULT_INPUTS).slice(-2);
    const quiet = DAYS.find(({ time }) => marked && time === marked.time - DAY_MS);
    if (!before || !marked || !quiet) throw new Error('the sample has too few marks');
    const { time } = marked;
    const server = await start(before.time + 60_000);
    const other = await start(time + DAY_MS + 15_000);
    const publish = () => server.runJob('publish-marks', ticker);
    const ledger = async () => {
      const { id } = await server.catalogue.resolve(ticker);
      const rows = database.db.selectFrom('marks').select('time').orderBy('time');
      const own = rows.where('instrument_id', '=', id).where('resolution', '=', '1D');
      return (await own.execute()).map((row) => row.time);
    };
    const daysBefore = (toMs: number) => DAYS.filter((bar) => bar.time < toMs);
    const bars = server.feeds.Bitfinex.bars;
    bars.set(`${fsym} 1D`, daysBefore(before.time));
    await publish();
    // The forming day looks like one with a mark; in the end it equals the day before.
    bars.set(`${fsym} 1D`, daysBefore(time + 1));
    server.nowMs = time + DAY_MS - 60_000;
    const instrument = await server.catalogue.resolve(ticker);
    const newest = { instrument, resolution: '1D', count: 10 } as const;
    await server.bars.lastBars(newest);
    const final = [...daysBefore(time), { ...quiet, time }];
    expect(computeMarks(columnsFrom(final), DEFAULT_INPUTS).at(-1)?.time).toBe(before.time);
    other.feeds.Bitfinex.bars.set(`${fsym} 1D`, final);
    server.feeds.Bitfinex.isFailing = ({ resolution }) => resolution === '1D';
    server.nowMs = other.nowMs;
    const { history } = server.bars;
    const reads = vi.spyOn(server.bars, 'history').mockImplementation(async (request, options) => {
      const page = await history(request, options);
      if (request.resolution === '1D') await other.bars.lastBars(newest);
      return page;
    });
    await publish();
    expect(await ledger()).toEqual([before.time]);
    reads.mockRestore();
    server.feeds.Bitfinex.isFailing = () => false;
    bars.set(`${fsym} 1D`, final);
    server.nowMs += DAY_MS;
    await publish();
    expect(await ledger()).toEqual([before.time]);
  });
});
