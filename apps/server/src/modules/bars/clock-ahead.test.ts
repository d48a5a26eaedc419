import { MINUTE_MS } from '@moneytrail/calendar';
import { expect, onTestFinished, test } from 'vitest';
import { ANY_KIND, openTestDatabase } from '../../db/testing/test-database.ts';
import { type SimulatedServer, startSimulatedServer } from './testing/simulated-server.ts';

const NOW = Date.parse('2026-03-02T10:00:30Z');
const AHEAD_MS = 120 * MINUTE_MS;
const SYMBOL = 'FMP:BTCUSD';

async function start(): Promise<SimulatedServer> {
  const database = await openTestDatabase(ANY_KIND);
  const server = await startSimulatedServer(database, { nowMs: NOW });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  return server;
}

async function timesOf(server: SimulatedServer, fromMs: number, toMs: number): Promise<number[]> {
  return (await server.history(SYMBOL, '1', fromMs, toMs)).map(({ time }) => time);
}

const minutes = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / MINUTE_MS }, (_, index) => fromMs + index * MINUTE_MS);

test.each([
  ['the present', AHEAD_MS],
  ['a month ahead', 30 * 24 * 60 * MINUTE_MS],
])('a clock that was ahead leaves no hole in history: it read to %s', async (_name, aheadMs) => {
  const server = await start();
  const hour = Math.floor(NOW / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  server.aheadMs = aheadMs;
  const seen = await timesOf(server, hour - 60 * MINUTE_MS, hour + 60 * MINUTE_MS);
  expect(seen.at(-1)).toBe(hour);
  await timesOf(server, hour + aheadMs - 60 * MINUTE_MS, hour + aheadMs);
  server.aheadMs = 0;
  for (const passed of [40, 60, 130]) {
    server.nowMs = NOW + passed * MINUTE_MS;
    const endMs = hour + passed * MINUTE_MS;
    const times = await timesOf(server, hour - 60 * MINUTE_MS, endMs);
    expect(times).toEqual(minutes(hour - 60 * MINUTE_MS, endMs));
  }
});

test('a clock that is set back does not delay new bars of a cached answer', async () => {
  const server = await start();
  const fromMs = Math.floor(NOW / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  const newest = async () => (await timesOf(server, fromMs, NOW + 240 * MINUTE_MS)).at(-1);
  server.aheadMs = AHEAD_MS;
  expect(await newest()).toBe(fromMs + 30 * MINUTE_MS);
  server.aheadMs = 0;
  server.nowMs += 3 * MINUTE_MS;
  expect(await newest()).toBe(fromMs + 33 * MINUTE_MS);
});
