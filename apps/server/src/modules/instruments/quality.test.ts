import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import type { Bar, CoverageDay, QuarantinedBar } from '@moneytrail/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../db/testing/test-database.ts';
import { barsOf } from '../bars/index.ts';
import { eventually } from '../live/testing/eventually.ts';
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

  const barsOn = async (time: number): Promise<Bar[]> => {
    const instrument = await server.catalogue.resolve('FMP:BTCUSD');
    const window = { fromMs: time, toMs: time + 1, limit: 5, countBack: 0 };
    const { columns } = await server.bars.history({ instrument, resolution: '1D', ...window });
    return barsOf(columns);
  };

  test('an accepted bar can be taken back, and a rejected one returned to the quarantine', async () => {
    const wrong = await misprint();
    await post('accept', named(wrong));
    expect(await quarantined({ state: 'accepted' })).toMatchObject([
      {
        timeMs: wrong.time,
        state: 'accepted',
        reason: 'An administrator accepted it.',
        decidedAt: '2026-11-18T12:00:00.000Z',
      },
    ]);
    expect(await barsOn(wrong.time)).toEqual([wrong]);
    const told: number[] = [];
    server.bars.onWritten((_id, _resolution, fromMs) => told.push(fromMs));
    expect((await post('undo', { ...named(wrong), high: 4_999 })).statusCode).toBe(404);
    expect((await post('undo', named(wrong))).json()).toEqual({ state: 'waiting' });
    expect(told).toEqual([wrong.time]);
    expect(await barsOn(wrong.time)).toEqual([]);
    expect(await quarantined({ state: 'accepted' })).toEqual([]);
    const [waiting] = await quarantined();
    // A person can decide before it is checked again.
    expect(waiting).toMatchObject({
      high: 5_000,
      volume: 1,
      nextTryAt: '2026-11-19T12:00:00.000Z',
    });
    await post('reject', named(wrong));
    expect((await post('undo', named(wrong))).json()).toEqual({ state: 'waiting' });
    expect(await quarantined({ state: 'rejected' })).toEqual([]);
    expect(await quarantined()).toHaveLength(1);
    expect((await post('undo', named(wrong))).statusCode).toBe(404);
    expect(await server.audited('FMP:BTCUSD')).toEqual([
      'bar.undone',
      'bar.rejected',
      'bar.undone',
      'bar.accepted',
    ]);
  });

  test('undoing an acceptance puts back the bar that it replaced, unless it was replaced itself', async () => {
    const wrong = await misprint();
    const former = barAt(wrong.time);
    await post('reject', named(wrong));
    await store('BTCUSD', '1D', [former], [former.time, former.time + DAY_MS]);
    const later = { ...wrong, high: 6_000 };
    await store('BTCUSD', '1D', [later], [later.time, later.time + DAY_MS]);
    await post('accept', named(later));
    expect(await barsOn(wrong.time)).toEqual([later]);
    await post('undo', named(later));
    expect(await barsOn(wrong.time)).toEqual([former]);
    await post('accept', named(later));
    await store('BTCUSD', '1D', [former], [former.time, former.time + DAY_MS]);
    expect((await post('undo', named(later))).statusCode).toBe(404);
    expect(await barsOn(wrong.time)).toEqual([former]);
  });

  test('the evidence holds the bars around it, the usual range and the second sources', async () => {
    const wrong = await misprint();
    const bitfinex = await server.catalogue.resolve('Bitfinex:BTCUSD');
    const other = { ...barAt(wrong.time), high: 12 };
    const covered = { coveredFromMs: wrong.time, coveredToMs: wrong.time + DAY_MS };
    await server.bars.write({ instrument: bitfinex, resolution: '1D', bars: [other], ...covered });
    await store('BTCUSD', '1', minutesOf(wrong.time, 1_440), [wrong.time, wrong.time + DAY_MS]);
    // Its deadline would pass on a busy machine.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = await post('evidence', named(wrong)).finally(() => vi.useRealTimers());
    expect(answer.statusCode, answer.body).toBe(200);
    const { before, after, sources, ...rest } = answer.json();
    expect(before).toHaveLength(20);
    expect(before.at(-1).time).toBe(wrong.time - DAY_MS);
    expect(after[0].time).toBe(wrong.time + DAY_MS);
    expect(rest).toEqual({ stored: null, trueRange: 4_991, usualRange: 2 });
    const minutes = { open: 10, high: 11, low: 9, close: 10 };
    expect(sources).toEqual([
      {
        ticker: null,
        resolution: '1',
        bar: expect.objectContaining(minutes),
        isReached: false,
        warning: null,
      },
      {
        ticker: bitfinex.ticker,
        resolution: '1D',
        bar: other,
        isReached: false,
        warning: null,
      },
      expect.objectContaining({ ticker: 'Tiingo:BTC/USD', bar: null, isReached: false }),
    ]);
  });

  test('a source that does not answer within three seconds is left out of the evidence, with the reason', async () => {
    const wrong = await misprint();
    await store('BTCUSD', '1', minutesOf(wrong.time, 1_440), [wrong.time, wrong.time + DAY_MS]);
    server.feeds.Bitfinex.wait = new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answering = post('evidence', named(wrong));
      await eventually(() => expect(server.feeds.Bitfinex.requests).not.toEqual([]));
      vi.advanceTimersByTime(3_000);
      const answer = await answering;
      expect(answer.statusCode, answer.body).toBe(200);
      const { sources } = answer.json();
      expect(sources[1]).toMatchObject({
        ticker: 'Bitfinex:BTC/USD',
        bar: null,
        warning: expect.stringContaining('no answer within 3 s'),
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
