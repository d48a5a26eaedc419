import type { Resolution, Span } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { type BarColumns, positionOf, sliceColumns, timeAt } from '../columns/bar-columns.ts';
import type { SeriesKey } from '../store/series.ts';

/** Which bars are wanted, `[fromMs, toMs)`. */
export type HistoryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  fromMs: number;
  toMs: number;
  /** At most the newest so many bars of the window. */
  limit: number;
  /** Above 0: at least so many bars before `toMs`, whatever `fromMs` says. */
  countBack: number;
};

export type History = {
  columns: BarColumns;
  /** Time of the newest bar older than the first one answered, without bars older than `fromMs`; null where none exists. */
  nextTime: number | null;
  /** Neither a bar in the window nor an older one exists. */
  noData: boolean;
  /** Names the feed whose failure leaves bars out. */
  warning: string | null;
  /** Where bars are left out, around and between those that are answered; none without a warning. */
  missing: readonly Span[];
  /** The time of the first bar that may change still: those before it are in the form that the feed gave them for good. */
  wholeUntilMs: number;
  /** The stretch of the store it was made from, and the versions of that: while they last, it would be made again. */
  stored: { key: SeriesKey; fromMs: number; toMs: number; stamp: string };
};

/** Rolled-up bars older than the end of a window, read from the newest backwards. */
export type Collected = {
  columns: BarColumns;
  /** Whether nothing older exists; else the oldest bar may be only a part of its own and serves to name it. */
  isBeginning: boolean;
};

/** Position of the first bar to answer. */
function firstOf(request: HistoryRequest, { columns, isBeginning }: Collected): number {
  const oldest = isBeginning ? 0 : Math.min(1, columns.length);
  const inWindow = positionOf(columns, request.fromMs);
  if (request.countBack <= 0) return Math.max(oldest, inWindow, columns.length - request.limit);
  const counted = columns.length - request.countBack;
  const most = Math.max(request.limit, request.countBack);
  return Math.max(oldest, Math.min(inWindow, counted), columns.length - most);
}

/** Whether reading further back could change the answer. */
export function isEnough(request: HistoryRequest, collected: Collected): boolean {
  const { columns, isBeginning } = collected;
  if (isBeginning) return true;
  if (columns.length === 0) return false;
  const isWindowRead = timeAt(columns, 0) < request.fromMs;
  const known = columns.length - 1;
  if (request.countBack <= 0) return isWindowRead || known >= request.limit;
  const most = Math.max(request.limit, request.countBack);
  return known >= most || (isWindowRead && known >= request.countBack);
}

/** The answer out of what was read: the newest bars of the window, and the name of the next older one. */
export function pageOf(
  request: HistoryRequest,
  collected: Collected,
): Pick<History, 'columns' | 'nextTime' | 'noData'> {
  const { columns } = collected;
  const first = firstOf(request, collected);
  const nextTime = first > 0 ? timeAt(columns, first - 1) : null;
  const chosen = sliceColumns(columns, first, columns.length);
  return { columns: chosen, nextTime, noData: chosen.length === 0 && nextTime === null };
}
