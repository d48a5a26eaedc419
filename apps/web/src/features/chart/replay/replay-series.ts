import {
  barClosesAtMs,
  barTimeOf,
  type MarketHours,
  type Resolution,
  SECOND_MS,
} from '@moneytrail/calendar';
import type { BarsPage, ChartBar } from '@moneytrail/chart';
import { nextMinute } from '../../../api/history-query.ts';
import { loadBars, type ReadPage } from '../data/bar-source.ts';
import { type BarRow, closedCount } from './replay-bars.ts';

/** Bars read for one scroll to the left. */
const OLDER_BARS = 500;

type Deps = {
  readPage: ReadPage;
  hours: MarketHours;
  resolution: Resolution;
  /** The server's time: later bars have not closed yet. */
  now: () => number;
};

export type ReplaySeries = ReturnType<typeof createReplaySeries>;

/**
 * The bars of one instrument around the replayed moment, read page by page and kept: those before it are shown, those
 * after it wait for their time. Only bars that have closed by now are read.
 */
export function createReplaySeries({ readPage, hours, resolution, now }: Deps) {
  /** Without gaps. */
  let bars: ChartBar[] = [];
  let hasOlder = true;
  /** All bars up to now were read at this time; null while there may be more. */
  let endedAtMs: number | null = null;
  const row = (): BarRow => ({ resolution, bars });
  const closesAt = ({ time }: ChartBar) => barClosesAtMs(hours, resolution, time);
  const loadOlder = async (signal: AbortSignal, targetBars: number) => {
    const [first] = bars;
    if (!first || !hasOlder) return;
    const goal = { resolution, targetBars };
    const page = await loadBars(readPage, goal, first.time, signal);
    if (bars[0] !== first) return;
    bars = [...page.bars, ...bars];
    hasOlder = page.hasOlder;
    if (page.failure !== undefined) throw page.failure;
  };
  const loadNewer = async (signal: AbortSignal) => {
    const last = bars.at(-1);
    const nowMs = now();
    const fromMs = last ? last.time + SECOND_MS : 0;
    const toMs = Math.max(barTimeOf(hours, resolution, nowMs), nowMs);
    const page = await readPage({ fromMs, toMs: nextMinute(toMs) }, signal, 'oldest');
    if (bars.at(-1) !== last) return;
    const knownMs = Math.min(nowMs, page.knownUntilMs ?? nowMs);
    const closed = page.bars.filter((bar) => bar.time >= fromMs && closesAt(bar) <= knownMs);
    bars = [...bars, ...closed];
    if (closed.length < page.bars.length || closed.length === 0) endedAtMs = nowMs;
  };
  return {
    resolution,
    hours,
    row,
    hasOlder: () => hasOlder,
    closesAt,
    /** Loads the bars before a moment, at least `targetBars` unless history begins; those that are loaded stay. */
    async around(momentMs: number, targetBars: number, signal: AbortSignal): Promise<void> {
      const [first] = bars;
      const last = bars.at(-1);
      const isIn = first && last && first.time <= momentMs && momentMs <= closesAt(last);
      if (!isIn) {
        // The bar that contains the moment is read too, and waits for its end.
        const endMs = Math.min(now(), Math.max(momentMs, barTimeOf(hours, resolution, momentMs)));
        const goal = { resolution, targetBars };
        const page = await loadBars(readPage, goal, endMs + SECOND_MS, signal);
        const knownMs = now();
        bars = page.bars.filter((bar) => closesAt(bar) <= knownMs);
        hasOlder = page.hasOlder;
        endedAtMs = null;
        if (page.failure !== undefined) throw page.failure;
      }
      while (hasOlder && bars.length > 0 && closedCount(row(), hours, momentMs) < targetBars) {
        await loadOlder(signal, targetBars);
      }
    },
    /** Loads bars back to a time or to the beginning of history. */
    async reachBack(fromMs: number, signal: AbortSignal): Promise<void> {
      while (hasOlder && (bars[0]?.time ?? Number.NEGATIVE_INFINITY) > fromMs) {
        await loadOlder(signal, OLDER_BARS);
      }
    },
    /** Bars strictly older than a time, for scrolling. */
    async older(beforeMs: number, signal: AbortSignal): Promise<BarsPage> {
      const first = bars[0]?.time;
      if (first === undefined || beforeMs < first) {
        return loadBars(readPage, { resolution, targetBars: OLDER_BARS }, beforeMs, signal);
      }
      if (beforeMs === first) await loadOlder(signal, OLDER_BARS);
      return { bars: bars.filter(({ time }) => time < beforeMs), hasOlder };
    },
    /** Bars strictly newer than a time, oldest first; they may be later than the replayed moment. */
    async newer(afterMs: number, signal: AbortSignal): Promise<BarsPage> {
      const first = bars[0]?.time;
      if (first !== undefined && afterMs >= first) {
        return { bars: bars.filter(({ time }) => time > afterMs), hasOlder };
      }
      const nowMs = now();
      const span = { fromMs: Math.max(0, afterMs + 1), toMs: nextMinute(nowMs) };
      const page = await readPage(span, signal, 'oldest');
      return { bars: page.bars, hasOlder: page.olderBarMs !== null };
    },
    /** The first bar that closes after a moment; null where none has closed until now. */
    async next(momentMs: number, signal: AbortSignal): Promise<ChartBar | null> {
      for (;;) {
        const bar = bars[closedCount(row(), hours, momentMs)];
        if (bar) return bar;
        if (endedAtMs !== null && now() - endedAtMs < 10 * SECOND_MS) return null;
        endedAtMs = null;
        await loadNewer(signal);
      }
    },
    /** The last bar that closed before a moment; null at the beginning of history. */
    async previous(momentMs: number, signal: AbortSignal): Promise<ChartBar | null> {
      let count = closedCount(row(), hours, momentMs - 1);
      if (count === 0) {
        await loadOlder(signal, OLDER_BARS);
        count = closedCount(row(), hours, momentMs - 1);
      }
      return bars[count - 1] ?? null;
    },
    /** The time of the first bar of history; null without bars. */
    async beginning(signal: AbortSignal): Promise<number | null> {
      const page = await readPage({ fromMs: 0, toMs: nextMinute(now()) }, signal, 'oldest');
      return page.bars[0]?.time ?? null;
    },
  };
}
