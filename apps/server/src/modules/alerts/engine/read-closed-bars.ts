import type { Resolution } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { closedCount } from '../../analysis/index.ts';
import {
  type BarColumns,
  type BarService,
  type History,
  NO_BARS,
  positionOf,
  STORED_BARS_ONLY,
  sliceColumns,
  wholeEnd,
} from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

export type ClosedBars = {
  /** Closed and final bars, oldest first, without a hole among them. */
  columns: BarColumns;
  /** The first bar that is not known to be final; -Infinity if none is. */
  wholeUntilMs: number;
};

export type WantedBars = {
  resolution: Resolution;
  /** The most bars that are read, the newest. */
  count: number;
  /** The bars that close after this moment come without a hole: those behind one are left out. */
  sinceMs: number;
  /** Whether the feed is asked for what is not stored. */
  asksFeed: boolean;
};

/** Stored bars with nothing missing between `sinceMs` and the end; a hole before it cuts off what is older. */
function whole(
  instrument: Instrument,
  { resolution, sinceMs }: WantedBars,
  read: Pick<History, 'columns' | 'wholeUntilMs' | 'missing'>,
): ClosedBars {
  const ahead = read.missing.filter(({ toMs }) => toMs > sinceMs);
  const behind = read.missing.filter(({ toMs }) => toMs <= sinceMs);
  const ends = ahead.map(({ fromMs }) => wholeEnd(instrument, resolution, fromMs));
  const wholeUntilMs = Math.min(read.wholeUntilMs, ...ends);
  const to = positionOf(read.columns, wholeUntilMs);
  const from = positionOf(read.columns, Math.max(0, ...behind.map(({ toMs }) => toMs)));
  return { columns: sliceColumns(read.columns, Math.min(from, to), to), wholeUntilMs };
}

/** The newest closed and final bars. A failure of the feed leaves out what is not stored. */
export async function readClosedBars(
  bars: Pick<BarService, 'history'>,
  instrument: Instrument,
  wanted: WantedBars,
  nowMs: number,
): Promise<ClosedBars> {
  const { resolution, count, asksFeed } = wanted;
  const toMs = Number.MAX_SAFE_INTEGER;
  // Two more: the last one may have just closed, and the next one be forming.
  const most = { limit: count + 2, countBack: count + 2 };
  const request = { instrument, resolution, fromMs: toMs, toMs, ...most };
  try {
    const history = await bars.history(request, asksFeed ? {} : STORED_BARS_ONLY);
    const read = whole(instrument, wanted, history);
    const closed = closedCount(instrument.hours, resolution, read, nowMs);
    const first = Math.max(0, closed - count);
    return { ...read, columns: sliceColumns(read.columns, first, closed) };
  } catch (error) {
    const isNothingStored = error instanceof AppError && error.code === 'FEED_UNAVAILABLE';
    if (!isNothingStored) throw error;
    return { columns: NO_BARS, wholeUntilMs: Number.NEGATIVE_INFINITY };
  }
}
