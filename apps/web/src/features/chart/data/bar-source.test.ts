import {
  DAY_MS,
  HOUR_MS,
  historyWindowMs,
  MARKET_HOURS,
  type MarketHours,
  MINUTE_MS,
  SECOND_MS,
  type Span,
} from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { getHistory, type Quote } from '@moneytrail/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { beginRead } from '../../../api/early-reads.ts';
import type { SubscriptionListener } from '../../../api/stream/stream-client.ts';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { createBarSource, loadBars, loadWindow, type ReadPage } from './bar-source.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 30);
const QUOTE = { price: 1, timeMs: NOW, bid: null, ask: null, previousClose: null };

const barAt = (time: number, close = 1): ChartBar => ({
  time,
  open: 1,
  high: 2,
  low: 0.5,
  close,
  volume: 1,
});

function setUp({
  failing = false,
  keptBars = [] as ChartBar[],
  hours = MARKET_HOURS.crypto as MarketHours,
  neededBars = 599,
} = {}) {
  const clock = createFakeClock(NOW);
  const asked: Span[] = [];
  const orders: string[] = [];
  const quotes: (Quote | null)[] = [];
  const counts = { closed: 0, gaps: 0 };
  const freshness: boolean[] = [];
  let listener: SubscriptionListener | undefined;
  let feedListener = (_exchange: string, _isOffline: boolean) => {};
  let isFailing = failing;
  let lacksNewest = false;
  let isRefused = false;
  let tellKnown = (): number | null => null;
  /** A market without a pause: one bar a minute up to the moment. */
  const readPage: ReadPage = async ({ fromMs, toMs }, _, order) => {
    asked.push({ fromMs, toMs });
    if (order) orders.push(order);
    if (isFailing) throw new Error('API GET error: 503');
    if (isRefused) throw new ApiError('Refused.', { status: 403, code: 'FORBIDDEN' });
    const firstMs = Math.ceil(Math.max(fromMs, NOW - 30 * DAY_MS) / MINUTE_MS) * MINUTE_MS;
    const endMs = Math.min(toMs, clock.now() + 1);
    const count = Math.ceil((endMs - firstMs) / MINUTE_MS);
    const bars = Array.from({ length: count }, (_, index) => barAt(firstMs + index * MINUTE_MS, 9));
    const olderBarMs = firstMs - MINUTE_MS;
    return { bars, olderBarMs, isBeginning: false, lacksNewest, knownUntilMs: tellKnown() };
  };
  const source = createBarSource(
    {
      clock,
      random: () => 0.5,
      readPage,
      stream: {
        subscribe: (_, subscriber) => {
          listener = subscriber;
          return () => {
            listener = undefined;
          };
        },
        onFeed: (onFeed) => {
          feedListener = onFeed;
          return () => {};
        },
      },
    },
    {
      ticker: 'FMP:BTC/USD',
      exchange: 'FMP',
      hours,
      resolution: '1',
      keptBars,
      neededBars: () => neededBars,
      onFresh: (isFresh) => freshness.push(isFresh),
      onQuote: (quote) => quotes.push(quote),
      onClosedBar: () => {
        counts.closed += 1;
      },
      onGap: () => {
        counts.gaps += 1;
      },
    },
  );
  const known = (bar: ChartBar | null) =>
    bar && { knownUntilMs: Math.min(clock.now(), bar.time + MINUTE_MS - 1), ...bar };
  const update = (bar: ChartBar | null, closed: ChartBar | null = null) =>
    listener?.onUpdate({
      type: 'update',
      symbol: 'FMP:BTC/USD',
      resolution: '1',
      bar: known(bar),
      closed: known(closed),
      quote: QUOTE,
    });
  return {
    clock,
    source,
    asked,
    orders,
    quotes,
    counts,
    freshness,
    update,
    restore: () => listener?.onRestored?.(),
    lose: () => listener?.onLost?.(),
    tellFeed: (isOffline: boolean, exchange = 'FMP') => feedListener(exchange, isOffline),
    refuse: () => {
      isRefused = true;
    },
    lackNewest: (lacks: boolean) => {
      lacksNewest = lacks;
    },
    /** Answers of history tell until when they know. */
    tellKnown: (told: () => number | null) => {
      tellKnown = told;
    },
    isWatched: () => listener !== undefined,
    failNow: (fails: boolean) => {
      isFailing = fails;
    },
  };
}

const signal = new AbortController().signal;
const ignore = () => {};

describe('the source of a live chart', () => {
  it('loads the bars that the studies need, including the forming bar', async () => {
    const { source } = setUp();
    const { bars } = await source.loadNewest(signal, ignore);
    expect(bars.length).toBeGreaterThanOrEqual(599);
    expect(bars.at(-1)?.time).toBe(NOW - 30_000);
  });

  it('asks for the bars that the document requested in the minute before', async () => {
    const { clock, source, asked } = setUp();
    vi.useFakeTimers({ toFake: ['Date'], now: NOW + 28_000 });
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    beginRead(`${getHistory.path}?e=FMP`, 'a.b.c');
    await clock.advance(32_000);
    await source.loadNewest(signal, ignore);
    expect(asked[0]?.toMs).toBe(NOW + 30_000);
    globalThis.earlyReads?.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('tells bars of an earlier visit from the newest page, which comes before all that the studies need', async () => {
    const { source, freshness } = setUp({ keptBars: [barAt(NOW - 30_000)], neededBars: 4_000 });
    const parts: { count: number; isFresh: boolean | undefined }[] = [];
    await source.loadNewest(signal, ({ length }) =>
      parts.push({ count: length, isFresh: freshness.at(-1) }),
    );
    expect(parts).toEqual([
      { count: 1, isFresh: false },
      { count: 2_880, isFresh: true },
    ]);
  });

  it('draws the bars of an earlier visit at once', async () => {
    const keptBars = [barAt(NOW - 90_000), barAt(NOW - 30_000)];
    const { source } = setUp({ keptBars });
    const parts: ChartBar[][] = [];
    const load = source.loadNewest(signal, (bars) => parts.push(bars));
    expect(parts).toEqual([keptBars]);
    expect((await load).bars.length).toBeGreaterThanOrEqual(599);
  });

  it('passes on the closed bar before the forming one, with the quote', () => {
    const { source, update, lose, quotes } = setUp();
    const seen: ChartBar[] = [];
    source.subscribe((bar) => seen.push(bar), ignore);
    const closed = barAt(NOW - 30_000, 3);
    const forming = barAt(NOW + 30_000, 4);
    update(forming, closed);
    expect(seen).toMatchObject([closed, forming]);
    expect(quotes).toEqual([QUOTE]);
    lose();
    expect(quotes.at(-1)).toBeNull();
  });

  it('reads the closed bar again 15 seconds after its end', async () => {
    const { source, clock, asked, counts } = setUp();
    await source.loadNewest(signal, ignore);
    const before = asked.length;
    const seen: ChartBar[] = [];
    source.subscribe((bar) => seen.push(bar), ignore);
    await clock.advance(44_999);
    expect(asked).toHaveLength(before);
    await clock.advance(1);
    expect(seen.map(({ time }) => time)).toContain(NOW - 30_000);
    expect(counts.closed).toBe(1);
  });

  it('reads bars missed by the stream from history', async () => {
    const { source, clock, restore } = setUp();
    await source.loadNewest(signal, ignore);
    const seen: ChartBar[] = [];
    source.subscribe((bar) => seen.push(bar), ignore);
    await clock.advance(10_000);
    restore();
    await clock.advance(1);
    expect(seen.map(({ time }) => time)).toEqual([NOW - 30_000]);
  });

  it('repeats a failed read from the same bar, without waiting for the next one', async () => {
    const { source, clock, failNow, update } = setUp();
    await source.loadNewest(signal, ignore);
    const seen: ChartBar[] = [];
    source.subscribe((bar) => seen.push(bar), ignore);
    failNow(true);
    await clock.advance(3 * MINUTE_MS);
    // Ticks of later bars say nothing of those in between.
    update(barAt(NOW + 150_000, 4));
    failNow(false);
    await clock.advance(40_000);
    expect(seen.map(({ time }) => time)).toEqual(
      expect.arrayContaining([NOW - 30_000, NOW + 30_000, NOW + 90_000]),
    );
  });

  it('marks an outage from its first bar on until it has been read', async () => {
    const { source, clock, failNow, lose, restore } = setUp();
    await source.loadNewest(signal, ignore);
    const marked: (number | null)[] = [];
    source.subscribe(ignore, (fromMs) => marked.push(fromMs));
    failNow(true);
    lose();
    await clock.advance(5 * MINUTE_MS);
    restore();
    await clock.advance(20_000);
    expect(new Set(marked)).toEqual(new Set([NOW - 30_000]));
    failNow(false);
    await clock.advance(40_000);
    expect(marked.at(-1)).toBeNull();
  });

  it('marks bars that the server could not read from its source, and follows its own feed alone', async () => {
    const { source, clock, lackNewest, tellFeed } = setUp();
    lackNewest(true);
    const marked: (number | null)[] = [];
    source.subscribe(ignore, (fromMs) => marked.push(fromMs));
    await source.loadNewest(signal, ignore);
    expect(marked.at(-1)).toBe(NOW - 30_000);
    lackNewest(false);
    await clock.advance(2_000);
    expect(marked.at(-1)).toBeNull();
    tellFeed(true, 'Tiingo');
    tellFeed(false);
    expect(marked.at(-1)).toBeNull();
    tellFeed(true);
    expect(marked.at(-1)).not.toBeNull();
    tellFeed(false);
    await clock.advance(1_000);
    expect(marked.at(-1)).toBeNull();
  });

  it('reads the last hour while a feed is away, and the whole outage once it returns', async () => {
    const { source, clock, asked, counts, tellFeed } = setUp();
    await source.loadNewest(signal, ignore);
    source.subscribe(ignore, ignore);
    tellFeed(true);
    await clock.advance(1.5 * DAY_MS);
    const longest = Math.max(...asked.slice(-60).map(({ fromMs, toMs }) => toMs - fromMs));
    expect(longest).toBeLessThan(2 * HOUR_MS);
    tellFeed(false);
    await clock.advance(SECOND_MS);
    expect(asked.at(-1)?.fromMs).toBeLessThan(NOW);
    tellFeed(true);
    await clock.advance(5 * DAY_MS);
    expect(counts.gaps).toBe(0);
    tellFeed(false);
    await clock.advance(SECOND_MS);
    expect(counts.gaps).toBe(1);
  });

  it('draws the forming bar from the stream, never from an earlier read of history', async () => {
    const { source, clock, update, tellKnown } = setUp();
    const forming = { ...barAt(NOW - 30_000, 7), high: 20, low: 0.1 };
    const seen: ChartBar[] = [];
    source.subscribe((bar) => seen.push(bar), ignore);
    update(forming);
    expect((await source.loadNewest(signal, ignore)).bars.at(-1)).toMatchObject(forming);
    const next = { ...barAt(NOW + 30_000, 8), high: 30, low: 0.2 };
    await clock.advance(32_000);
    update(next, forming);
    tellKnown(() => next.time + 1_000);
    // The bar before is read again; of the open one history knows less.
    await clock.advance(15_000);
    expect(seen.filter(({ time }) => time === next.time)).toMatchObject([next, next]);
    expect(seen.filter(({ time }) => time === forming.time).at(-1)?.close).toBe(9);
  });

  it('ignores a history answer of before the close that arrives after it', async () => {
    const { source, clock, update, tellKnown } = setUp();
    const time = NOW - 30_000;
    await source.loadNewest(signal, ignore);
    const seen = new Map<number, ChartBar>();
    source.subscribe((bar) => seen.set(bar.time, bar), ignore);
    await clock.advance(29_900);
    const closed = { ...barAt(time, 7), high: 20, volume: 30 };
    update(closed);
    await clock.advance(200);
    update(barAt(time + MINUTE_MS, 7), { ...closed, knownUntilMs: time + MINUTE_MS - 100 });
    // The server's cache is 50 s old: its bar of that minute has just begun.
    tellKnown(() => time + 10_000);
    await clock.advance(20_000);
    expect(seen.get(time)).toMatchObject(closed);
    tellKnown(() => time + MINUTE_MS + 9_000);
    await clock.advance(MINUTE_MS);
    expect(seen.get(time)).toMatchObject({ close: 9, high: 2, volume: 1 });
    // A final state stays, whatever an older answer says.
    update(null, { ...closed, knownUntilMs: time + MINUTE_MS - 100 });
    expect(seen.get(time)).toMatchObject({ close: 9, high: 2, volume: 1 });
  });

  it('draws nothing older than the stream while it loads again', async () => {
    const { source, update, tellKnown } = setUp();
    tellKnown(() => NOW - 40_000);
    source.subscribe(ignore, ignore);
    const forming = { ...barAt(NOW - 30_000, 7), high: 20 };
    update(forming);
    const parts: ChartBar[][] = [];
    const { bars } = await source.loadNewest(signal, (part) => parts.push(part));
    for (const drawn of [...parts, bars]) expect(drawn.at(-1)).toMatchObject(forming);
  });

  it('reads nothing after an outage while the market was closed', async () => {
    const { source, clock, asked, lose, restore } = setUp({ hours: MARKET_HOURS['us-stocks'] });
    await source.loadNewest(signal, ignore);
    const marked: (number | null)[] = [];
    source.subscribe(ignore, (fromMs) => marked.push(fromMs));
    const before = asked.length;
    lose();
    await clock.advance(MINUTE_MS);
    restore();
    await clock.advance(10 * MINUTE_MS);
    expect(asked).toHaveLength(before);
    expect(marked.at(-1)).toBeNull();
  });

  it('does not repeat a refused read', async () => {
    const { source, clock, asked, refuse, lose, restore } = setUp();
    await source.loadNewest(signal, ignore);
    source.subscribe(ignore, ignore);
    const before = asked.length;
    refuse();
    lose();
    restore();
    await clock.advance(15_000);
    expect(asked.length - before).toBe(1);
  });

  it('requests a reload when more than one window was missed', async () => {
    const { source, clock, restore, counts, failNow } = setUp();
    await source.loadNewest(signal, ignore);
    source.subscribe(ignore, ignore);
    failNow(true);
    await clock.advance(5 * DAY_MS);
    failNow(false);
    restore();
    expect(counts.gaps).toBeGreaterThan(0);
  });

  it('reads the bars after a time from the oldest on, in one request; history begins where none is older', async () => {
    const { source, asked, orders } = setUp();
    const afterMs = NOW - 90 * MINUTE_MS;
    const page = await source.loadNewer?.(afterMs, signal);
    expect(asked).toEqual([{ fromMs: afterMs + 1, toMs: NOW + 30_000 }]);
    expect([orders, page?.hasOlder]).toEqual([['oldest'], true]);
    await source.loadNewer?.(Number.NEGATIVE_INFINITY, signal);
    expect(asked.at(-1)?.fromMs).toBe(0);
    expect(await source.loadNewer?.(NOW + MINUTE_MS, signal)).toMatchObject({ bars: [] });
    expect(asked).toHaveLength(2);
  });

  it('ends polling and streaming with its subscription', async () => {
    const { source, clock, asked, isWatched } = setUp();
    source.subscribe(ignore, ignore)();
    await clock.advance(DAY_MS);
    expect(asked).toHaveLength(0);
    expect(isWatched()).toBe(false);
  });
});

const MIDNIGHT = Date.UTC(2026, 10, 20);
const LIMIT = 2_000;
const going = new AbortController().signal;

function barsAt(times: number[]): ChartBar[] {
  return times.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 }));
}

function every(stepMs: number, fromMs: number, toMs: number): ChartBar[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / stepMs));
  return barsAt(Array.from({ length: count }, (_, index) => fromMs + index * stepMs));
}

/** A server that holds these bars and answers as the interface says. */
function serverOf(stored: ChartBar[]): { read: ReadPage; asked: Span[] } {
  const asked: Span[] = [];
  const read: ReadPage = async (span) => {
    asked.push(span);
    const inSpan = stored.filter(({ time }) => time >= span.fromMs && time < span.toMs);
    const bars = inSpan.slice(-LIMIT);
    const edgeMs = bars[0]?.time ?? span.fromMs;
    const olderBarMs = stored.findLast(({ time }) => time < edgeMs)?.time ?? null;
    return {
      bars,
      olderBarMs,
      isBeginning: bars.length === 0 && olderBarMs === null,
      lacksNewest: false,
      knownUntilMs: null,
    };
  };
  return { read, asked };
}

const load = (read: ReadPage, targetBars: number, resolution: '1' | '1D' = '1') =>
  loadBars(read, { resolution, targetBars }, MIDNIGHT, going);

describe('loading bars', () => {
  it('reads two days of minutes in two requests: 2 880 bars, complete and unique', async () => {
    const stored = every(MINUTE_MS, MIDNIGHT - 9 * DAY_MS, MIDNIGHT);
    const { read, asked } = serverOf(stored);
    const { bars } = await loadWindow(read, { fromMs: MIDNIGHT - 2 * DAY_MS, toMs: MIDNIGHT }, going);
    expect(asked).toHaveLength(2);
    expect(bars).toEqual(stored.slice(-2_880));
  });

  it('continues until the studies have enough bars', async () => {
    const { read, asked } = serverOf(every(DAY_MS, MIDNIGHT - 3_000 * DAY_MS, MIDNIGHT));
    const page = await load(read, 599, '1D');
    expect(page.bars).toHaveLength(730);
    expect(page.hasOlder).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('skips a gap of years with one more request, which does not count as a round', async () => {
    const old = every(MINUTE_MS, MIDNIGHT - 900 * DAY_MS, MIDNIGHT - 899 * DAY_MS);
    const { read, asked } = serverOf(old);
    const page = await load(read, 200);
    expect(page.bars).toHaveLength(1_440);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.toMs).toBe((old.at(-1)?.time ?? 0) + 1_000);
  });

  it('stops after twelve windows that had bars', async () => {
    const { read } = serverOf(every(DAY_MS, MIDNIGHT - 900 * DAY_MS, MIDNIGHT));
    const page = await load(read, 200);
    expect(page.bars).toHaveLength(24);
    expect(page.hasOlder).toBe(true);
  });

  it('ends history only at the beginning that the server reports', async () => {
    const { read } = serverOf(every(DAY_MS, MIDNIGHT - 40 * DAY_MS, MIDNIGHT));
    const page = await load(read, 200, '1D');
    expect(page.bars).toHaveLength(40);
    expect(page.hasOlder).toBe(false);
  });

  it('never takes a failure for the beginning: without a bar the load fails', async () => {
    const failing: ReadPage = () => Promise.reject(new Error('HTML'));
    await expect(load(failing, 599, '1D')).rejects.toThrow('HTML');
  });

  it('keeps bars read before a failure, and returns the failure', async () => {
    const { read } = serverOf(every(DAY_MS, MIDNIGHT - 3_000 * DAY_MS, MIDNIGHT));
    const failing: ReadPage = (span, signal) =>
      span.toMs < MIDNIGHT ? Promise.reject(new Error('HTML')) : read(span, signal);
    const page = await load(failing, 599, '1D');
    expect(page.bars).toHaveLength(365);
    expect(page).toMatchObject({ hasOlder: true, failure: new Error('HTML') });
  });

  it('rejects once the chart has been left', async () => {
    const leaving = new AbortController();
    const { read } = serverOf(every(DAY_MS, MIDNIGHT - 3_000 * DAY_MS, MIDNIGHT));
    const left: ReadPage = (span, signal) => {
      if (span.toMs === MIDNIGHT) return read(span, signal);
      leaving.abort(new Error('left'));
      return Promise.reject(new Error('left'));
    };
    const goal = { resolution: '1D', targetBars: 599 } as const;
    await expect(loadBars(left, goal, MIDNIGHT, leaving.signal)).rejects.toThrow('left');
  });

  it('passes on the bars read so far before each further window', async () => {
    const { read } = serverOf(every(DAY_MS, MIDNIGHT - 3_000 * DAY_MS, MIDNIGHT));
    const parts: number[] = [];
    const onPart = (bars: ChartBar[]) => parts.push(bars.length);
    const goal = { resolution: '1D', targetBars: 900, onPart } as const;
    const page = await loadBars(read, goal, MIDNIGHT, going);
    expect(parts).toEqual([365, 730]);
    expect(page.bars).toHaveLength(1_095);
  });

  it('rejects an answer without bars that names no older one, instead of looping', async () => {
    const broken: ReadPage = async () => ({
      bars: [],
      olderBarMs: null,
      isBeginning: false,
      lacksNewest: false,
      knownUntilMs: null,
    });
    await expect(load(broken, 200)).rejects.toThrow('named no older one');
  });

  it('requests windows of the resolution’s length', async () => {
    const { read, asked } = serverOf(every(DAY_MS, MIDNIGHT - 3_000 * DAY_MS, MIDNIGHT));
    await load(read, 200, '1D');
    expect(asked[0]).toEqual({ fromMs: MIDNIGHT - historyWindowMs('1D'), toMs: MIDNIGHT });
  });
});
