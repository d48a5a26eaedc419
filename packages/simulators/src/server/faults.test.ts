import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SIMULATED_EXCHANGES, type SimulatedExchange, type Simulator } from '../simulator.ts';
import { startSimulators } from '../start-simulators.ts';
import { ask } from '../testing/ask.ts';
import { holdClock } from '../testing/held-clock.ts';

const clock = holdClock('2026-11-20T16:10:20Z');
const PATHS: Record<SimulatedExchange, string> = {
  BVG: '/contracts?group=futures',
  FMP: '/historical-price-eod/full?symbol=AAPL',
  Bitfinex: '/v2/candles/trade:1h:tBTCUSD/hist',
  Tiingo: '/tiingo/daily/AAPL/prices?startDate=2026-01-01',
};
let simulators: Record<SimulatedExchange, Simulator>;
beforeAll(async () => {
  simulators = await startSimulators({ now: clock.now });
});
afterAll(() => Promise.all(Object.values(simulators).map((simulator) => simulator.close())));

describe.each(SIMULATED_EXCHANGES)('%s', (exchange) => {
  const path = PATHS[exchange];
  afterEach(() => simulators[exchange].faults.clear());
  const answered = () => ask(simulators[exchange], path);

  test('answers on loopback with its own clock in the Date header', async () => {
    const { status, headers } = await answered();
    expect(new URL(simulators[exchange].restUrl).hostname).toBe('127.0.0.1');
    expect([status, headers.get('date')]).toEqual([200, 'Fri, 20 Nov 2026 16:10:20 GMT']);
  });

  test('can send a web page with status 200', async () => {
    simulators[exchange].faults.set({ status: 'html' });
    const { status, headers, text } = await answered();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toMatch(/^<!DOCTYPE html>/);
  });

  test('can cut its response in half', async () => {
    const whole = (await answered()).text;
    simulators[exchange].faults.set({ status: 'halfJson' });
    const { status, text, json } = await answered();
    expect([status, json]).toEqual([200, undefined]);
    expect(text).toBe(whole.slice(0, Math.ceil(whole.length / 2)));
  });

  test('can answer 500 and 429 and be in maintenance', async () => {
    const statuses = [];
    for (const status of ['500', '429', 'maintenance'] as const) {
      simulators[exchange].faults.set({ status });
      statuses.push((await answered()).status);
    }
    expect(statuses).toEqual([500, 429, exchange === 'Bitfinex' ? 500 : 503]);
  });

  test('sends Retry-After only if requested', async () => {
    simulators[exchange].faults.set({ status: '429' });
    expect((await answered()).headers.get('retry-after')).toBeNull();
    simulators[exchange].faults.set({ retryAfterSeconds: 7 });
    expect((await answered()).headers.get('retry-after')).toBe('7');
  });

  test('can limit faults to some requests and some paths', async () => {
    simulators[exchange].faults.set({ status: '500', times: 2 });
    const statuses = [await answered(), await answered(), await answered()].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([500, 500, 200]);
    simulators[exchange].faults.set({ status: '500', times: null, affects: '/elsewhere' });
    expect((await answered()).status).toBe(200);
  });

  test('can be slow', async () => {
    simulators[exchange].faults.set({ latencyMs: 60 });
    const before = performance.now();
    await answered();
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
  });

  test('can be down', async () => {
    simulators[exchange].faults.set({ down: true });
    await expect(answered()).rejects.toThrow();
    simulators[exchange].faults.clear();
    expect((await answered()).status).toBe(200);
  });

  test('can have a wrong clock', async () => {
    simulators[exchange].faults.set({ clockSkewMs: 90_000 });
    expect((await answered()).headers.get('date')).toBe('Fri, 20 Nov 2026 16:11:50 GMT');
  });

  test('logs its requests', async () => {
    simulators[exchange].clearRequests();
    await answered();
    const { restUrl } = simulators[exchange];
    expect(simulators[exchange].requests()).toEqual([
      { method: 'GET', path: new URL(restUrl + path).href.slice(new URL(restUrl).origin.length) },
    ]);
  });
});

test('an invalid regular expression as a filter is refused at once', () => {
  expect(() => simulators.FMP.faults.set({ affects: '(' })).toThrow();
});
