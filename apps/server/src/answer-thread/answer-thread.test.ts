import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { byFeed, getMarks, getPriceSignal, getSummary } from '@moneytrail/contract';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { createTestPlace } from '../db/testing/test-database.ts';
import { SUPER_ADMIN } from '../http/testing/super-admin.ts';
import { analysesOf } from '../modules/analysis/index.ts';
import {
  COPIED,
  DAYS,
  minutesOf,
  openCopiedSeries,
} from '../modules/bars/testing/copied-series.ts';
import { readinessChecks } from '../readiness-checks.ts';
import type { Askers } from '../single-flight.ts';
import { buildInThread } from './answer-thread.ts';

let context: Context;
let drop: () => Promise<void>;
beforeAll(async () => {
  const place = await createTestPlace('pglite');
  drop = place.drop;
  context = await createContext(
    readConfig({ DATA_DIR: place.dataDir, SIMULATE: 'all', LOG_LEVEL: 'fatal', PORT: '0' }),
  );
});
afterAll(async () => {
  await context.close();
  await drop();
});

async function requestOf(ticker: string, daysAgo: number) {
  const toMs = Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS;
  const fromMs = toMs - 100 * MINUTE_MS;
  const instrument = await context.catalogue.resolve(ticker);
  return { instrument, resolution: '1' as const, fromMs, toMs, limit: 2_000, countBack: -1 };
}

function askersOf(name: string): Askers {
  return { names: new Set([name]), onJoin: () => {} };
}

function build(request: Awaited<ReturnType<typeof requestOf>>, signal: AbortSignal) {
  if (!context.builders) throw new Error('there is no thread');
  return context.builders.history(request, { feedMs: 60_000, signal });
}

test('a process that serves browsers is not ready until its thread is loaded', async () => {
  const { answers } = readinessChecks(context, undefined).needed;
  const ready = answers?.().then(() => 'ready');
  expect(await Promise.race([ready, Promise.resolve('loading')])).toBe('loading');
  expect(await ready).toBe('ready');
});

test('uncached bars come from the thread, and the process is notified that they are stored', async () => {
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

test('stored bars are read from a read replica', async () => {
  const { primary, copy, instrument, span } = await openCopiedSeries();
  const closed = { isSimulated: false, restUrl: 'http://127.0.0.1:9', apiKey: 'none' };
  const startThread = () =>
    buildInThread({
      bars: { written: () => {} },
      log: { error: () => {} },
      onFailureLine: () => {},
      dataOf: () => ({
        database: primary.share(),
        replicaUrl: copy.url,
        maxConnections: 4,
        feeds: byFeed(() => closed),
        logLevel: 'silent',
      }),
    });
  const request = { instrument, resolution: '1', ...span, limit: 2, countBack: -1 } as const;
  /** By a thread of its own each: one whose replica was not known yet keeps the primary's bars. */
  const closes = async () => {
    const thread = startThread();
    try {
      const limits = { feedMs: 60_000, signal: new AbortController().signal };
      const { body } = await thread.builders.history(request, limits);
      const { Data } = JSON.parse(Buffer.from(body).toString());
      return Data.map(({ close }: { close: number }) => close);
    } finally {
      await thread.close();
    }
  };
  const copied = minutesOf(DAYS[1], COPIED).slice(-2);
  await expect.poll(closes).toEqual(copied.map(({ close }) => close));
});

test('marks, summary and signals are computed in the thread, equal to those of this one', async () => {
  const app = await buildApp(context, { webFolder: null, readUser: async () => SUPER_ADMIN });
  onTestFinished(() => app.close());
  const instrument = await context.catalogue.resolve('FMP:BTCUSD');
  const toMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const span = { fromMs: toMs - 3 * 365 * DAY_MS, toMs };
  const query = { e: 'FMP', fsym: 'BTCUSD', resolution: '1D' } as const;
  const range = { fromTs: String(span.fromMs / 1_000), toTs: String(span.toMs / 1_000) };
  const reads = vi.spyOn(context.bars, 'history');
  const marks = await app.inject({ url: getMarks.path, query: { ...query, ...range } });
  const summary = await app.inject({ url: getSummary.path, query });
  const signal = await app.inject({ url: getPriceSignal.path, query: { symbol: 'FMP:BTCUSD' } });
  expect(reads).not.toHaveBeenCalled();
  const here = analysesOf(context);
  const waiting = { feedMs: 60_000, signal: new AbortController().signal };
  const series = { instrument, resolution: query.resolution };
  const expected = await here.marks({ ...series, span }, waiting);
  expect(expected.marks.length).toBeGreaterThan(5);
  const { marks: answered } = getMarks.response.parse(marks.json());
  expect(answered.map(({ id, price, text }) => ({ id, price, text }))).toEqual(
    expected.marks.map(({ id, price, text }) => ({ id, price, text })),
  );
  const { value } = await here.summary({ ...series, inputs: DEFAULT_INPUTS }, waiting);
  expect(getSummary.response.parse(summary.json())).toEqual(value);
  const made = await here.signal({ instrument }, waiting);
  expect(made.value.marks.length).toBeGreaterThan(5);
  expect(getPriceSignal.response.parse(signal.json())).toEqual(made.value);
});

test('a failed feed is named as without the thread, which goes on', async () => {
  context.simulators.Bitfinex?.faults.set({ status: '401' });
  const failed = build(await requestOf('Bitfinex:BTCUSD', 30), new AbortController().signal);
  await expect(failed).rejects.toMatchObject({
    code: 'FEED_UNAVAILABLE',
    message: expect.stringContaining('Bitfinex does not answer for Bitfinex:BTC/USD 1'),
  });
  const { body } = await build(await requestOf('FMP:BTCUSD', 40), new AbortController().signal);
  expect(JSON.parse(Buffer.from(body).toString()).Data).toHaveLength(100);
});

test('a queue of one caller delays nobody else, nor who asks for the same', async () => {
  if (!context.builders) throw new Error('there is no thread');
  const { summary } = context.builders;
  const instrument = await context.catalogue.resolve('FMP:BTCUSD');
  const { signal } = new AbortController();
  const ended: string[] = [];
  const ask = (name: string, length: number, askers: Askers = askersOf(name)) => {
    const inputs = { ...DEFAULT_INPUTS, length };
    const asked = { instrument, resolution: '1D' as const, inputs };
    return summary(asked, { feedMs: 60_000, signal, askers }).then(() =>
      ended.push(`${name} ${length}`),
    );
  };
  await ask('first', 15);
  ended.length = 0;
  let join: (name: string) => void = () => {};
  const shared: Askers = {
    names: new Set(['greedy']),
    onJoin: (listener) => {
      join = listener;
    },
  };
  const all = Array.from({ length: 40 }, (_, index) => ask('greedy', 16 + index));
  all.push(ask('greedy', 90, shared), ask('ana', 60));
  join('ben');
  await Promise.all(all);
  expect(ended.indexOf('ana 60')).toBeLessThan(20);
  expect(ended.indexOf('greedy 90')).toBeLessThan(20);
});

test('an aborted caller is rejected at once', async () => {
  const leaving = new AbortController();
  const left = build(await requestOf('FMP:BTCUSD', 50), leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
});
