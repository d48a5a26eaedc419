import {
  barClosesAtMs,
  barTimeOf,
  DAY_MS,
  historyWindowMs,
  isDateResolution,
  type MarketHours,
  type Resolution,
  SECOND_MS,
  type Span,
} from '@moneytrail/calendar';
import type { BarSource, BarsPage, ChartBar } from '@moneytrail/chart';
import { getHistory, type Quote } from '@moneytrail/contract';
import { type KnownBar, mergeStates } from '@moneytrail/indicators';
import { ApiError } from '../../../api/api-error.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { earlyMomentMs, LONGEST_EARLY_MS } from '../../../api/early-reads.ts';
import { historyGate } from '../../../api/history-gate.ts';
import { type BarsAddress, historyQuery, nextMinute } from '../../../api/history-query.ts';
import type { StreamClient } from '../../../api/stream/stream-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { schedulePolls } from './bar-scheduler.ts';
import { createWatermark, type Knowledge, settledBeforeMs, type Watermark } from './watermark.ts';

const HISTORY_TIMEOUT_MS = 30 * SECOND_MS;
/** A load reads at most this many windows that have bars. */
const MAX_ROUNDS = 12;
/** A load aims at no fewer bars. */
const MIN_TARGET_BARS = 200;
/** Older bars read for one scroll to the left, or for the studies at a distant time. */
const OLDER_BARS = 500;

/** A page of history: the newest bars of the requested span. */
export type HistoryPage = {
  bars: ChartBar[];
  /** Time of the newest bar before the first one, or before the span where it has none; null if unknown. */
  olderBarMs: number | null;
  /** History begins with this page. */
  isBeginning: boolean;
  /** The server's source failed: the newest bars may be missing. */
  lacksNewest: boolean;
  /** The bars include all trades up to this moment, on the feed's clock; null if all of them are final. */
  knownUntilMs: number | null;
};

/** Reads one page, of the newest bars of a span by default; a failure rejects and is never an empty page. */
export type ReadPage = (
  span: Span,
  signal: AbortSignal,
  order?: 'newest' | 'oldest',
) => Promise<HistoryPage>;

/** Names the status; the server's own message becomes the cause. */
function historyError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error;
  const { status, code, requestId, retryAfterMs, cause } = error;
  const message = `API ${getHistory.method} error: ${status}`;
  return new ApiError(message, { status, code, requestId, retryAfterMs, cause });
}

/** Reads pages of one instrument in one resolution from the server, each once. */
export function createPageReader(address: BarsAddress): ReadPage {
  return async (span, signal, order) => {
    // The newest bars are asked for without it: the address of an early read.
    const query = { ...historyQuery(address, span), ...(order && { order }) };
    const options = { signal, timeoutMs: HISTORY_TIMEOUT_MS };
    const ask = () => authorizedRequest(getHistory, { query }, options);
    const answer = await historyGate.run(ask, signal).catch((error: unknown) => {
      throw historyError(error);
    });
    return {
      bars: answer.Data,
      olderBarMs: answer.NextTime ?? null,
      isBeginning: answer.NoData === true,
      lacksNewest: answer.Warning !== undefined,
      knownUntilMs: answer.KnownUntilMs ?? null,
    };
  };
}

/**
 * Reads a whole window page by page, newest first: a page holds at most 2 000 bars, a window may hold more. Bars are
 * ascending and unique; `olderBarMs` and `isBeginning` are those of the oldest page.
 */
export async function loadWindow(
  readPage: ReadPage,
  { fromMs, toMs }: Span,
  signal: AbortSignal,
): Promise<HistoryPage> {
  let page = await readPage({ fromMs, toMs }, signal);
  const pages = [page.bars];
  let first = page.bars[0];
  while (first && !page.isBeginning && page.olderBarMs !== null && page.olderBarMs >= fromMs) {
    page = await readPage({ fromMs, toMs: first.time }, signal);
    pages.unshift(page.bars);
    first = page.bars[0];
  }
  return { ...page, bars: pages.flat() };
}

type LoadGoal = {
  resolution: Resolution;
  targetBars: number;
  /** Receives the bars read so far before each further window. */
  onPart?: (bars: ChartBar[]) => void;
};

/** The end of the next older window. An empty window is followed by the bar that the server names. */
function nextEndMs({ bars, olderBarMs, isBeginning }: HistoryPage, fromMs: number): number {
  if (bars.length > 0 || isBeginning) return fromMs;
  if (olderBarMs === null || olderBarMs >= fromMs) {
    throw new Error('The server answered no bars and named no older one.');
  }
  return olderBarMs + SECOND_MS;
}

/**
 * Loads bars older than a moment, window by window, until there are enough, until 12 windows had bars, or until history
 * begins. A weekend or a gap of years costs one request. A failure is never taken for the beginning: without bars it
 * fails the load; with bars it ends the load and is returned beside them.
 */
export async function loadBars(
  readPage: ReadPage,
  { resolution, targetBars, onPart }: LoadGoal,
  beforeMs: number,
  signal: AbortSignal,
): Promise<BarsPage> {
  const windowMs = historyWindowMs(resolution);
  const target = Math.max(targetBars, MIN_TARGET_BARS);
  let bars: ChartBar[] = [];
  let endMs = beforeMs;
  for (let rounds = 0; rounds < MAX_ROUNDS && bars.length < target; ) {
    if (bars.length > 0) onPart?.(bars);
    const fromMs = Math.max(0, endMs - windowMs);
    let loaded: HistoryPage;
    try {
      loaded = await loadWindow(readPage, { fromMs, toMs: endMs }, signal);
      endMs = nextEndMs(loaded, fromMs);
    } catch (error) {
      if (bars.length === 0 || signal.aborted) throw error;
      return { bars, hasOlder: true, failure: error };
    }
    if (loaded.bars.length > 0) {
      bars = [...loaded.bars, ...bars];
      rounds += 1;
    }
    if (loaded.isBeginning) return { bars, hasOlder: false };
  }
  return { bars, hasOlder: true };
}

/** A whole minute after every existing bar. */
function endOfNow(hours: MarketHours, resolution: Resolution, nowMs: number): number {
  const formingMs = barTimeOf(hours, resolution, nowMs);
  // An evening session belongs to the next date, whose bar lies ahead of the moment.
  return nextMinute(isDateResolution(resolution) ? Math.max(formingMs, nowMs) : nowMs);
}

/** Wraps a reader to record what its pages tell of the newest bars. */
function recordKnowledge(read: ReadPage, askedMs: number) {
  let isWhole = true;
  let toldMs = Number.POSITIVE_INFINITY;
  const readPage: ReadPage = async (span, signal) => {
    const page = await read(span, signal);
    if (page.lacksNewest) isWhole = false;
    toldMs = Math.min(toldMs, page.knownUntilMs ?? toldMs);
    return page;
  };
  const known = (): Knowledge => ({
    isWhole,
    knownUntilMs: toldMs === Number.POSITIVE_INFINITY ? settledBeforeMs(askedMs) : toldMs,
  });
  return { readPage, known };
}

/** States of the newest bars that are kept, so that a late answer of history does not replace a newer one. */
const KEPT_STATES = 8;

/** The newest bars, streamed and from history: of two states of a bar the one that knows more counts. */
function createNewestBars(hours: MarketHours, resolution: Resolution) {
  const states = new Map<number, KnownBar>();
  const take = (state: KnownBar): KnownBar => {
    const { time } = state;
    const known = states.get(time);
    const merged = known
      ? mergeStates(known, state, barClosesAtMs(hours, resolution, time))
      : state;
    states.set(time, merged);
    if (states.size > KEPT_STATES) states.delete(Math.min(...states.keys()));
    return merged;
  };
  return {
    take,
    clear: () => states.clear(),
    /** History's bars, replaced and followed by states that know more. */
    over(history: ChartBar[], knownUntilMs: number): ChartBar[] {
      const firstKept = history.length - KEPT_STATES;
      const merged = history.map((bar, index) =>
        index >= firstKept || states.has(bar.time) ? take({ ...bar, knownUntilMs }) : bar,
      );
      const lastMs = history.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
      const newer = [...states.values()].filter(({ time }) => time > lastMs);
      return [...merged, ...newer.sort((a, b) => a.time - b.time)];
    },
  };
}

/** Tells the watermark when a feed goes offline or returns; each connection repeats the present state. */
function createFeedWatch(watermark: Watermark): (isOffline: boolean) => void {
  let wasOffline = false;
  return (isOffline) => {
    if (isOffline === wasOffline) return;
    wasOffline = isOffline;
    if (isOffline) watermark.lost('feed');
    else watermark.returned('feed');
  };
}

export type BarSourceDeps = {
  /** The server's time. */
  clock: Clock;
  random: () => number;
  readPage: ReadPage;
  stream: Pick<StreamClient, 'subscribe' | 'onFeed'>;
};

export type BarSourceSetting = {
  ticker: string;
  /** The exchange whose feed has the prices. */
  exchange: string;
  hours: MarketHours;
  resolution: Resolution;
  /** Bars of an earlier visit, oldest first, drawn until the newest are loaded. */
  keptBars: ChartBar[];
  /** Bars that the studies need, asked at each load. */
  neededBars: () => number;
  /** Whether the bars handed on include the newest page, not only those of an earlier visit. */
  onFresh?: (isFresh: boolean) => void;
  /** A bar is handed on, drawn or not. */
  onBar?: (bar: ChartBar) => void;
  /** The newest quote; null once the stream is lost, which would tell of a new session. */
  onQuote: (quote: Quote | null) => void;
  /** A bar has closed and was read from history. */
  onClosedBar: () => void;
  /** More than one window was missed: everything has to be loaded again. */
  onGap: () => void;
};

/**
 * The bars of one chart: history page by page, the forming bar from the stream, and each closed bar once more from
 * history. Bars missed in an outage are read again until that succeeds.
 */
export function createBarSource(deps: BarSourceDeps, setting: BarSourceSetting): BarSource {
  const { clock, stream } = deps;
  const { ticker, hours, resolution } = setting;
  const newest = createNewestBars(hours, resolution);
  let onBar = (_bar: ChartBar) => {};
  let onUnread = (_fromMs: number | null) => {};

  const readFrom = async (fromMs: number, askedMs: number, signal: AbortSignal) => {
    const { readPage, known } = recordKnowledge(deps.readPage, askedMs);
    const toMs = endOfNow(hours, resolution, askedMs);
    // The market is closed: the next bar lies ahead.
    if (fromMs >= toMs) return known();
    if (toMs - fromMs > historyWindowMs(resolution) + 2 * DAY_MS) {
      setting.onGap();
      return known();
    }
    const { bars } = await loadWindow(readPage, { fromMs, toMs }, signal);
    if (signal.aborted) return known();
    for (const bar of newest.over(bars, known().knownUntilMs)) onBar(bar);
    return known();
  };
  const watermark = createWatermark({
    ...deps,
    ...setting,
    read: readFrom,
    onUnread: (fromMs) => onUnread(fromMs),
  });
  const followStream = () =>
    stream.subscribe(
      { symbol: ticker, resolution },
      {
        onUpdate: ({ bar, closed, quote }) => {
          for (const one of [closed, bar]) {
            if (one !== null) onBar(newest.take(one));
          }
          setting.onQuote(quote);
        },
        onLost: () => {
          newest.clear();
          setting.onQuote(null);
          watermark.lost('stream');
        },
        onRestored: () => watermark.returned('stream'),
      },
    );

  return {
    loadNewest: async (signal, onPart) => {
      setting.onFresh?.(false);
      if (setting.keptBars.length > 0) onPart(setting.keptBars);
      // The first page may have been requested before the application was loaded, and in the minute before.
      const nowMs = earlyMomentMs(getHistory.path, clock.now());
      const askedMs = nowMs - LONGEST_EARLY_MS;
      const { readPage, known } = recordKnowledge(deps.readPage, askedMs);
      const merged = (bars: ChartBar[]) => newest.over(bars, known().knownUntilMs);
      const goal = {
        resolution,
        targetBars: setting.neededBars(),
        onPart: (bars: ChartBar[]) => {
          setting.onFresh?.(true);
          onPart(merged(bars));
        },
      };
      const page = await loadBars(readPage, goal, endOfNow(hours, resolution, nowMs), signal);
      const lastMs = page.bars.at(-1)?.time ?? null;
      watermark.loaded({ ...known(), lastMs });
      return { ...page, bars: merged(page.bars) };
    },
    loadOlder: (beforeMs, signal) =>
      loadBars(deps.readPage, { resolution, targetBars: OLDER_BARS }, beforeMs, signal),
    loadNewer: async (afterMs, signal) => {
      const span = {
        fromMs: Math.max(0, afterMs + 1),
        toMs: endOfNow(hours, resolution, clock.now()),
      };
      if (span.fromMs >= span.toMs) return { bars: [], hasOlder: true };
      const { bars, olderBarMs } = await deps.readPage(span, signal, 'oldest');
      return { bars, hasOlder: olderBarMs !== null };
    },
    subscribe: (barListener, unreadListener) => {
      onBar = (bar) => {
        setting.onBar?.(bar);
        barListener(bar);
      };
      onUnread = unreadListener;
      let isEnded = false;
      const watchFeed = createFeedWatch(watermark);
      const stops = [
        followStream(),
        stream.onFeed((exchange, isOffline) => {
          if (exchange === setting.exchange) watchFeed(isOffline);
        }),
        schedulePolls(deps, { hours, resolution }, async () => {
          await watermark.catchUp();
          if (!isEnded) setting.onClosedBar();
        }),
        watermark.end,
      ];
      return () => {
        isEnded = true;
        for (const stop of stops) stop();
      };
    },
  };
}
