import { barOpensAtMs, barTimeOf } from '@moneytrail/calendar';
import type { BarSource, BarsPage, ChartBar } from '@moneytrail/chart';
import { knownBars } from './replay-bars.ts';
import type { ReplaySeries } from './replay-series.ts';

type Deps = {
  series: ReplaySeries;
  /** Shorter bars, of which the bar that forms at a moment is made; null where none is to be formed. */
  finer: (atMs: number) => ReplaySeries | null;
  /** The replayed moment. */
  momentMs: () => number;
  /** Bars that the studies need. */
  neededBars: () => number;
};

export type ReplaySource = BarSource & {
  /** Loads what is known at a moment ahead. */
  reach: (momentMs: number, signal: AbortSignal) => Promise<void>;
  /** Hands on what has become known since the last call. */
  advance: () => void;
  /** The bars that are known at the replayed moment. */
  known: () => ChartBar[];
};

/** Loads the shorter bars of the bar that forms at a moment. */
async function loadForming(
  finer: ReplaySeries | null,
  { hours, resolution }: ReplaySeries,
  momentMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (!finer) return;
  await finer.around(momentMs, 1, signal);
  const formingMs = barTimeOf(hours, resolution, momentMs - 1);
  await finer.reachBack(barOpensAtMs(hours, resolution, formingMs), signal);
}

/**
 * The bars of an instrument as they were known at the replayed moment: closed ones, and the forming one made of shorter
 * bars. They are streamed as the moment moves on. A moment before needs another source.
 */
export function createReplaySource({ series, finer, momentMs, neededBars }: Deps): ReplaySource {
  const { hours } = series;
  let onBar = (_bar: ChartBar) => {};
  let isOver = false;
  /** Time of the newest bar that was handed on; null before the first bars. */
  let handedMs: number | null = null;
  const known = () => {
    const atMs = momentMs();
    return knownBars(series.row(), finer(atMs)?.row() ?? null, hours, atMs);
  };
  const cut = (bars: readonly ChartBar[]) => {
    const atMs = momentMs();
    return bars.filter((bar) => series.closesAt(bar) <= atMs);
  };
  return {
    known,
    loadNewest: async (signal): Promise<BarsPage> => {
      let atMs: number;
      do {
        atMs = momentMs();
        await series.around(atMs, neededBars(), signal);
        await loadForming(finer(atMs), series, atMs, signal);
        // The moment may have moved meanwhile.
      } while (atMs !== momentMs());
      const bars = known();
      handedMs = bars.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
      return { bars, hasOlder: series.hasOlder() };
    },
    loadOlder: async (beforeMs, signal) => {
      const page = await series.older(beforeMs, signal);
      return { ...page, bars: cut(page.bars) };
    },
    loadNewer: async (afterMs, signal) => {
      const page = await series.newer(afterMs, signal);
      const closed = cut(page.bars);
      const lastMs = closed.at(-1)?.time ?? afterMs;
      const rest = closed.length < page.bars.length || page.bars.length === 0;
      const forming = rest ? known().filter(({ time }) => time > lastMs) : [];
      return { ...page, bars: [...closed, ...forming] };
    },
    subscribe: (listener) => {
      onBar = listener;
      return () => {
        isOver = true;
      };
    },
    reach: async (atMs, signal) => {
      // Its first load follows the moment.
      if (handedMs === null) return;
      await series.next(atMs, signal);
      await loadForming(finer(atMs), series, atMs, signal);
    },
    advance: () => {
      const fromMs = handedMs;
      if (isOver || fromMs === null) return;
      const bars = known().filter(({ time }) => time >= fromMs);
      for (const bar of bars) onBar(bar);
      handedMs = bars.at(-1)?.time ?? fromMs;
    },
  };
}
