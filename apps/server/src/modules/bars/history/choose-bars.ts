import { type BarColumns, positionOf, sliceColumns, timeAt } from '../columns/bar-columns.ts';
import type { History, HistoryRequest } from './history-request.ts';

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
export function chooseBars(
  request: HistoryRequest,
  collected: Collected,
): Omit<History, 'warning' | 'stored'> {
  const { columns } = collected;
  const first = firstOf(request, collected);
  const nextTime = first > 0 ? timeAt(columns, first - 1) : null;
  const chosen = sliceColumns(columns, first, columns.length);
  return { columns: chosen, nextTime, noData: chosen.length === 0 && nextTime === null };
}
