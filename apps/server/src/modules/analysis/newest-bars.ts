import { isBarClosed, type MarketHours, type Resolution, type Span } from '@moneytrail/calendar';
import {
  type BarColumns,
  type BarService,
  positionOf,
  type ReadOptions,
  sliceColumns,
} from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';

export type NewestBars = {
  columns: BarColumns;
  /** Writes of bars before this moment do not affect them. */
  fromMs: number;
  /** Whether all wanted or existing bars are there, without a hole; only newer ones may be missing. */
  isWhole: boolean;
  /** Names the feed whose failure leaves bars out. */
  warning: string | null;
  /** The time of the first bar that may still change. */
  wholeUntilMs: number;
  /** Spans whose bars may be missing. */
  missing: readonly Span[];
};

/** Whether missing spans lie between the first and the last of ascending times. */
export function hasHole(times: ArrayLike<number>, missing: readonly Span[]): boolean {
  const [first, last] = [times[0], times[times.length - 1]];
  if (first === undefined || last === undefined) return false;
  return missing.some(({ fromMs, toMs }) => fromMs < last && toMs > first);
}

/** The bars after the last hole, or before one that reaches beyond the last bar. */
function unbroken(columns: BarColumns, missing: readonly Span[]) {
  const times = columns.time.subarray(0, columns.length);
  const last = times[times.length - 1] ?? 0;
  let [fromIndex, toIndex] = [0, columns.length];
  for (const hole of missing.filter((span) => hasHole(times, [span]))) {
    if (hole.toMs > last) toIndex = Math.min(toIndex, positionOf(columns, hole.fromMs));
    else fromIndex = Math.max(fromIndex, positionOf(columns, hole.toMs));
  }
  return { fromIndex: Math.min(fromIndex, toIndex), toIndex };
}

/** The newest `count` bars before `untilMs` (default: now), including the forming one. */
export async function newestBars(
  bars: Pick<BarService, 'history'>,
  wanted: { instrument: Instrument; resolution: Resolution; count: number; untilMs?: number },
  options?: ReadOptions,
): Promise<NewestBars> {
  const { instrument, resolution, count, untilMs = Number.MAX_SAFE_INTEGER } = wanted;
  const { columns, nextTime, warning, wholeUntilMs, missing } = await bars.history(
    { instrument, resolution, fromMs: untilMs, toMs: untilMs, limit: count, countBack: count },
    options,
  );
  const { fromIndex, toIndex } = unbroken(columns, missing);
  const kept = sliceColumns(columns, fromIndex, toIndex);
  const isWhole = fromIndex === 0 && (kept.length >= count || nextTime === null);
  // With fewer bars than wanted, older ones that are stored later count too.
  const fromMs = kept.length >= count ? (kept.time[0] ?? 0) : Number.NEGATIVE_INFINITY;
  return { columns: kept, fromMs, isWhole, warning, wholeUntilMs, missing };
}

/** The warning for older bars that exist but could not be read. */
export function missingOlderBars(instrument: Instrument): string {
  return `${instrument.exchange} is not reached, older bars of ${instrument.ticker} are missing`;
}

/** The number of bars, from the first on, that are closed and final. */
export function closedCount(
  hours: MarketHours,
  resolution: Resolution,
  { columns, wholeUntilMs }: Pick<NewestBars, 'columns' | 'wholeUntilMs'>,
  nowMs: number,
): number {
  let count = positionOf(columns, wholeUntilMs);
  while (count > 0) {
    const time = columns.time[count - 1];
    if (time !== undefined && isBarClosed(hours, resolution, time, nowMs)) break;
    count -= 1;
  }
  return count;
}
