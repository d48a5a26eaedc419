import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AppWorld, startApp } from './conformance/testing/start-app.ts';
import { ANY_KIND } from './db/testing/test-database.ts';

const SOON = { timeout: 60_000 };
let world: AppWorld;
let url: string;
beforeAll(async () => {
  world = await startApp(ANY_KIND);
  const server = await world.context.metrics.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port has an address of this kind.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  return () => server.close();
});
afterAll(() => world.close());

/** The value of one figure as a scraper reads it; null if it is missing. */
async function read(figure: string): Promise<number | null> {
  const lines = (await (await fetch(url)).text()).split('\n');
  const value = lines.find((line) => line.startsWith(`${figure} `))?.slice(figure.length + 1);
  return value === undefined ? null : Number(value);
}

test('answers that were built and that were at hand are counted, and their bytes', async () => {
  const query = 'e=FMP&fsym=BTCUSD&resolution=1D&fromTs=1700000000&toTs=1700900000';
  const cached = (outcome: string) => read(`moneytrail_cache_requests_total{outcome="${outcome}"}`);
  let [asked, answered] = [0, 0];
  expect(await read('moneytrail_cache_bytes')).toBe(0);
  // Bars stored while the first answer is being built cause it to be rebuilt.
  await vi.waitFor(async () => {
    asked += 1;
    const { statusCode } = await world.app.inject(`/api/data/histoday?${query}`);
    if (statusCode === 200) answered += 1;
    expect([statusCode, await cached('hit')]).toEqual([200, 1]);
  }, SOON);
  expect(asked).toBeGreaterThan(1);
  expect(await cached('miss')).toBe(asked - 1);
  expect(await read('moneytrail_cache_bytes')).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await read('moneytrail_answers_building')).toBe(0), SOON);
  const seconds = 'moneytrail_http_request_seconds_count';
  const route = '{method="GET",route="/api/data/histoday",status="200"}';
  expect(await read(`${seconds}${route}`)).toBe(answered);
});

test('ticks are counted where they are published and received, with their age', async () => {
  const { live, catalogue } = world.context;
  live.start();
  const instrument = await catalogue.resolve('FMP:BTCUSD');
  const subscription = live.registry.open(instrument, '1', () => undefined);
  await vi.waitFor(
    async () => expect(await read('moneytrail_tick_lag_seconds_count')).toBeGreaterThan(1),
    { timeout: 30_000, interval: 100 },
  );
  subscription.close();
  expect(await read('moneytrail_bus_published_total{topic="ticks"}')).toBeGreaterThan(1);
  expect(await read('moneytrail_bus_received_total{topic="ticks"}')).toBeGreaterThan(1);
  expect(await read('moneytrail_tick_lag_seconds_bucket{le="+Inf"}')).toBeGreaterThan(1);
  expect(await read('moneytrail_bus_lost_total')).toBe(0);
  expect(await read('moneytrail_streams')).toBe(0);
});

test('feeds, breakers, jobs and messages have metrics, dead ones included', async () => {
  for (const feed of ['BVG', 'FMP', 'Bitfinex', 'Tiingo']) {
    const openBreakers = () => read(`moneytrail_feed_breaker_open{feed="${feed}"}`);
    await vi.waitFor(async () => expect(await openBreakers()).toBe(0), SOON);
  }
  expect(await read('moneytrail_feed_offline{feed="FMP"}')).not.toBeNull();
  expect(await read('moneytrail_jobs{job="outbox.send-sms",state="waiting"}')).not.toBeNull();
  const { db } = world.context;
  expect(await read('moneytrail_outbox{channel="sms",state="dead"}')).toBe(0);
  const row = { id: crypto.randomUUID(), channel: 'sms', payload: null, created_at_ms: 1 } as const;
  await db
    .insertInto('outbox')
    .values({ ...row, state: 'dead' })
    .execute();
  expect(await read('moneytrail_outbox{channel="sms",state="dead"}')).toBe(1);
  expect(await read('moneytrail_outbox{channel="sms",state="waiting"}')).toBe(0);
});

test('the breaker of a feed whose vendor fails is open', async () => {
  const { simulators, feeds } = world.context;
  simulators.FMP?.faults.set({ status: '500' });
  await vi.waitFor(
    async () => {
      await Promise.allSettled(Array.from({ length: 10 }, () => feeds.FMP.search('a')));
      expect(await read('moneytrail_feed_breaker_open{feed="FMP"}')).toBe(1);
    },
    { timeout: 60_000 },
  );
  expect(await read('moneytrail_feed_breaker_open{feed="Bitfinex"}')).toBe(0);
});
