import {
  barTimeOf,
  DAY_MS,
  MARKET_HOURS,
  MINUTE_MS,
  STORED_RESOLUTIONS,
  tradingDateOf,
} from '@moneytrail/calendar';
import { FEED_EXCHANGES, type FeedExchange } from '@moneytrail/contract';
import { type FaultStatus, type Simulator, startSimulator } from '@moneytrail/simulators';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFeed } from './create-feed.ts';
import {
  type Feed,
  FeedError,
  type HistoryRequest,
  type InstrumentRef,
  type Tick,
} from './feed.ts';
import {
  type AdmissionControl,
  type CallPriority,
  createMemoryAdmission,
} from './http/admission.ts';
import type { FeedSettings } from './settings.ts';
import { holdClock, passTime, settle } from './testing/pass-time.ts';
import { type ProxyMode, startProxy } from './testing/start-proxy.ts';
import { createTestEnvironment, type TestEnvironment } from './testing/test-environment.ts';

/** A moment at which all markets of a feed are open, and two of its instruments. */
const CASES: Record<FeedExchange, { now: string; codes: [string, string]; query: string }> = {
  BVG: {
    now: '2026-11-18T08:10:00Z',
    codes: ['WMAZ-2026-12', 'YMAZ-2026-12'],
    query: 'WMAZ-2026-12',
  },
  FMP: { now: '2026-11-18T16:10:00Z', codes: ['AAPL', 'EURUSD'], query: 'AAPL' },
  Bitfinex: { now: '2026-11-18T16:10:00Z', codes: ['AVAXUSD', 'BTCUSD'], query: 'AVAXUSD' },
  Tiingo: { now: '2026-11-18T16:10:00Z', codes: ['AAPL', 'BTCUSD'], query: 'AAPL' },
};

/** Days of history per resolution. */
const SPANS = { '1': 3, '15': 20, '60': 60, '1D': 800 };

describe.each(FEED_EXCHANGES)('%s', (exchange) => {
  const { now, codes, query } = CASES[exchange];
  let simulator: Simulator;
  let environment: TestEnvironment;
  let settings: FeedSettings;
  let feed: Feed;
  const closers: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    holdClock(Date.parse(now));
    simulator = await startSimulator(exchange, { tickIntervalMs: 200 });
    environment = createTestEnvironment();
    const { restUrl, streamUrl, apiKey } = simulator;
    settings = {
      restUrl,
      ...(streamUrl === null ? {} : { streamUrl }),
      ...(apiKey === null ? {} : { apiKey }),
      isSimulated: true,
    };
    feed = createFeed(exchange, settings, environment);
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await simulator.close();
    vi.useRealTimers();
  });

  /** The feed's own listing of an instrument. */
  async function instrument(code: string): Promise<InstrumentRef> {
    const found = await settle(feed.search(code));
    const match = found.find((candidate) => candidate.code === code);
    if (!match) throw new Error(`${exchange} does not find ${code}`);
    return match;
  }

  function history(
    of: InstrumentRef,
    resolution: HistoryRequest['resolution'],
    days: number,
  ): HistoryRequest {
    const toMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    return { instrument: of, resolution, fromMs: toMs - days * DAY_MS, toMs };
  }

  /** Follows instruments and records events. */
  function follow(...instruments: InstrumentRef[]) {
    const received = {
      ticks: [] as Tick[],
      connected: [] as (number | null)[],
      lost: [] as string[],
    };
    const live = feed.live({
      onTick: (tick) => received.ticks.push(tick),
      onConnected: (sinceMs) => received.connected.push(sinceMs),
      onDisconnected: (error) => received.lost.push(error.message),
    });
    closers.push(live.close);
    live.follow(instruments);
    const ticksOf = (code: string) => received.ticks.filter((tick) => tick.code === code);
    return { ...received, live, ticksOf };
  }

  test('lists instruments with code, type and market hours', async () => {
    const list = await settle(feed.list());
    expect(list.length).toBeGreaterThanOrEqual(8);
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const { code, description, marketHours } of list) {
      expect(code).toBe(code.toUpperCase());
      expect(description).not.toBe('');
      expect(MARKET_HOURS[marketHours]).toBeDefined();
    }
  });

  test('finds an instrument by its code, and nothing for a blank text', async () => {
    const found = await settle(feed.search(query.toLowerCase()));
    expect(found[0]?.code).toBe(query);
    expect(found.length).toBeLessThanOrEqual(50);
    expect(await settle(feed.search('  '))).toEqual([]);
  });

  test.each(STORED_RESOLUTIONS)(
    'reads history at %s: ascending, unique, on the grid',
    async (resolution) => {
      for (const code of codes) {
        const of = await instrument(code);
        const request = history(of, resolution, SPANS[resolution]);
        const bars = await settle(feed.history(request));
        const times = bars.map(({ time }) => time);
        expect(bars.length).toBeGreaterThan(20);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times[0]).toBeGreaterThanOrEqual(request.fromMs);
        expect(times.at(-1)).toBeLessThan(request.toMs);
        const hours = MARKET_HOURS[of.marketHours];
        const onGrid = (time: number) =>
          resolution === '1D' ? time % DAY_MS === 0 : barTimeOf(hours, resolution, time) === time;
        expect(times.filter((time) => !onGrid(time))).toEqual([]);
      }
      expect(environment.reports).toEqual([]);
    },
  );

  test('history includes the forming bar', async () => {
    const of = await instrument(codes[0]);
    const bars = await settle(feed.history(history(of, '1', 2)));
    expect(Date.now() - (bars.at(-1)?.time ?? 0)).toBeLessThan(5 * 60_000);
    const days = await settle(feed.history(history(of, '1D', 10)));
    expect(days.at(-1)?.time).toBeGreaterThanOrEqual(
      tradingDateOf(MARKET_HOURS[of.marketHours], Date.now()) - DAY_MS,
    );
  });

  test('pages of any size give the same history', async () => {
    const of = await instrument(codes[0]);
    const request = { ...history(of, '15', 20), toMs: Date.now() - DAY_MS };
    const whole = await settle(feed.history(request));
    simulator.clearRequests();
    const paged = createFeed(exchange, { ...settings, pageRows: 200 }, environment);
    expect(await settle(paged.history(request))).toEqual(whole);
    expect(simulator.requests().length).toBeGreaterThan(1);
  });

  test('an empty range is an empty history without a call', async () => {
    const of = await instrument(codes[0]);
    simulator.clearRequests();
    expect(await settle(feed.history({ ...history(of, '1', 1), toMs: 0 }))).toEqual([]);
    expect(simulator.requests()).toEqual([]);
  });

  test.each<FaultStatus>([
    '401',
    '402',
    '403',
    '429',
    '500',
    'html',
    'halfJson',
    'maintenance',
    'errorWith200',
  ])('under %s history is an error that names feed and instrument, never empty', async (status) => {
    const of = await instrument(codes[0]);
    simulator.faults.set({ status });
    const error: unknown = await settle(
      feed.history(history(of, '1D', 30)).catch((reason) => reason),
    );
    expect(error).toBeInstanceOf(FeedError);
    expect(error).toMatchObject({ exchange, instrument: of.code });
    expect(String(error)).toContain(`${exchange} ${of.code}: `);
    if (simulator.apiKey)
      expect(JSON.stringify(error) + String(error)).not.toContain(simulator.apiKey);
  });

  test('stays within the limits of the vendor, which never refuses', async () => {
    const of = await instrument(codes[0]);
    simulator.faults.set({ enforceLimits: true });
    const real = createFeed(exchange, { ...settings, isSimulated: false }, environment);
    const request = history(of, '1D', 5);
    const calls = Array.from({ length: 150 }, () =>
      real.history(request).then(
        () => 'read',
        (error: Error) => error.message,
      ),
    );
    const outcomes = new Set(await settle(Promise.all(calls)));
    outcomes.delete('read');
    expect([...outcomes]).toEqual([`${exchange} ${of.code}: the vendor's limit is used up`]);
  });

  test('background history leaves readers their share', async () => {
    const memory = createMemoryAdmission({ now: Date.now });
    const asked = new Set<CallPriority>();
    const admission: AdmissionControl = {
      ...memory,
      admit: (limit, priority) => {
        asked.add(priority);
        return memory.admit(limit, priority);
      },
    };
    const watched = createFeed(exchange, { ...settings, admission }, environment);
    await settle(watched.list());
    asked.clear();
    for (const code of codes) {
      const of = await instrument(code);
      for (const resolution of STORED_RESOLUTIONS) {
        const request = history(of, resolution, SPANS[resolution]);
        await settle(watched.history({ ...request, priority: 'background' }));
      }
    }
    expect([...asked]).toEqual(['background']);
  });

  test('an aborted history rejects', async () => {
    const of = await instrument(codes[0]);
    const caller = new AbortController();
    caller.abort();
    await expect(feed.history(history(of, '1D', 30), caller.signal)).rejects.toBeDefined();
  });

  test('live prices of followed instruments arrive at once', async () => {
    const [first, second] = [await instrument(codes[0]), await instrument(codes[1])];
    const received = follow(first);
    await passTime(20_000, () => received.ticksOf(first.code).length > 2);
    expect(received.connected).toEqual([null]);
    expect(received.ticksOf(first.code).length).toBeGreaterThan(2);
    expect(received.ticksOf(second.code)).toEqual([]);
    for (const { price, timeMs } of received.ticks) {
      expect(price).toBeGreaterThan(0);
      expect(Math.abs(timeMs - Date.now())).toBeLessThan(120_000);
    }
    received.live.follow([first, second]);
    await passTime(20_000, () => received.ticksOf(second.code).length > 1);
    expect(received.ticksOf(second.code).length).toBeGreaterThan(1);
    received.live.follow([second]);
    await passTime(3_000);
    const before = received.ticksOf(first.code).length;
    await passTime(5_000);
    expect(received.ticksOf(first.code)).toHaveLength(before);
    expect(received.connected).toEqual([null]);
    expect(received.lost).toEqual([]);
  });

  test('the ticks of a minute add up to the bar that the history has of it', async () => {
    const of = await instrument(codes[1]);
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    const minuteMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
    await passTime(minuteMs + MINUTE_MS + 5_000 - Date.now());
    const ticks = received.ticks.filter(
      ({ timeMs }) => timeMs >= minuteMs && timeMs < minuteMs + MINUTE_MS,
    );
    const request = { ...history(of, '1', 1), fromMs: minuteMs, toMs: minuteMs + MINUTE_MS };
    const [bar] = await settle(feed.history(request));
    if (!bar) throw new Error('the minute has no bar');
    const heights = ticks.flatMap(({ price, high = price, low = price }) => [high, low]);
    expect(Math.max(...heights)).toBeLessThanOrEqual(bar.high);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(bar.low);
    if (simulator.streamUrl === null) return;
    expect(ticks.at(-1)?.price).toBe(bar.close);
    expect(Math.max(...heights)).toBe(bar.high);
    expect(Math.min(...heights)).toBe(bar.low);
    const volume = ticks.reduce((sum, tick) => sum + (tick.volume ?? 0), 0);
    expect(volume).toBeCloseTo(bar.volume ?? 0, 6);
  });

  test('after an interruption prices resume, with the time since which some were missed', async () => {
    const of = await instrument(codes[0]);
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    const lostAtMs = Date.now();
    simulator.faults.set({ down: true });
    await passTime(20_000, () => received.lost.length > 0);
    expect(received.lost).toHaveLength(1);
    simulator.faults.clear();
    const before = received.ticks.length;
    await passTime(60_000, () => received.connected.length > 1 && received.ticks.length > before);
    expect(received.connected).toHaveLength(2);
    expect(received.connected[1]).toBeLessThanOrEqual(lostAtMs + 2_000);
    expect(received.connected[1]).toBeGreaterThan(lostAtMs - 20_000);
    expect(received.ticks.length).toBeGreaterThan(before);
  });

  test('no handler is called after the source is closed', async () => {
    const of = await instrument(codes[0]);
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    await settle(received.live.close());
    const before = received.ticks.length;
    simulator.disconnectStreams();
    await passTime(10_000);
    expect(received.ticks).toHaveLength(before);
    expect(received.lost).toEqual([]);
    expect(simulator.streamCount()).toBe(0);
  });

  test('goes offline within 5 s of a vendor that resets connections, and comes back within 5 s of it', async () => {
    const of = await instrument(codes[0]);
    const changes: boolean[] = [];
    feed.onHealthChange(({ isOffline }) => changes.push(isOffline));
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    simulator.faults.set({ down: true });
    await passTime(4_980, () => changes.length > 0);
    expect(changes).toEqual([true]);
    expect(feed.health().lastError).toContain(exchange);
    await passTime(20_000);
    expect(changes).toEqual([true]);
    simulator.faults.clear();
    const backAtMs = Date.now();
    await passTime(30_000, () => changes.length > 1);
    expect(changes).toEqual([true, false]);
    expect(Date.now() - backAtMs).toBeLessThan(5_000);
    expect(feed.health().lastError).toBeNull();
  });

  test.each<[string, ProxyMode]>([
    ['refuses connections', 'refuse'],
    ['answers everything with HTTP 503', '503'],
  ])('goes offline within 5 s of a vendor that %s', async (_, mode) => {
    const proxy = await startProxy(settings.restUrl);
    closers.push(proxy.close);
    const { restUrl, streamUrl } = settings;
    const urls = {
      restUrl: proxy.through(restUrl),
      ...(streamUrl && { streamUrl: proxy.through(streamUrl) }),
    };
    feed = createFeed(exchange, { ...settings, ...urls }, environment);
    const of = await instrument(codes[0]);
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    proxy.switchTo(mode);
    await passTime(4_980, () => feed.health().isOffline);
    expect(feed.health().isOffline).toBe(true);
  });

  test('one lost request or a stream that is closed once is no outage', async () => {
    const of = await instrument(codes[0]);
    const changes: boolean[] = [];
    feed.onHealthChange(({ isOffline }) => changes.push(isOffline));
    const received = follow(of);
    await passTime(20_000, () => received.ticks.length > 0);
    simulator.faults.set({ status: '500', times: 1 });
    simulator.disconnectStreams();
    await passTime(20_000);
    expect(changes).toEqual([]);
  });
});
