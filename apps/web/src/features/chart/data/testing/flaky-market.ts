import { MARKET_HOURS, MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { isSameBar } from '@moneytrail/indicators';
import type { SubscriptionListener } from '../../../../api/stream/stream-client.ts';
import { createFakeClock } from '../../../../lib/testing/fake-clock.ts';
import { type ReadPage, createBarSource } from '../bar-source.ts';

/** `history`: reads fail. `warning`: reads lack the newest bars. The stream stays up in both. */
export type Outage = {
  kind: 'page' | 'server' | 'feed' | 'history' | 'warning';
  seconds: number;
};

/** Silence after which a connection counts as dead. */
const SILENCE_S = 10;
/** Delay of trades in history. */
const HISTORY_LAG_MS = 10 * SECOND_MS;
/** The server has repaired an outage of its source this long after the source's return. */
const SERVER_REPAIR_MS = 5 * MINUTE_MS;
/** A starting server accepts streams before it answers, and reads missed bars a little later. */
const SERVER_START_MS = 8 * SECOND_MS;
const SERVER_CATCH_UP_MS = 40 * SECOND_MS;
const START = Date.UTC(2026, 10, 20, 12, 0, 30);

/** A pseudo-random price for each second. */
function priceAt(second: number): number {
  return 100 + ((second * 2_654_435_761) % 1_000) / 100;
}

/** The minute's bar of the ticks in `[fromMs, untilMs)`, one a second; null without any. */
function minuteBar(time: number, fromMs: number, untilMs: number): ChartBar | null {
  const prices: number[] = [];
  const endMs = Math.min(time + MINUTE_MS, untilMs);
  for (let ms = Math.max(time, fromMs); ms < endMs; ms += SECOND_MS) {
    prices.push(priceAt(Math.floor(ms / SECOND_MS)));
  }
  const [open, close] = [prices[0], prices.at(-1)];
  if (open === undefined || close === undefined) return null;
  const high = Math.max(...prices);
  return { time, open, high, low: Math.min(...prices), close, volume: prices.length };
}

function isSame(a: ChartBar | null | undefined, b: ChartBar | null): boolean {
  return a && b ? isSameBar(a, b) : !a && !b;
}

/**
 * A market of one trade a second, a server that stores it, and a chart's source, on a fake clock. Page, server and feed
 * can fail; a restarted server knows of the forming bar only what it has received since.
 */
export function createFlakyMarket() {
  const clock = createFakeClock(START);
  const down = { page: false, server: false, feed: false, history: false, warning: false };
  let heardFromMs = 0;
  let answersFromMs = 0;
  /** The span that the server lacks until it has repaired it. */
  let hole: { fromMs: number; toMs: number; wholeMs: number } | null = null;
  let subscriber: SubscriptionListener | undefined;
  let feedListener = (_exchange: string, _isOffline: boolean) => {};
  let isConnected = true;
  const undelivered: (() => void)[] = [];
  const chart = new Map<number, ChartBar>();
  let unreadFromMs: number | null = null;
  let timesMarked = 0;
  /** The fault of the next read alone. */
  let nextSpoiled: 'history' | 'warning' | null = null;
  let gaps = 0;
  let toldMs = 0;
  let staleSeconds = 0;

  const storedBar = (time: number): ChartBar | null => {
    const knownMs = clock.now() - HISTORY_LAG_MS;
    if (!hole || clock.now() >= hole.wholeMs) return minuteBar(time, 0, knownMs);
    if (time + MINUTE_MS <= hole.fromMs || time >= hole.toMs) return minuteBar(time, 0, knownMs);
    return minuteBar(time, 0, Math.min(knownMs, hole.fromMs));
  };
  const storedBars = (fromMs: number, toMs: number): ChartBar[] => {
    const bars: ChartBar[] = [];
    for (let time = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; time < toMs; time += MINUTE_MS) {
      const bar = storedBar(time);
      if (bar) bars.push(bar);
    }
    return bars;
  };
  const readPage: ReadPage = async ({ fromMs, toMs }) => {
    const isServing = !down.page && !down.server && !down.history;
    const spoiled = nextSpoiled;
    nextSpoiled = null;
    if (!isServing || spoiled === 'history' || clock.now() < answersFromMs) {
      throw new Error('No answer.');
    }
    const bars = storedBars(fromMs, toMs);
    const lacksNewest = down.feed || down.warning || spoiled === 'warning';
    const olderBarMs = fromMs - MINUTE_MS;
    return { bars, olderBarMs, isBeginning: false, lacksNewest, knownUntilMs: null };
  };
  const source = createBarSource(
    {
      clock,
      random: () => 0.5,
      readPage,
      stream: {
        subscribe: (_, listener) => {
          subscriber = listener;
          return () => {
            subscriber = undefined;
          };
        },
        onFeed: (listener) => {
          feedListener = listener;
          return () => {};
        },
      },
    },
    {
      ticker: 'FMP:BTC/USD',
      exchange: 'FMP',
      hours: MARKET_HOURS.crypto,
      resolution: '1',
      keptBars: [],
      neededBars: () => 599,
      onQuote: () => {},
      onClosedBar: () => {},
      onGap: () => {
        gaps += 1;
      },
    },
  );
  /** Delivers to the browser; during an outage of the page, delivery waits for its end. */
  const deliver = (run: () => void) => {
    if (down.page) undelivered.push(run);
    else run();
  };
  const sendUpdate = () => {
    const nowMs = clock.now();
    const time = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const turned = nowMs - time < SECOND_MS;
    const ended = turned ? minuteBar(time - MINUTE_MS, heardFromMs, nowMs) : null;
    const formed = minuteBar(time, heardFromMs, nowMs + 1);
    const closed = ended && { ...ended, knownUntilMs: time - 1 };
    const bar = formed && { ...formed, knownUntilMs: nowMs };
    toldMs = nowMs;
    const quote = { price: 1, timeMs: nowMs, bid: null, ask: null, previousClose: null };
    const message = { type: 'update', symbol: 'FMP:BTC/USD', resolution: '1' } as const;
    deliver(() => subscriber?.onUpdate({ ...message, bar, closed, quote }));
  };
  const connect = () => {
    isConnected = true;
    subscriber?.onRestored?.();
    feedListener('FMP', down.feed);
  };
  const disconnect = () => {
    isConnected = false;
    undelivered.length = 0;
    subscriber?.onLost?.();
  };
  /** Counts a second in which the forming bar differs from the last streamed one. */
  const noteForming = () => {
    const time = Math.floor(toldMs / MINUTE_MS) * MINUTE_MS;
    const told = minuteBar(time, heardFromMs, toldMs + 1);
    const isAsTold = isSame(chart.get(time), told);
    if (toldMs > 0 && clock.now() < time + MINUTE_MS && !isAsTold) staleSeconds += 1;
  };
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(SECOND_MS);
      noteForming();
      if (isConnected && !down.server && !down.feed) sendUpdate();
    }
  };
  const spoilHistory = async (kind: 'history' | 'warning', seconds: number) => {
    down[kind] = true;
    await pass(seconds);
    down[kind] = false;
  };
  const outages: Record<Outage['kind'], (seconds: number) => Promise<void>> = {
    history: (seconds) => spoilHistory('history', seconds),
    warning: (seconds) => spoilHistory('warning', seconds),
    async page(seconds) {
      down.page = true;
      await pass(Math.min(seconds, SILENCE_S));
      if (seconds >= SILENCE_S) disconnect();
      await pass(Math.max(0, seconds - SILENCE_S));
      down.page = false;
      for (const run of undelivered.splice(0)) run();
      if (!isConnected) connect();
    },
    async server(seconds) {
      down.server = true;
      disconnect();
      const fromMs = clock.now();
      await pass(seconds);
      down.server = false;
      const nowMs = clock.now();
      heardFromMs = nowMs;
      answersFromMs = nowMs + SERVER_START_MS;
      hole = { fromMs, toMs: nowMs, wholeMs: nowMs + SERVER_CATCH_UP_MS };
      connect();
    },
    async feed(seconds) {
      down.feed = true;
      hole = {
        fromMs: clock.now(),
        toMs: Number.POSITIVE_INFINITY,
        wholeMs: Number.POSITIVE_INFINITY,
      };
      deliver(() => feedListener('FMP', true));
      await pass(seconds);
      const nowMs = clock.now();
      hole = { ...hole, toMs: nowMs, wholeMs: nowMs + SERVER_REPAIR_MS };
      heardFromMs = nowMs;
      down.feed = false;
      deliver(() => feedListener('FMP', false));
    },
  };
  return {
    clock,
    async open() {
      const { bars } = await source.loadNewest(new AbortController().signal, () => {});
      for (const bar of bars) chart.set(bar.time, bar);
      source.subscribe(
        (bar) => chart.set(bar.time, bar),
        (fromMs) => {
          unreadFromMs = fromMs;
          if (fromMs !== null) timesMarked += 1;
        },
      );
    },
    pass,
    spoilNextRead(kind: 'history' | 'warning') {
      nextSpoiled = kind;
    },
    /** True once the spoiled read has happened. */
    hasSpoiled: () => nextSpoiled === null,
    suffer: ({ kind, seconds }: Outage) => outages[kind](seconds),
    unreadFromMs: () => unreadFromMs,
    timesMarked: () => timesMarked,
    gaps: () => gaps,
    /** Seconds in which the forming bar was older than the streamed one. */
    staleSeconds: () => staleSeconds,
    /** Times of bars that differ from the server's, except those that closed in the last minute. */
    wrongBars() {
      const server = storedBars(START - 60 * MINUTE_MS, clock.now() - 2 * MINUTE_MS);
      const wrong = server.filter((bar) => !isSame(chart.get(bar.time), bar));
      return wrong.map(({ time }) => time);
    },
  };
}
