import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import type { InstrumentTick } from '../../../bus/index.ts';
import { type BarColumns, barAt } from '../../bars/index.ts';

/**
 * Minutes of which some ticks were seen and others missed, between `sinceMs` and `untilMs`. Extremes of their bars beyond
 * those seen belong to the missed ones.
 */
export type Gap = {
  fromMs: number;
  toMs: number;
  /** The price before the first minute; null if that minute was partly seen itself. */
  before: number | null;
  high: number;
  low: number;
  sinceMs: number;
  untilMs: number;
};

/** The last evaluated price, and the extremes of its minute until then. */
export type Seen = {
  readonly timeMs: number;
  readonly price: number;
  readonly high: number;
  readonly low: number;
};

/** An extreme that no tick has shown: the price went from `seen` to it by way of the first two of `path`, and back. */
export type Wick = {
  timeMs: number;
  seen: number;
  path: readonly [before: number, furthest: number, after: number];
};

/** A pause that may hide ticks, so that the minutes since are read. */
const PAUSE_MS = 20 * SECOND_MS;

export const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS);
export const minuteStartOf = (timeMs: number): number => MINUTE_MS * minuteOf(timeMs);

/** Whether whole minutes may have been missed before a tick. `isFirst`: none was received since the last one evaluated. */
export function isAfterPause(last: Seen, tick: Pick<Seen, 'timeMs'>, isFirst: boolean): boolean {
  const isOtherMinute = minuteOf(tick.timeMs) > minuteOf(last.timeMs);
  return isOtherMinute && (isFirst || tick.timeMs - last.timeMs > PAUSE_MS);
}

/** The gap that a tick ends: from a minute on, after the last evaluated price. `sinceMs` is when the gap began. */
export function gapBefore(
  { timeMs, price }: Pick<Seen, 'timeMs' | 'price'>,
  last: Seen,
  { fromMs, sinceMs }: { fromMs: number; sinceMs: number },
): Gap {
  const isSeen = last.timeMs >= fromMs;
  return {
    fromMs,
    toMs: minuteStartOf(timeMs) + MINUTE_MS,
    before: isSeen ? null : last.price,
    high: Math.max(price, isSeen ? last.high : last.price),
    low: Math.min(price, isSeen ? last.low : last.price),
    sinceMs,
    untilMs: timeMs,
  };
}

/** Counts the extremes of a tick as seen, in those gaps whose minutes are not over. */
export function noteSeen(
  gaps: readonly Gap[],
  { timeMs, high, low }: Pick<Seen, 'timeMs' | 'high' | 'low'>,
): void {
  for (const gap of gaps) {
    if (timeMs >= gap.toMs) continue;
    gap.high = Math.max(gap.high, high);
    gap.low = Math.min(gap.low, low);
  }
}

/** The extremes of a gap's closed minutes that no tick has shown, in the order of the minutes. */
export function wicksOf(gap: Gap, minutes: BarColumns): Wick[] {
  const { fromMs, toMs } = gap;
  const wicks: Wick[] = [];
  let { before } = gap;
  for (let index = 0; index < minutes.length; index += 1) {
    const bar = barAt(minutes, index);
    if (bar.time < fromMs || bar.time >= toMs) continue;
    const isLast = bar.time + MINUTE_MS >= toMs;
    const passed = [
      { seen: gap.high, furthest: bar.high, isBeyond: bar.high > gap.high },
      { seen: gap.low, furthest: bar.low, isBeyond: bar.low < gap.low },
    ];
    for (const { seen, furthest, isBeyond } of passed) {
      if (!isBeyond) continue;
      const path = [before ?? seen, furthest, isLast ? seen : bar.close] as const;
      wicks.push({ timeMs: bar.time + MINUTE_MS - 1, seen, path });
    }
    before = bar.close;
  }
  return wicks;
}

/**
 * The closed minutes after the last evaluated price as ticks, in order, those that end before `untilMs`. In the minute of
 * that price, only extremes beyond those already seen certainly came later.
 */
export function missedTicks(last: Seen, minutes: BarColumns, untilMs: number): InstrumentTick[] {
  const ownMinute = minuteStartOf(last.timeMs);
  const ticks: InstrumentTick[] = [];
  for (let index = 0; index < minutes.length; index += 1) {
    const bar = barAt(minutes, index);
    const timeMs = bar.time + MINUTE_MS - 1;
    if (bar.time < ownMinute || timeMs >= untilMs) continue;
    const isOwn = bar.time === ownMinute;
    const high = isOwn && bar.high <= last.high ? bar.close : bar.high;
    const low = isOwn && bar.low >= last.low ? bar.close : bar.low;
    ticks.push({ timeMs, price: bar.close, high, low });
  }
  return ticks;
}
