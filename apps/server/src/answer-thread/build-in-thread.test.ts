import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { createDataDir } from '../db/testing/test-database.ts';

let context: Context;
beforeAll(async () => {
  const dataDir = await createDataDir();
  context = await createContext(
    readConfig({ DATA_DIR: dataDir, SIMULATE: 'all', LOG_LEVEL: 'fatal', PORT: '0' }),
  );
});
afterAll(() => context.close());

async function requestOf(ticker: string, daysAgo: number) {
  const toMs = Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS;
  const fromMs = toMs - 100 * MINUTE_MS;
  const instrument = await context.catalogue.resolve(ticker);
  return { instrument, resolution: '1' as const, fromMs, toMs, limit: 2_000, countBack: -1 };
}

function build(request: Awaited<ReturnType<typeof requestOf>>, signal: AbortSignal) {
  if (!context.buildAnswer) throw new Error('there is no thread');
  return context.buildAnswer(request, { feedMs: 60_000, signal });
}

test('bars that nobody has read come from the thread, and the process is notified that they are stored', async () => {
  const written: number[] = [];
  const stop = context.bars.onWritten((instrumentId) => written.push(instrumentId));
  const request = await requestOf('FMP:BTCUSD', 20);
  const { body, isWarned } = await build(request, new AbortController().signal);
  const { Data } = JSON.parse(Buffer.from(body).toString());
  expect(Data.map(({ time }: { time: number }) => time)).toEqual(
    Array.from({ length: 100 }, (_, index) => request.fromMs + index * MINUTE_MS),
  );
  expect(isWarned).toBe(false);
  expect(written).toContain(request.instrument.id);
  stop();
  const { columns } = await context.bars.history(request);
  expect(Array.from(columns.close.subarray(0, columns.length))).toEqual(
    Data.map(({ close }: { close: number }) => close),
  );
});

test('a failed feed is named as in one thread, and the thread goes on', async () => {
  context.simulators.Bitfinex?.faults.set({ status: '401' });
  const failed = build(await requestOf('Bitfinex:BTCUSD', 30), new AbortController().signal);
  await expect(failed).rejects.toMatchObject({
    code: 'FEED_UNAVAILABLE',
    message: expect.stringContaining('Bitfinex does not answer for Bitfinex:BTC/USD 1'),
  });
  const { body } = await build(await requestOf('FMP:BTCUSD', 40), new AbortController().signal);
  expect(JSON.parse(Buffer.from(body).toString()).Data).toHaveLength(100);
});

test('who waits no longer is told at once', async () => {
  const leaving = new AbortController();
  const left = build(await requestOf('FMP:BTCUSD', 50), leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
});
