import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import * as contract from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { ANY_KIND, createTestPlace } from './db/testing/test-database.ts';
import { readSuperAdmin } from './http/testing/super-admin.ts';
import { PATIENT, PATIENT_WAITS } from './testing/patient.ts';

const DAY_SECONDS = 86_400;
const now = () => Math.floor(Date.now() / 1_000);
/** Stands for the white maize contract that is shown and farther from delivery, whatever today is. */
const MAIZE = 'WMAZ';

let drop: () => Promise<void>;
let context: Context;
let asAdmin: FastifyInstance;
let asAnonymous: FastifyInstance;

beforeAll(async () => {
  const place = await createTestPlace(ANY_KIND);
  drop = place.drop;
  context = await createContext(
    readConfig({
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      SIMULATE: 'all',
      LOG_LEVEL: 'silent',
    }),
    { waits: PATIENT_WAITS },
  );
  asAdmin = await buildApp(context, {
    webFolder: null,
    checkAnswers: true,
    deadlines: PATIENT,
    readUser: readSuperAdmin,
  });
  await asAdmin.listen({ host: '127.0.0.1', port: 0 });
  asAnonymous = await buildApp(context, {
    webFolder: null,
    checkAnswers: true,
    deadlines: PATIENT,
    readUser: async () => null,
  });
});

afterAll(async () => {
  await asAdmin.close();
  await asAnonymous.close();
  await context.close();
  await drop();
});

async function farMaize(): Promise<string> {
  const answer = await asAnonymous.inject(contract.getPreviewExchanges.path);
  const entries = Object.values(answer.json() as Record<string, contract.ExchangeEntry>);
  const codes = entries.flatMap(({ flatSymbols }) => flatSymbols.map(({ code }) => code));
  return (
    codes
      .filter((code) => /^WMAZ-\d{4}-\d{2}$/.test(code))
      .toSorted()
      .at(-1) ?? ''
  );
}

async function history(app: FastifyInstance, query: Record<string, string | number>) {
  const search = new URLSearchParams({
    e: 'FMP',
    fsym: 'BTCUSD',
    resolution: '1D',
    fromTs: String(now() - 365 * DAY_SECONDS),
    toTs: String(now()),
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  });
  if (query.fsym === MAIZE) search.set('fsym', await farMaize());
  return app.inject(`${contract.getHistory.path}?${search}`);
}

/** The bars of a chart; a busy machine may need longer than an answer may take, and is asked again. */
async function barsOf(app: FastifyInstance, query: Record<string, string | number>) {
  const answer = await vi.waitFor(
    async () => {
      const given = await history(app, query);
      expect(given.statusCode).toBe(200);
      return given;
    },
    { timeout: 45_000, interval: 200 },
  );
  return contract.historyAnswer.parse(answer.json()).Data;
}

test('an unknown path under /api is 404 in the form of every failure', async () => {
  const answer = await asAdmin.inject('/api/nothing/here');
  expect(answer.statusCode).toBe(404);
  expect(contract.errorBody.parse(answer.json()).code).toBe('NOT_FOUND');
});

test('a web socket anywhere but at the stream is refused like any wrong request', async () => {
  const paths = ['/api/users', '/api/health/live', '/api/docs', '/api/nothing'];
  const { port } = asAdmin.server.address() as AddressInfo;
  for (const path of paths) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[04] /);
    socket.destroy();
  }
});

test.each([
  '13\r\nSec-WebSocket-Key: short',
  '13',
  '12\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
])(
  'a broken opening of the stream is refused like any wrong request: version %j',
  async (version) => {
    const { port } = asAdmin.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(
      `GET /api/stream?ticket=any HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ${version}\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const [head = '', body = ''] = answer.toString().split('\r\n\r\n');
    const { requestId, message } = contract.errorBody.parse(JSON.parse(body));
    expect(message).toBe('This is no handshake of a web socket.');
    expect(head).toContain(`x-request-id: ${requestId}`);
  },
);

describe('P2: an anonymous visitor', () => {
  test('reads FMP:BTCUSD in every spelling', async () => {
    for (const query of [{ fsym: 'btcusd' }, { fsym: 'BTC', tsym: 'USD' }, { fsym: ' BTCUSD ' }]) {
      expect((await barsOf(asAnonymous, query)).length).toBeGreaterThan(0);
    }
  });

  test.each([
    { fsym: 'AAPL' },
    { e: 'Bitfinex', fsym: 'BTCUSD' },
    { e: 'Tiingo', fsym: 'BTCUSD' },
    { e: 'BVG', fsym: MAIZE },
  ])('gets an error saying that %j is locked', async (query) => {
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
    const all = answer.json() as Record<string, contract.ExchangeEntry>;
    const entries = contract.FEED_EXCHANGES.flatMap((exchange) => all[exchange] ?? []);
    const open = entries.flatMap((entry) => entry.flatSymbols.filter((one) => !one.locked));
    expect(open.map((one) => one.code)).toEqual(['BTCUSD']);
    expect(entries).toHaveLength(4);
    expect(entries.every((entry) => entry.flatSymbols.length >= 8)).toBe(true);
  });

  test('marks of a locked symbol are locked too', async () => {
    const url = `${contract.getMarks.path}?e=FMP&fsym=AAPL&resolution=1D&fromTs=1&toTs=${now()}`;
    const answer = await asAnonymous.inject(url);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'SOURCE_LOCKED']);
  });
});

test('in production an address made up before the proxy is not counted as another caller', async () => {
  const config = { ...context.config, isProduction: true };
  const app = await buildApp({ ...context, config }, { webFolder: null });
  const left = async (forwarded: string) => {
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await app.inject({ url: contract.getLiveness.path, headers });
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await left('198.51.100.1, 203.0.113.7');
  expect(await left('198.51.100.2, 203.0.113.7')).toBe(first - 1);
  expect(await left('198.51.100.2, 203.0.113.8')).toBe(first);
  await app.close();
});

test('every address of one /64 counts as one caller, an IPv4 address by itself however written', async () => {
  const app = await buildApp(context, { webFolder: null });
  const left = async (remoteAddress: string) => {
    const answer = await app.inject({ url: contract.getLiveness.path, remoteAddress });
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await left('2001:db8:1:2::1');
  expect(await left('2001:db8:1:2:ffff::9')).toBe(first - 1);
  expect(await left('2001:db8:1:3::1')).toBe(first);
  expect(await left('::ffff:198.51.100.30')).toBe(first);
  expect(await left('::ffff:198.51.100.31')).toBe(first);
  expect(await left('198.51.100.30')).toBe(first - 1);
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
    [{ e: 'BVG', fsym: MAIZE, resolution: '240' }, 400, '240'],
  ])('%j answers %d and names %s', async (query, status, name) => {
    const answer = await history(asAdmin, query);
    const code = status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST';
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.json().Message).toContain(name);
  });
});

describe('history of every feed', () => {
  test.each([
    ['FMP', 'AAPL', '1D'],
    ['Bitfinex', 'ETHUSD', '60'],
    ['Tiingo', 'EURUSD', '15'],
    ['BVG', MAIZE, '1W'],
  ])('%s answers ascending, unique bars of %s in %s', async (e, fsym, resolution) => {
    const days = resolution === '15' ? 20 : resolution === '60' ? 60 : 300;
    const fromTs = now() - days * DAY_SECONDS;
    const bars = await barsOf(asAdmin, { e, fsym, resolution, fromTs });
    const times = bars.map((bar) => bar.time);
    expect(times.length).toBeGreaterThan(20);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  });

  test('the summary and the chart read the same closed bars', async () => {
    const bars = await barsOf(asAdmin, { fsym: 'AAPL' });
    const url = `${contract.getSummary.path}?e=FMP&fsym=AAPL&resolution=1D`;
    const summary = (await asAdmin.inject(url)).json() as contract.Summary;
    const closed = bars.find((bar) => bar.time === summary.time);
    expect(closed?.close).toBe(summary.currentPrice);
  });
});
