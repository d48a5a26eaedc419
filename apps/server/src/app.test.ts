import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as contract from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { readSuperAdmin } from './http/testing/super-admin.ts';

const DAY_SECONDS = 86_400;
const now = () => Math.floor(Date.now() / 1_000);

let folder: string;
let context: Context;
let asAdmin: FastifyInstance;
let asAnonymous: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'moneytrail-app-'));
  context = await createContext(
    readConfig({ DATA_DIR: folder, SIMULATE: 'all', LOG_LEVEL: 'silent' }),
  );
  asAdmin = await buildApp(context, {
    webFolder: null,
    checkAnswers: true,
    readUser: readSuperAdmin,
  });
  asAnonymous = await buildApp(context, {
    webFolder: null,
    checkAnswers: true,
    readUser: async () => null,
  });
});

afterAll(async () => {
  await asAdmin.close();
  await asAnonymous.close();
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});

function history(app: FastifyInstance, query: Record<string, string | number>) {
  const search = new URLSearchParams({
    e: 'FMP',
    fsym: 'BTCUSD',
    resolution: '1D',
    fromTs: String(now() - 365 * DAY_SECONDS),
    toTs: String(now()),
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  });
  return app.inject(`${contract.getHistory.path}?${search}`);
}

test('an unknown path under /api is 404 in the form of every failure', async () => {
  const answer = await asAdmin.inject('/api/nothing/here');
  expect(answer.statusCode).toBe(404);
  expect(contract.errorBody.parse(answer.json()).code).toBe('NOT_FOUND');
});

describe('P2: an anonymous visitor', () => {
  test('reads FMP:BTCUSD in every spelling', async () => {
    for (const query of [{ fsym: 'btcusd' }, { fsym: 'BTC', tsym: 'USD' }, { fsym: ' BTCUSD ' }]) {
      expect((await history(asAnonymous, query)).statusCode).toBe(200);
    }
  });

  test.each([
    { fsym: 'AAPL' },
    { e: 'Bitfinex', fsym: 'BTCUSD' },
    { e: 'Tiingo', fsym: 'BTCUSD' },
    { e: 'BVG', fsym: 'WMAZ-2027-03' },
  ])('is told that %j is locked', async (query) => {
    const answer = await history(asAnonymous, query);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      Response: 'Error',
      Message: 'Source locked',
      code: 'SOURCE_LOCKED',
    });
  });

  test('sees every symbol in the preview list and all but one locked', async () => {
    const answer = await asAnonymous.inject(contract.getPreviewExchanges.path);
    const entries = Object.values(answer.json() as Record<string, contract.ExchangeEntry>);
    const open = entries.flatMap((entry) => entry.flatSymbols.filter((one) => !one.locked));
    expect(open.map((one) => one.code)).toEqual(['BTCUSD']);
    expect(entries.every((entry) => entry.flatSymbols.length >= 8)).toBe(true);
  });

  test('marks of a locked symbol are locked too', async () => {
    const url = `${contract.getMarks.path}?e=FMP&fsym=AAPL&resolution=1D&fromTs=1&toTs=${now()}`;
    expect((await asAnonymous.inject(url)).statusCode).toBe(403);
  });
});

test('in production an address made up before the proxy is not counted as another caller', async () => {
  const config = { ...context.config, isProduction: true };
  const app = await buildApp({ ...context, config }, { webFolder: null });
  const left = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await app.inject({ url: contract.getHealth.path, headers });
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await left('198.51.100.1, 203.0.113.7');
  expect(await left('198.51.100.2, 203.0.113.7')).toBe(first - 1);
  expect(await left('198.51.100.2, 203.0.113.8')).toBe(first);
  await app.close();
});

describe('bad input', () => {
  test.each([
    [{ resolution: '7' }, 400, 'resolution'],
    [{ fromTs: 20, toTs: 10 }, 400, 'fromTs'],
    [{ toTs: 1_800_000_000_000 }, 400, 'toTs'],
    [{ fromTs: 'soon' }, 400, 'fromTs'],
    [{ limit: 2_001 }, 400, 'limit'],
    [{ limit: 0 }, 400, 'limit'],
    [{ countBack: -2 }, 400, 'countBack'],
    [{ colour: 'red' }, 400, 'colour'],
    [{ fsym: '' }, 400, 'Ticker is empty'],
    [{ fsym: 'A B' }, 400, 'Error parsing symbol info'],
    [{ e: 'NYSE' }, 400, 'NYSE'],
    [{ fsym: 'NOPE' }, 404, 'NOPE'],
    [{ e: 'BVG', fsym: 'WMAZ-2027-03', resolution: '240' }, 400, '240'],
  ])('%j answers %d and names %s', async (query, status, name) => {
    const answer = await history(asAdmin, query);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().Message).toContain(name);
  });
});

describe('history of every feed', () => {
  test.each([
    ['FMP', 'AAPL', '1D'],
    ['Bitfinex', 'ETHUSD', '60'],
    ['Tiingo', 'EURUSD', '15'],
    ['BVG', 'WMAZ-2027-03', '1W'],
  ])('%s answers ascending, unique bars of %s in %s', async (e, fsym, resolution) => {
    const days = resolution === '15' ? 20 : resolution === '60' ? 60 : 300;
    const answer = await history(asAdmin, {
      e,
      fsym,
      resolution,
      fromTs: now() - days * DAY_SECONDS,
    });
    expect(answer.statusCode).toBe(200);
    const times = (answer.json() as contract.HistoryAnswer).Data.map((bar) => bar.time);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test('the summary and the chart read the same closed bars', async () => {
    const bars = ((await history(asAdmin, { fsym: 'AAPL' })).json() as contract.HistoryAnswer).Data;
    const url = `${contract.getSummary.path}?e=FMP&fsym=AAPL&resolution=1D`;
    const summary = (await asAdmin.inject(url)).json() as contract.Summary;
    const closed = bars.find((bar) => bar.time === summary.time);
    expect(closed?.close).toBe(summary.currentPrice);
  });
});
