import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import type { Bar, CoverageDay, QuarantinedBar } from '@moneytrail/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { type InstrumentServer, startInstrumentServer } from './testing/instrument-server.ts';

const DAY = Date.parse('2026-11-10T00:00:00Z');
const barAt = (time: number, price = 10): Bar => ({
  time,
  open: price,
  high: price + 1,
  low: price - 1,
  close: price,
  volume: 1,
});

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let server: InstrumentServer;

  beforeEach(async () => {
    server = await startInstrumentServer(kind);
    return server.close;
  });

  const get = async (url: string, query: Record<string, string>) => {
    const answer = await server.app.inject({ method: 'GET', url, query });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const post = (what: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/admin/quarantine/${what}`, payload });
  const quarantined = async (query: Record<string, string> = {}): Promise<QuarantinedBar[]> =>
    (await get('/api/admin/quarantine', query)).entries;
  const map = async (symbol: string, resolution: string): Promise<Map<string, CoverageDay>> => {
    const query = { exchange: 'FMP', symbol, resolution, year: '2026' };
    const { days } = await get('/api/admin/instruments/coverage', query);
    expect(days).toHaveLength(365);
    return new Map(days.map((day: CoverageDay) => [day.date, day]));
  };

  async function store(
    symbol: string,
    resolution: '1' | '1D',
    bars: Bar[],
    span: [number, number],
  ) {
    const instrument = await server.catalogue.resolve(`FMP:${symbol}`);
    const [coveredFromMs, coveredToMs] = span;
    await server.bars.write({ instrument, resolution, bars, coveredFromMs, coveredToMs });
  }

  const minutesOf = (dayMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => barAt(dayMs + index * MINUTE_MS));

  /** Days with one misprint. */
  async function misprint(): Promise<Bar> {
    const days = Array.from({ length: 80 }, (_, index) => barAt(DAY - (80 - index) * DAY_MS));
    const wrong = { ...barAt(DAY - 20 * DAY_MS), high: 5_000 };
    const bars = days.map((bar) => (bar.time === wrong.time ? wrong : bar));
    await store('BTCUSD', '1D', bars, [DAY - 80 * DAY_MS, DAY]);
    return wrong;
  }

  test('the coverage map shows for each day whether the vendor was asked, and the number of bars', async () => {
    await store('BTCUSD', '1', minutesOf(DAY, 1_440), [DAY, DAY + DAY_MS]);
    const next = DAY + DAY_MS;
    await store('BTCUSD', '1', minutesOf(next, 10), [next, next + 60 * MINUTE_MS]);
    await store('BTCUSD', '1', [], [DAY - DAY_MS, DAY]);
    const days = await map('BTCUSD', '1');
    const day = { expected: 1_440, quarantined: 0 };
    expect(days.get('2026-11-10')).toMatchObject({ ...day, state: 'stored', bars: 1_440 });
    expect(days.get('2026-11-11')).toMatchObject({ ...day, state: 'partial', bars: 10 });
    expect(days.get('2026-11-09')).toMatchObject({ ...day, state: 'empty', bars: 0 });
    expect(days.get('2026-11-08')).toMatchObject({ ...day, state: 'missing', bars: 0 });
    expect(days.get('2026-11-19')).toMatchObject({ state: 'outside' });
    const shares = await map('AAPL', '1');
    expect(shares.get('2026-11-15')).toMatchObject({ state: 'closed', expected: 0 });
    expect(shares.get('2026-11-13')).toMatchObject({ state: 'missing', expected: 390 });
  });

  test('a quarantined bar is listed with its reason and counted in the coverage map', async () => {
    const wrong = await misprint();
    const [listed, ...others] = await quarantined();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      exchange: 'FMP',
      symbol: 'BTCUSD',
      resolution: '1D',
      timeMs: wrong.time,
      high: 5_000,
      state: 'waiting',
      firstTriedAt: null,
      nextTryAt: null,
      reason: expect.stringContaining('12 times'),
    });
    expect((await map('BTCUSD', '1D')).get('2026-10-21')).toMatchObject({
      quarantined: 1,
      bars: 0,
    });
    expect(await quarantined({ state: 'rejected' })).toEqual([]);
    expect(await quarantined({ exchange: 'Tiingo' })).toEqual([]);
    expect(await quarantined({ exchange: 'FMP', symbol: 'BTCUSD' })).toEqual([listed]);
  });

  const named = ({ time: timeMs, volume: _, ...prices }: Bar) => ({
    exchange: 'FMP',
    symbol: 'BTCUSD',
    resolution: '1D',
    timeMs,
    ...prices,
  });

  test('an accepted bar is stored and announced, a rejected one stays hidden, and both are audited', async () => {
    const wrong = await misprint();
    const told: number[] = [];
    server.bars.onWritten((_id, _resolution, fromMs) => told.push(fromMs));
    expect((await post('reject', named(wrong))).json()).toEqual({ state: 'rejected' });
    expect(await quarantined({ state: 'rejected' })).toMatchObject([
      { timeMs: wrong.time, reason: 'An administrator rejected it.' },
    ]);
    expect((await post('accept', { ...named(wrong), high: 4_999 })).statusCode).toBe(404);
    expect((await post('accept', named(wrong))).json()).toEqual({ state: 'accepted' });
    expect(await quarantined()).toEqual([]);
    expect((await post('accept', named(wrong))).statusCode).toBe(404);
    const written = told.length;
    // No bar is stored or quarantined there.
    for (const time of [0, Date.UTC(2100), Date.UTC(1900)]) {
      expect((await post('accept', { ...named(wrong), timeMs: time })).statusCode).toBe(404);
    }
    expect((await post('accept', { ...named(wrong), timeMs: 2 ** 53 - 1 })).statusCode).toBe(400);
    expect(told).toHaveLength(written);
    expect((await map('BTCUSD', '1D')).get('2026-10-21')).toMatchObject({
      quarantined: 0,
      bars: 1,
    });
    expect(told).toEqual([wrong.time]);
    expect(await server.audited('FMP:BTCUSD')).toEqual(['bar.accepted', 'bar.rejected']);
  });
});
