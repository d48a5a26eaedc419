import { STORED_RESOLUTIONS } from '@moneytrail/calendar';
import { FEED_EXCHANGES } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, openTestDatabase } from '../../../db/testing/test-database.ts';
import { startSimulatedServer } from '../testing/simulated-server.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-19T12:00:00Z');
const NIGHT = Date.parse('2026-11-20T01:00:00Z');
const NIGHTS = process.env.TEST_LONG === 'true' ? 8 : 2;
const ROUNDS_A_NIGHT = 4;
/** Every kind of session: around the clock, from evening to evening, daytime, three hours. */
const SYMBOLS = [
  ...['FMP:BTCUSD', 'FMP:AAPL', 'FMP:EURUSD', 'FMP:GCUSD', 'Bitfinex:ETHUSD', 'Tiingo:GBPUSD'],
  ...['Tiingo:SPY', 'BVG:WMAZ-2026-12'],
];

test('C61: stored days of every kind of market equal their vendor’s answer, night after night', async () => {
  const database = await openTestDatabase(ANY_KIND);
  const server = await startSimulatedServer(database, { nowMs: NOW });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  const { bars, catalogue, simulators } = server;
  const instruments = await Promise.all(SYMBOLS.map((symbol) => catalogue.resolve(symbol)));
  for (const instrument of instruments) {
    for (const resolution of STORED_RESOLUTIONS) {
      await bars.lastBars({ instrument, resolution, count: 1_500 });
    }
  }
  for (const exchange of FEED_EXCHANGES) simulators[exchange].clearRequests();
  server.told.length = 0;
  for (let night = 0; night < NIGHTS * ROUNDS_A_NIGHT; night++) {
    server.nowMs = NIGHT + Math.floor(night / ROUNDS_A_NIGHT) * DAY + night * 10_000;
    await server.runJob('bars.draw-days');
    await server.runJob('bars.compare-days');
  }
  const asked = FEED_EXCHANGES.map((exchange) => simulators[exchange].requests().length);
  for (const count of asked) expect(count).toBeGreaterThanOrEqual(3 * NIGHTS);
  expect(server.told).toEqual([]);
});
