import { DAY_MS, historyWindowMs, type MarketHours, type Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartBar } from '@moneytrail/chart';
import { LONGEST_EARLY_MS } from '../../../api/early-reads.ts';
import { endOfNow } from '../../../api/history-query.ts';
import type { StreamClient } from '../../../api/stream/stream-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { loadBars, loadWindow } from '../history/load-bars.ts';
import type { ReadPage } from '../history/read-page.ts';
import { schedulePolls } from './bar-scheduler.ts';
import { createStreamedBars, type StreamedBars } from './streamed-bars.ts';
import { createWatermark, type Watermark } from './watermark.ts';

/** How many older bars one scroll to the left asks for. */
const OLDER_BARS = 500;

export type BarSourceDeps = {
  /** The server's time. */
  clock: Clock;
  random: () => number;
  readPage: ReadPage;
  stream: Pick<StreamClient, 'subscribe' | 'onFeed'>;
};

export type BarSourceSetting = {
  ticker: string;
  /** Whose feed the prices come from. */
  exchange: string;
  hours: MarketHours;
  resolution: Resolution;
  /** Bars from an earlier look, oldest first, drawn until the newest are there; empty where there was none. */
  keptBars: ChartBar[];
  /** How many bars the studies need, asked at each load. */
  neededBars: () => number;
  /** A price arrived, made at a moment. */
  onTick: (timeMs: number) => void;
  /** A bar has closed and was looked for in history. */
  onClosedBar: () => void;
  /** More was missed than one window holds: all must be read again. */
  onGap: () => void;
};

/** Reads pages, and notes whether one of them lacked the newest bars. */
function createNotingReader(read: ReadPage) {
  let isWhole = true;
  const readPage: ReadPage = async (span, signal) => {
    const page = await read(span, signal);
    if (page.lacksNewest) isWhole = false;
    return page;
  };
  return { readPage, isWhole: () => isWhole };
}

/** Passes on that a feed goes offline or comes back; every connection tells the state once more. */
function createFeedWatch(watermark: Watermark): (isOffline: boolean) => void {
  let wasOffline = false;
  return (isOffline) => {
    if (isOffline === wasOffline) return;
    wasOffline = isOffline;
    if (isOffline) watermark.lost('feed');
    else watermark.returned('feed');
  };
}

type Followers = {
  streamed: StreamedBars;
  watermark: Watermark;
  onBar: (bar: ChartBar) => void;
};

function followStream(
  { stream }: BarSourceDeps,
  { ticker, resolution, onTick }: BarSourceSetting,
  { streamed, watermark, onBar }: Followers,
): () => void {
  return stream.subscribe(
    { symbol: ticker, resolution },
    {
      onUpdate: ({ bar, closed, quote }) => {
        for (const one of [closed, bar]) {
          if (one === null) continue;
          streamed.set(one);
          onBar(one);
        }
        onTick(quote.timeMs);
      },
      onLost: () => {
        streamed.clear();
        watermark.lost('stream');
      },
      onRestored: () => watermark.returned('stream'),
    },
  );
}

/**
 * Where the chart of one instrument gets its bars: history page by page, the forming bar from the stream, and each
 * closed bar once more from history. What was missed in an outage is read again until it has been read.
 */
export function createBarSource(deps: BarSourceDeps, setting: BarSourceSetting): BarSource {
  const { clock } = deps;
  const { hours, resolution } = setting;
  const streamed = createStreamedBars();
  let onBar = (_bar: ChartBar) => {};
  let onUnread = (_fromMs: number | null) => {};

  const withStreamed = (bars: ChartBar[], askedMs: number) =>
    streamed.over(bars, (barMs) => watermark.isSettled(barMs, askedMs));
  const readFrom = async (fromMs: number, askedMs: number, signal: AbortSignal) => {
    const toMs = endOfNow(hours, resolution, askedMs);
    // The market rests: the next bar lies ahead.
    if (fromMs >= toMs) return true;
    if (toMs - fromMs > historyWindowMs(resolution) + 2 * DAY_MS) {
      setting.onGap();
      return true;
    }
    const { readPage, isWhole } = createNotingReader(deps.readPage);
    const { bars } = await loadWindow(readPage, { fromMs, toMs }, signal);
    if (signal.aborted) return false;
    for (const bar of withStreamed(bars, askedMs)) onBar(bar);
    return isWhole();
  };
  const watermark = createWatermark({
    ...deps,
    ...setting,
    read: readFrom,
    onUnread: (fromMs) => onUnread(fromMs),
  });

  return {
    loadNewest: async (signal, onPart) => {
      if (setting.keptBars.length > 0) onPart(setting.keptBars);
      const nowMs = clock.now();
      // Its first page may be one that was read early.
      const askedMs = nowMs - LONGEST_EARLY_MS;
      const { readPage, isWhole } = createNotingReader(deps.readPage);
      const target = { resolution, targetBars: setting.neededBars(), onPart };
      const toMs = endOfNow(hours, resolution, nowMs);
      const page = await loadBars(readPage, target, toMs, signal);
      const lastMs = page.bars.at(-1)?.time ?? null;
      watermark.loaded({ askedMs, isWhole: isWhole(), lastMs });
      return { ...page, bars: withStreamed(page.bars, askedMs) };
    },
    loadOlder: (beforeMs, signal) =>
      loadBars(deps.readPage, { resolution, targetBars: OLDER_BARS }, beforeMs, signal),
    subscribe: (barListener, unreadListener) => {
      onBar = barListener;
      onUnread = unreadListener;
      let isEnded = false;
      const watchFeed = createFeedWatch(watermark);
      const stops = [
        followStream(deps, setting, { streamed, watermark, onBar }),
        deps.stream.onFeed((exchange, isOffline) => {
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
