import {
  type CurrentUser,
  type ExchangeEntry,
  exchangeEntry,
  type FlatSymbol,
  getAllExchanges,
  getPreviewExchanges,
  getSymbol,
  searchSymbols,
} from '@moneytrail/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import type { DatabaseHandle } from '../../db/index.ts';
import { freezeTable } from '../../db/testing/freeze-table.ts';
import { openTestDatabase, silentLog, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { handleErrors } from '../../http/error-handler.ts';
import { createRouter } from '../../http/route.ts';
import { SUPER_ADMIN } from '../../http/testing/super-admin.ts';
import { PATIENT_WAITS } from '../../testing/patient.ts';
import { createAccessRules } from '../access/index.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { catalogueRoutes } from './routes.ts';
import { notePriceScale } from './store.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let database: DatabaseHandle;
  let catalogue: Catalogue;
  let app: FastifyInstance;
  let nowMs = NOW;
  let caller: CurrentUser | null = SUPER_ADMIN;
  const clock = { now: () => nowMs };

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    catalogue = await createCatalogue({
      db: database.db,
      clock,
      log: silentLog,
      waits: PATIENT_WAITS,
    });
    await catalogue.seedDemo();
    app = fastify();
    handleErrors(app);
    const feed = (isSimulated: boolean) => ({ isSimulated });
    const router = createRouter(app, {
      readUser: async () => caller,
      checkAnswers: true,
      access: createAccessRules({ catalogue, clock }),
    });
    catalogueRoutes(router, {
      catalogue,
      feeds: {
        BVG: feed(true),
        FMP: feed(true),
        Bitfinex: feed(false),
        Tiingo: feed(true),
        Imported: feed(false),
      },
      feedStates: () => ({
        BVG: false,
        FMP: false,
        Bitfinex: false,
        Tiingo: true,
        Imported: false,
      }),
    });
    return async () => {
      await app.close();
      await database.close();
    };
  });
  beforeEach(() => {
    caller = SUPER_ADMIN;
  });

  const get = (url: string, query: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, query });
  async function exchanges(url: string): Promise<Record<string, ExchangeEntry>> {
    return z.record(z.string(), exchangeEntry).parse((await get(url)).json());
  }
  const unlocked = (entries: Record<string, ExchangeEntry>) =>
    Object.entries(entries).flatMap(([name, { flatSymbols }]) =>
      flatSymbols.filter(({ locked }) => !locked).map(({ code }) => `${name}:${code}`),
    );

  test('every exchange has its symbols, its state and the source of its prices', async () => {
    const all = await exchanges(getAllExchanges.path);
    expect(Object.keys(all)).toEqual(['BVG', 'FMP', 'Bitfinex', 'Tiingo', 'Imported']);
    expect([all.Tiingo?.isOffline, all.FMP?.isOffline]).toEqual([true, false]);
    expect(all.Bitfinex?.pairs).toMatchObject({ BTC: ['USD'], ETH: ['USD'] });
    expect(all.FMP?.pairs).toEqual({});
    expect(all.Bitfinex?.flatSymbols.some(({ simulated }) => simulated)).toBe(false);
    expect(all.BVG?.flatSymbols[0]).toMatchObject({
      openingHour: '09:00',
      closingHour: '12:01',
      timezone: 'Africa/Johannesburg',
      simulated: true,
    });
  });

  test('the preview shows everything and unlocks the one free instrument', async () => {
    caller = null;
    expect(unlocked(await exchanges(getPreviewExchanges.path))).toEqual(['FMP:BTCUSD']);
    expect((await get(getAllExchanges.path)).statusCode).toBe(401);
  });

  test('C40: a user without a plan sees everything but the free instrument locked', async () => {
    caller = { ...SUPER_ADMIN, isSuperAdmin: false, userType: 'retail' };
    expect(unlocked(await exchanges(getAllExchanges.path))).toEqual(['FMP:BTCUSD']);
    const other = await get(getSymbol.path, { symbol: 'Tiingo:BTCUSD' });
    expect([other.statusCode, other.json().message]).toEqual([403, 'Source locked']);
    expect((await get(getSymbol.path, { symbol: 'btcusd.fmp' })).statusCode).toBe(200);
  });

  test('search finds the best match first, in codes and descriptions, and nothing for blank text', async () => {
    const search = async (query: Record<string, string>) =>
      (await get(searchSymbols.path, query)).json<(FlatSymbol & { source: string })[]>();
    const found = await search({ query: 'aapl' });
    expect(found.map(({ source, code }) => `${source}:${code}`)).toEqual([
      'FMP:AAPL',
      'Tiingo:AAPL',
    ]);
    expect((await search({ query: ' bitcoin ' })).map(({ code }) => code)).toContain('BTCUSD');
    const sourcesOf = async (query: string, code: string) =>
      (await search({ query })).filter((row) => row.code === code).map(({ source }) => source);
    expect((await sourcesOf('euro', 'EURUSD')).sort()).toEqual(['FMP', 'Tiingo']);
    expect((await sourcesOf('bitcoin', 'BTCUSD')).sort()).toEqual(['Bitfinex', 'FMP', 'Tiingo']);
    expect((await search({ query: 'white maize' }))[0]).toMatchObject({
      code: 'WMAZ-2026-05',
      description: 'White maize · May 2026',
    });
    expect((await search({ query: 'eth usd' })).map(({ source }) => source).sort()).toEqual([
      'Bitfinex',
      'FMP',
      'Tiingo',
    ]);
    expect((await search({ query: 'usd', exchange: 'Bitfinex', limit: '3' })).length).toBe(3);
    expect(await search({ query: '  ' })).toEqual([]);
  });

  test('symbol information has the session, the time zone and the resolutions', async () => {
    const info = async (symbol: string) => (await get(getSymbol.path, { symbol })).json();
    expect(await info('BVG:WMAZ-2026-05/WMAZ-2026-07')).toMatchObject({
      type: 'spread',
      session: '0900-1201',
      timezone: 'Africa/Johannesburg',
      pricescale: 100,
      minmov: 1,
      mayBeNegative: true,
      supported_resolutions: ['1', '5', '15', '30', '60', '120', '1D', '1W', '1M'],
    });
    expect(await info('FMP:EUR/USD')).toMatchObject({ ticker: 'FMP:EURUSD', pricescale: 100_000 });
    expect(await info('bitfinex:btcusd')).toMatchObject({ ticker: 'Bitfinex:BTC/USD' });
  });

  test('seeding twice adds nothing and keeps price scales', async () => {
    const before = catalogue.enabled();
    const aapl = await catalogue.resolve('FMP:AAPL');
    await notePriceScale(database.db, aapl.id, 10_000);
    await catalogue.seedDemo();
    expect(catalogue.enabled().length).toBe(before.length);
    expect(catalogue.byId(aapl.id)?.priceScale).toBe(10_000);
  });

  test('a finer scale is never made coarser, has at most eight decimals, and BVG keeps two', async () => {
    const [tsla, maize] = [await catalogue.resolve('FMP:TSLA'), catalogue.enabled('BVG')[0]];
    if (!maize) throw new Error('there are contracts');
    await notePriceScale(database.db, tsla.id, 1e9);
    await notePriceScale(database.db, tsla.id, 1_000);
    await notePriceScale(database.db, maize.id, 1_000);
    await catalogue.reload();
    expect(catalogue.byId(tsla.id)?.priceScale).toBe(100_000_000);
    expect(catalogue.byId(maize.id)?.priceScale).toBe(100);
  });

  test('an instrument disabled by another process is gone within ten seconds', async () => {
    const googl = await catalogue.resolve('FMP:GOOGL');
    const enable = (isEnabled: boolean) =>
      database.db
        .updateTable('instruments')
        .set({ is_enabled: isEnabled })
        .where('id', '=', googl.id)
        .execute();
    await enable(false);
    nowMs += 10_001;
    await expect(catalogue.resolve('FMP:GOOGL')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await enable(true);
    await catalogue.reload();
    expect((await catalogue.resolve('FMP:GOOGL')).id).toBe(googl.id);
  });
});

test('while the database hangs or is gone, the last known instruments are used without waiting', async () => {
  const database = await openTestDatabase('postgres');
  let nowMs = NOW;
  const clock = { now: () => nowMs };
  const catalogue = await createCatalogue({ db: database.db, clock, log: silentLog });
  await catalogue.seedDemo();
  const known = await catalogue.resolve('FMP:AAPL');
  const expectKnown = async () => {
    nowMs += 11_000;
    const startedAt = performance.now();
    expect(await catalogue.resolve('FMP:AAPL')).toEqual(known);
    await expect(catalogue.resolve('FMP:NOPE')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  };
  const release = await freezeTable(database.db, 'instruments');
  await expectKnown();
  await release();
  await catalogue.reload();
  await expect(catalogue.resolve('FMP:NOPE')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await database.close();
  await expectKnown();
});

test('a clock that is set back does not hide changes', async () => {
  const database = await openTestDatabase('postgres');
  onTestFinished(() => database.close());
  let nowMs = NOW;
  const clock = { now: () => nowMs };
  const given = { db: database.db, clock, log: silentLog };
  const catalogue = await createCatalogue({ ...given, waits: PATIENT_WAITS });
  await catalogue.seedDemo();
  await database.db.updateTable('instruments').set({ is_enabled: false }).execute();
  nowMs -= 3_600_000;
  await expect(catalogue.resolve('FMP:AAPL')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
