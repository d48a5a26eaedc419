import { historyWindowMs, type Resolution, SECOND_MS, type Span } from '@moneytrail/calendar';
import type { BarsPage, ChartBar } from '@moneytrail/chart';
import type { HistoryPage, ReadPage } from './read-page.ts';

/** At most so many windows with bars are read at once. */
const MAX_ROUNDS = 12;
/** The least number of bars that a load aims at. */
const MIN_TARGET_BARS = 200;

/**
 * Reads a whole window page by page, newest first: a page holds at most 2 000 bars, a window may hold more. Bars come
 * ascending and unique; the answer's `olderBarMs` and `isBeginning` are those of the oldest page.
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

export type LoadGoal = {
  resolution: Resolution;
  targetBars: number;
  /** Takes what has been read whenever another window is still to come. */
  onPart?: (bars: ChartBar[]) => void;
};

/**
 * Loads bars older than a moment, window by window, until there are enough, until 12 windows had bars, or until
 * history begins. After an empty window the next one ends with the bar that the server names, so that a weekend or
 * a gap of years costs one request. A failure is never taken for the beginning: it fails the load, or, once there are
 * bars, ends it with the reason why those before them are missing.
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

function nextEndMs({ bars, olderBarMs, isBeginning }: HistoryPage, fromMs: number): number {
  if (bars.length > 0 || isBeginning) return fromMs;
  if (olderBarMs === null || olderBarMs >= fromMs) {
    throw new Error('The server answered no bars and named no older one.');
  }
  return olderBarMs + SECOND_MS;
}
