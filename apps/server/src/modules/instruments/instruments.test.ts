import type { ExchangeName } from '@moneytrail/contract';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { type InstrumentServer, startInstrumentServer } from './testing/instrument-server.ts';

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let server: InstrumentServer;
  let app: FastifyInstance;

  beforeAll(async () => {
    server = await startInstrumentServer(kind);
    app = server.app;
    return server.close;
  });

  async function read(url: string, query: Record<string, string> = {}) {
    const answer = await app.inject({ method: 'GET', url, query });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const enabledCodes = async (exchange: ExchangeName): Promise<string[]> => {
    const { exchanges } = await read('/api/admin/instruments');
    const found = exchanges.find((each: { exchange: string }) => each.exchange === exchange);
    return found.enabled.map(({ code }: { code: string }) => code);
  };
  const statusOf = async (symbol: string) => {
    const all = await read('/api/schedulers/backfill/status');
    return all.find((each: { symbol: string }) => each.symbol === symbol);
  };

  test('a symbol is found by any part of its code or description in any case, its code first', async () => {
    const found = await read('/api/data/fmp/getSymbol', { symbol: 'zin' });
    expect(found.isTruncated).toBe(false);
    expect(found.symbols.map(({ code }: { code: string }) => code)).toEqual([
      'ZIN',
      'ZINC',
      'AZIN',
      'QQQ1',
    ]);
    const cut = await read('/api/data/fmp/getSymbol', { symbol: 'zin', limit: '2' });
    expect(cut).toMatchObject({ isTruncated: true, symbols: [{ code: 'ZIN' }, { code: 'ZINC' }] });
    const short = await read('/api/data/fmp/getSymbol', { symbol: 'Zi' });
    expect(short.symbols).toHaveLength(4);
    for (const symbol of ['', '  ', 'btcusd', '100%_', 'inc1']) {
      expect(await read('/api/data/fmp/getSymbol', { symbol })).toEqual({
        symbols: [],
        isTruncated: false,
      });
    }
  });

  test('contracts are listed with commodity, type and life', async () => {
    const { instruments } = await read('/api/data/bvg/getInstruments');
    expect(instruments).toContainEqual({
      contract: 'SORG-2027-03',
      contractDisplay: 'Sorghum · Mar 2027',
      startDate: '2026-03-02',
      endDate: '2027-03-23',
      commodity: 'SORG',
      commodityName: 'Sorghum',
      type: 'futures',
    });
  });

  test('enabling requests a backfill, disabling cancels it and keeps the instrument, and both are audited', async () => {
    const row = { code: 'ZINC', description: 'Zinc Inc.', exchange: { name: 'N', value: 'N' } };
    const enabled = await post('/api/data/fmp/updateSymbols', { codesToEnable: [row] });
    expect(enabled.statusCode, enabled.body).toBe(200);
    expect(await enabledCodes('FMP')).toContain('ZINC');
    expect(server.catalogue.byName('FMP:ZINC')).toMatchObject({ code: 'ZINC' });
    expect(await statusOf('ZINC')).toMatchObject({
      status: 'idle',
      isQueued: true,
      isCancellable: true,
    });
    const again = await post('/api/data/fmp/updateSymbols', { codesToEnable: [row] });
    expect(again.json()).toEqual(enabled.json());
    const { symbols } = await read('/api/data/fmp/getSymbol', { symbol: 'zinc' });
    expect(symbols).toEqual([]);
    const disabled = await post('/api/data/fmp/updateSymbols', { codesToDisable: ['ZINC'] });
    expect(disabled.json().enabled.map(({ code }: { code: string }) => code)).not.toContain('ZINC');
    const { rows } = await server.runsOf('ZINC');
    expect(rows).toEqual([{ state: 'cancelled' }]);
    const entries = await server.audited('FMP:ZINC');
    expect(entries).toEqual(['instrument.disabled', 'instrument.enabled']);
  });

  test('U1: the free instrument stays enabled', async () => {
    const answer = await post('/api/data/fmp/updateSymbols', { codesToDisable: ['BTCUSD'] });
    expect(answer.statusCode).toBe(409);
    expect(await enabledCodes('FMP')).toContain('BTCUSD');
  });

  test('one unlisted code refuses the whole change', async () => {
    const before = await enabledCodes('FMP');
    const unknown = await post('/api/data/fmp/updateSymbols', {
      codesToEnable: [{ code: 'AZIN' }, { code: 'NOPE' }],
    });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json().message).toBe('FMP does not list NOPE');
    const both = await post('/api/data/fmp/updateSymbols', {
      codesToEnable: [{ code: 'AZIN' }],
      codesToDisable: ['AZIN'],
    });
    expect(both.statusCode).toBe(400);
    const gone = await post('/api/data/fmp/updateSymbols', { codesToEnable: [{ code: 'GONE' }] });
    expect(gone.statusCode).toBe(404);
    expect(await enabledCodes('FMP')).toEqual(before);
  });

  test('concurrent changes of one instrument are serialized', async () => {
    const calls = Array.from({ length: 12 }, (_, index) =>
      post(
        '/api/data/tiingo/updateSymbols',
        index % 2 === 0 ? { codesToEnable: [{ code: 'RACE' }] } : { codesToDisable: ['RACE'] },
      ),
    );
    for (const answer of await Promise.all(calls)) expect(answer.statusCode, answer.body).toBe(200);
    const entries = (await server.audited('Tiingo:RACE')).toReversed();
    expect(entries.length).toBeGreaterThan(0);
    // Enabled and disabled alternately: no change repeats the state.
    expect(entries).toEqual(
      entries.map((_, index) => (index % 2 === 0 ? 'instrument.enabled' : 'instrument.disabled')),
    );
    const isEnabled = entries.length % 2 === 1;
    expect((await enabledCodes('Tiingo')).includes('RACE')).toBe(isEnabled);
  });

  test('what a simulator alone has listed cannot be enabled at the vendor', async () => {
    const { symbols } = await read('/api/data/fmp/getSymbol', { symbol: 'madeup' });
    expect(symbols).toEqual([]);
    const refused = await post('/api/data/fmp/updateSymbols', {
      codesToEnable: [{ code: 'MADEUP' }],
    });
    expect(refused.statusCode).toBe(404);
  });

  test('a backfill is requested once, and only contracts have dates', async () => {
    const start = (body: object) => post('/api/schedulers/backfill/start', body);
    const dated = { symbol: 'AAPL', exchange: 'FMP', startDate: '2026-01-01' };
    expect((await start(dated)).statusCode).toBe(400);
    expect((await start({ symbol: 'AZIN', exchange: 'FMP' })).statusCode).toBe(404);
    expect(await statusOf('AAPL')).toMatchObject({ status: 'NA', isQueued: false, lastRun: null });
    const first = await start({ symbol: 'AAPL', exchange: 'FMP' });
    expect(first.json()).toMatchObject({ status: 'idle', isQueued: true });
    await start({ symbol: 'AAPL', exchange: 'FMP' });
    expect(await server.audited('FMP:AAPL')).toEqual(['backfill.started']);
    const cancel = await post('/api/schedulers/backfill/cancel', {
      symbol: 'AAPL',
      exchange: 'FMP',
    });
    expect(cancel.json()).toMatchObject({ status: 'idle', isQueued: false, isCancellable: false });
    const { rows } = await server.runsOf('AAPL');
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });

  test('all backfills of an exchange are requested by one call, and the range is told', async () => {
    await post('/api/schedulers/backfill/start', { symbol: 'AAPL', exchange: 'FMP' });
    const answer = await post('/api/schedulers/backfill/startAll', { exchange: 'FMP' });
    const { started, enabled } = answer.json();
    expect(enabled).toBeGreaterThan(1);
    expect(started).toBe(enabled - 1);
    const again = await post('/api/schedulers/backfill/startAll', { exchange: 'FMP' });
    expect(again.json()).toEqual({ started: 0, enabled });
    expect(await server.audited('FMP, all')).toEqual(['backfill.started']);
    expect(await statusOf('AAPL')).toMatchObject({
      range: [
        { resolution: '1', from: '2026-11-10' },
        { resolution: '15', from: '2026-08-10' },
        { resolution: '60', from: '2026-05-02' },
        { resolution: '1D', from: null },
      ],
    });
  });
});
