import type { ChartBar } from '@moneytrail/chart';

/** A span of time, ms: from inclusive, to exclusive. */
export type Span = { fromMs: number; toMs: number };

/** A page of history as the server answers it: the newest bars of the span. */
export type HistoryPage = {
  bars: ChartBar[];
  /** Time of the newest bar older than the first answered (without bars: older than the span); null if unknown. */
  olderBarMs: number | null;
  /** History truly begins here. */
  isBeginning: boolean;
};

/** Reads one page; rejects on failure, never with an empty page. */
export type ReadPage = (span: Span, signal: AbortSignal) => Promise<HistoryPage>;
