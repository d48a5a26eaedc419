import { historyWindowMs, type Resolution } from '@moneytrail/calendar';
import type { BarsPage } from '@moneytrail/chart';
import type { HistoryPage, ReadPage, Span } from './history-page.ts';

/** At most so many windows with bars are read at once. */
const MAX_ROUNDS = 12;
/** The least number of bars that a load aims at. */
const MIN_TARGET_BARS = 200;

const SECOND_MS = 1_000;

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

/**
 * Loads bars older than a moment, window by window, until there are enough, until 12 windows had bars, or until
 * history begins. After an empty window the next one ends with the bar that the server names, so that a weekend or
 * a gap of years costs one request. A failure fails the load: it is never taken for the beginning.
 */
export async function loadBars(
  readPage: ReadPage,
  { resolution, targetBars }: { resolution: Resolution; targetBars: number },
  beforeMs: number,
  signal: AbortSignal,
): Promise<BarsPage> {
  const windowMs = historyWindowMs(resolution);
  const target = Math.max(targetBars, MIN_TARGET_BARS);
  const windows: HistoryPage['bars'][] = [];
  let count = 0;
  let endMs = beforeMs;
  for (let rounds = 0; rounds < MAX_ROUNDS && count < target; ) {
    const fromMs = Math.max(0, endMs - windowMs);
    const loaded = await loadWindow(readPage, { fromMs, toMs: endMs }, signal);
    if (loaded.bars.length > 0) {
      windows.unshift(loaded.bars);
      count += loaded.bars.length;
      rounds += 1;
    }
    if (loaded.isBeginning) return { bars: windows.flat(), hasOlder: false };
    endMs = nextEndMs(loaded, fromMs);
  }
  return { bars: windows.flat(), hasOlder: true };
}

function nextEndMs({ bars, olderBarMs }: HistoryPage, fromMs: number): number {
  if (bars.length > 0) return fromMs;
  if (olderBarMs === null || olderBarMs >= fromMs) {
    throw new Error('The server answered no bars and named no older one.');
  }
  return olderBarMs + SECOND_MS;
}
