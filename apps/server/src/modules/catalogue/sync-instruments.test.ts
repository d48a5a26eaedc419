import { createServer } from 'node:http';
import { FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';
import { createFeed, type FeedSettings } from '@moneytrail/feeds';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../db/index.ts';
import { openTestDatabase, silentLog, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { IMPORTED_FEED } from '../../outside/feeds/imported-feed.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { type SyncOutcome, type SyncRun, syncInstruments } from './sync-instruments.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const closers: (() => unknown)[] = [];
const environment = { now: Date.now, random: Math.random, report: () => undefined };

/** A Bitfinex server with the given pairs. */
async function startListing(pairs: () => readonly string[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify([pairs(), []]));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const manyPairs = (count: number) => Array.from({ length: count }, (_, index) => `X${index}:USD`);

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  let catalogue: Catalogue;
  let nowMs: number;
  let simulators: Map<FeedExchange, Simulator>;
  let settings: Map<FeedExchange, FeedSettings>;

  beforeEach(async () => {
    nowMs = NOW;
    database = await openTestDatabase(kind);
    const clock = { now: () => nowMs };
    catalogue = await createCatalogue({ db: database.db, clock, log: silentLog });
    simulators = new Map();
    settings = new Map();
    for (const exchange of FEED_EXCHANGES) {
      const simulator = await startSimulator(exchange, { now: () => NOW });
      closers.push(simulator.close);
      simulators.set(exchange, simulator);
      const { restUrl, apiKey } = simulator;
      settings.set(exchange, {
        restUrl,
        isSimulated: false,
        ...(apiKey === null ? {} : { apiKey }),
      });
    }
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await database.close();
  });

  /** Runs a sync with fresh feeds, like a new process. */
  async function sync(run: Partial<SyncRun> = {}): Promise<SyncOutcome[]> {
    const feedOf = (exchange: FeedExchange) => {
      const own = settings.get(exchange);
      if (!own) throw new Error(`no settings of ${exchange}`);
      return createFeed(exchange, own, environment);
    };
    const feeds = {
      BVG: feedOf('BVG'),
      FMP: feedOf('FMP'),
      Bitfinex: feedOf('Bitfinex'),
      Tiingo: feedOf('Tiingo'),
      Imported: IMPORTED_FEED,
    };
    const clock = { now: () => nowMs };
    const whole = { signal: new AbortController().signal, progress: () => undefined, ...run };
    return syncInstruments({ db: database.db, feeds, catalogue, clock }, whole);
  }

  const rows = (exchange: FeedExchange) =>
    database.db
      .selectFrom('instruments')
      .select(['code', 'type', 'description', 'is_enabled', 'vanished_at_ms'])
      .where('exchange', '=', exchange)
      .orderBy('code')
      .execute();
  const enabledTickers = () => catalogue.enabled().map(({ ticker }) => ticker);

  test('a new installation has FMP:BTCUSD before any list, then the default set of every vendor', async () => {
    await catalogue.addFirst();
    expect(enabledTickers()).toEqual(['FMP:BTC/USD']);
    const outcomes = await sync();
    expect(outcomes.map(({ exchange }) => exchange)).toEqual([...FEED_EXCHANGES]);
    expect(outcomes.every((each) => 'listed' in each)).toBe(true);
    for (const ticker of ['FMP:BTC/USD', 'FMP:AAPL', 'Bitfinex:ETH/USD', 'Tiingo:MSFT']) {
      expect(enabledTickers()).toContain(ticker);
    }
    expect(catalogue.enabled('BVG').length).toBeGreaterThan(5);
    const shares = await rows('FMP');
    expect(shares.find(({ code }) => code === 'NPN.JO')).toMatchObject({
      type: 'stock',
      is_enabled: false,
    });
  });

  test('a second sync changes nothing and keeps an administrator’s choices', async () => {
    await sync();
    await database.db
      .updateTable('instruments')
      .set({ is_enabled: false })
      .where('code', '=', 'TSLA')
      .execute();
    const before = await rows('FMP');
    nowMs += 86_400_000;
    const outcomes = await sync();
    expect(outcomes.map((each) => ('written' in each ? each.written : null))).toEqual([0, 0, 0, 0]);
    expect(await rows('FMP')).toEqual(before);
  });

  test('a failing vendor does not affect the others’ lists, and alone is asked the next time', async () => {
    simulators.get('Bitfinex')?.faults.set({ status: '401' });
    const outcomes = await sync();
    expect(outcomes.filter((each) => 'error' in each)).toMatchObject([{ exchange: 'Bitfinex' }]);
    expect(catalogue.enabled('Tiingo').length).toBeGreaterThan(0);
    expect(await rows('Bitfinex')).toEqual([]);
    simulators.get('Bitfinex')?.faults.clear();
    const again = await sync();
    expect(again).toMatchObject([{ exchange: 'Bitfinex', listed: expect.any(Number) }]);
  });

  test('a list of thousands is stored completely; vanished instruments are marked, returning ones listed again', async () => {
    let pairs = ['BTCUSD', ...manyPairs(12_000)];
    settings.set('Bitfinex', { restUrl: await startListing(() => pairs), isSimulated: false });
    await sync();
    expect(await rows('Bitfinex')).toHaveLength(12_001);
    expect(catalogue.enabled('Bitfinex').map(({ code }) => code)).toEqual(['BTCUSD']);
    const vanished = async () =>
      (await rows('Bitfinex')).flatMap((row) => (row.vanished_at_ms === null ? [] : [row.code]));
    pairs = manyPairs(12_000).slice(1);
    nowMs += 86_400_000;
    await sync();
    expect(await vanished()).toEqual(['BTCUSD', 'X0USD']);
    expect(await rows('Bitfinex')).toHaveLength(12_001);
    pairs = ['BTCUSD', ...manyPairs(12_000)];
    nowMs += 86_400_000;
    await sync();
    expect(await vanished()).toEqual([]);
  });

  test('an interrupted run is completed by the next one', async () => {
    settings.set('Bitfinex', {
      restUrl: await startListing(() => manyPairs(3_000)),
      isSimulated: false,
    });
    const stopped = new AbortController();
    const reason = new Error('the process stops');
    const progress = (done: number, total: number | null) => {
      if (total === 3_000 && done >= 1_000) stopped.abort(reason);
    };
    await expect(sync({ signal: stopped.signal, progress })).rejects.toBe(reason);
    const half = (await rows('Bitfinex')).length;
    expect(half).toBeGreaterThanOrEqual(1_000);
    expect(half).toBeLessThan(3_000);
    const outcomes = await sync();
    expect(outcomes.map(({ exchange }) => exchange)).toEqual(['Bitfinex', 'Tiingo']);
    expect(await rows('Bitfinex')).toHaveLength(3_000);
  });
});
