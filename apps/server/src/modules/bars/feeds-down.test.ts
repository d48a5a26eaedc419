import { RESOLUTIONS } from '@moneytrail/calendar';
import { FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';
import { createFeed, type Feed } from '@moneytrail/feeds';
import { type Simulator, startSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseHandle } from '../../db/index.ts';
import { ANY_KIND, openTestDatabase, silentLog } from '../../db/testing/test-database.ts';
import { IMPORTED_FEED } from '../../outside/feeds/imported-feed.ts';
import { heldClock } from '../../steady-clock.ts';
import { type Catalogue, createCatalogue, supportedResolutions } from '../catalogue/index.ts';
import { createBars } from './bar-service.ts';
import { type BarColumns, barAt } from './columns/bar-columns.ts';

const NOW = Date.parse('2026-05-06T10:30:10Z');
const COUNT = 50;
const clock = heldClock(() => NOW);

/** One instrument of every feed; the contract trades until July. */
const SYMBOLS = ['BVG:WMAZ-2026-07', 'FMP:AAPL', 'Bitfinex:ETHUSD', 'Tiingo:EURUSD'];

let database: DatabaseHandle;
let catalogue: Catalogue;
let simulators: Record<FeedExchange, Simulator>;
let feeds: Record<FeedExchange | 'Imported', Feed>;

async function startFeed(exchange: FeedExchange): Promise<[Simulator, Feed]> {
  const simulator = await startSimulator(exchange, { now: clock.now, anchorMs: NOW });
  const { restUrl, streamUrl, apiKey } = simulator;
  const settings = {
    restUrl,
    isSimulated: true,
    ...(streamUrl === null ? {} : { streamUrl }),
    ...(apiKey === null ? {} : { apiKey }),
  };
  const environment = { now: Date.now, random: Math.random, report: () => undefined };
  return [simulator, createFeed(exchange, settings, environment)];
}

beforeAll(async () => {
  database = await openTestDatabase(ANY_KIND);
  catalogue = await createCatalogue({ db: database.db, clock, log: silentLog });
  await catalogue.seedDemo();
  const [BVG, FMP, Bitfinex, Tiingo] = await Promise.all([
    startFeed('BVG'),
    startFeed('FMP'),
    startFeed('Bitfinex'),
    startFeed('Tiingo'),
  ]);
  simulators = { BVG: BVG[0], FMP: FMP[0], Bitfinex: Bitfinex[0], Tiingo: Tiingo[0] };
  feeds = {
    BVG: BVG[1],
    FMP: FMP[1],
    Bitfinex: Bitfinex[1],
    Tiingo: Tiingo[1],
    Imported: IMPORTED_FEED,
  };
});
afterAll(async () => {
  await Promise.all(FEED_EXCHANGES.map((exchange) => simulators[exchange].close()));
  await database.close();
});

const barsOf = (columns: BarColumns) =>
  Array.from({ length: columns.length }, (_, index) => barAt(columns, index));

test('C67: charts of every feed and resolution open from stored bars with all four feeds down', async () => {
  const create = () => createBars({ db: database.db, feeds, clock, log: silentLog });
  const readAll = async () => {
    const bars = create();
    const read = new Map<string, unknown[]>();
    for (const symbol of SYMBOLS) {
      const instrument = await catalogue.resolve(symbol);
      for (const resolution of supportedResolutions(instrument)) {
        const { columns } = await bars.lastBars({ instrument, resolution, count: COUNT });
        read.set(`${symbol} ${resolution}`, barsOf(columns));
      }
    }
    return read;
  };
  const before = await readAll();
  for (const exchange of FEED_EXCHANGES) simulators[exchange].faults.set({ down: true });
  expect(await readAll()).toEqual(before);
  for (const [name, bars] of before) expect([name, bars.length > 5]).toEqual([name, true]);
  expect(before.get('FMP:AAPL 15')).toHaveLength(COUNT);
  expect(before.size).toBe(SYMBOLS.length * RESOLUTIONS.length - 2);
});
