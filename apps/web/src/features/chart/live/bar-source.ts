import {
  barTimeOf,
  DAY_MS,
  historyWindowMs,
  isDateResolution,
  type MarketHours,
  MINUTE_MS,
  type Resolution,
} from '@moneytrail/calendar';
import type { BarSource, ChartBar } from '@moneytrail/chart';
import type { StreamClient } from '../../../api/stream/stream-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { loadBars, loadWindow } from '../history/load-bars.ts';
import type { ReadPage } from '../history/read-page.ts';
import { schedulePolls } from './bar-scheduler.ts';

/** How many older bars one scroll to the left asks for. */
const OLDER_BARS = 500;

export type BarSourceDeps = {
  /** The server's time. */
  clock: Clock;
  random: () => number;
  readPage: ReadPage;
  stream: Pick<StreamClient, 'subscribe'>;
};

export type BarSourceSetting = {
  ticker: string;
  hours: MarketHours;
  resolution: Resolution;
  /** Bars from an earlier look, oldest first, drawn until the newest are there; empty where there was none. */
  keptBars: ChartBar[];
  /** How many bars the studies need, asked at each load. */
  neededBars: () => number;
  /** A price arrived, made at a moment. */
  onTick: (timeMs: number) => void;
  /** The bar that closed last has been read again from history. */
  onClosedBar: () => void;
  /** More was missed than one window holds: all must be read again. */
  onGap: () => void;
};

/** A whole minute after everything there is, so that equal requests of many browsers are equal. */
function endOfNow(hours: MarketHours, resolution: Resolution, nowMs: number): number {
  const formingMs = barTimeOf(hours, resolution, nowMs);
  // A session that opens in the evening belongs to the next date, whose bar lies ahead of the moment.
  const newestMs = isDateResolution(resolution) ? Math.max(formingMs, nowMs) : nowMs;
  return (Math.floor(newestMs / MINUTE_MS) + 1) * MINUTE_MS;
}

/**
 * Where the chart of one instrument gets its bars: history page by page, the forming bar from the stream, and each
 * closed bar once more from history. What was missed while the stream was down is read when it is back.
 */
export function createBarSource(deps: BarSourceDeps, setting: BarSourceSetting): BarSource {
  const { clock, readPage } = deps;
  const { hours, resolution } = setting;
  let lastTimeMs: number | null = null;
  let formerTimeMs: number | null = null;

  const remember = ({ time }: ChartBar) => {
    if (lastTimeMs !== null && time <= lastTimeMs) return;
    formerTimeMs = lastTimeMs;
    lastTimeMs = time;
  };

  /** Reads everything from a bar on and hands it over, oldest first. */
  const readFrom = async (
    fromMs: number,
    listener: (bar: ChartBar) => void,
    signal: AbortSignal,
  ) => {
    const toMs = endOfNow(hours, resolution, clock.now());
    if (toMs - fromMs > historyWindowMs(resolution) + 2 * DAY_MS) return setting.onGap();
    const { bars } = await loadWindow(readPage, { fromMs, toMs }, signal);
    for (const bar of bars) {
      remember(bar);
      listener(bar);
    }
  };

  return {
    loadNewest: async (signal, onPart) => {
      if (setting.keptBars.length > 0) onPart(setting.keptBars);
      const target = { resolution, targetBars: setting.neededBars(), onPart };
      const toMs = endOfNow(hours, resolution, clock.now());
      const page = await loadBars(readPage, target, toMs, signal);
      formerTimeMs = page.bars.at(-2)?.time ?? null;
      lastTimeMs = page.bars.at(-1)?.time ?? null;
      return page;
    },
    loadOlder: (beforeMs, signal) =>
      loadBars(readPage, { resolution, targetBars: OLDER_BARS }, beforeMs, signal),
    subscribe: (listener) => {
      const ending = new AbortController();
      const repair = (fromMs: number | null) => {
        if (fromMs === null) return Promise.resolve();
        // Polling fails silently: the status beside the price tells the age, and the next poll tries again.
        return readFrom(fromMs, listener, ending.signal).catch(() => {});
      };
      const unsubscribe = deps.stream.subscribe(
        { symbol: setting.ticker, resolution },
        {
          onUpdate: ({ bar, closed, quote }) => {
            for (const one of [closed, bar]) {
              if (one === null) continue;
              remember(one);
              listener(one);
            }
            setting.onTick(quote.timeMs);
          },
          onRestored: () => void repair(lastTimeMs),
        },
      );
      const stopPolls = schedulePolls(deps, { hours, resolution }, () => {
        repair(formerTimeMs ?? lastTimeMs).then(() => {
          if (!ending.signal.aborted) setting.onClosedBar();
        });
      });
      return () => {
        ending.abort();
        unsubscribe();
        stopPolls();
      };
    },
  };
}
