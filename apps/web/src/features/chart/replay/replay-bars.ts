import {
  barClosesAtMs,
  coarserBarTime,
  isDateResolution,
  isLonger,
  type MarketHours,
  type Resolution,
  resolutionMinutes,
} from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';

/** Bars of one resolution, ascending and without gaps in what is loaded. */
export type BarRow = { resolution: Resolution; bars: readonly ChartBar[] };

/** A longer bar is formed from at most this many shorter ones. */
const MOST_FINER_BARS = 1_440;

/** Whether a bar is made of whole bars of a shorter resolution, and of few enough of them to be read at once. */
export function isFormedFrom(finer: Resolution, resolution: Resolution): boolean {
  if (!isLonger(resolution, finer)) return false;
  // A week may belong to two months.
  if (finer === '1W') return false;
  const ratio = resolutionMinutes(resolution) / resolutionMinutes(finer);
  const isWhole = isDateResolution(resolution) || Number.isInteger(ratio);
  return isWhole && ratio <= MOST_FINER_BARS;
}

/** The number of bars that have closed by a moment. */
export function closedCount(
  { resolution, bars }: BarRow,
  hours: MarketHours,
  momentMs: number,
): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle];
    if (bar && barClosesAtMs(hours, resolution, bar.time) <= momentMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One bar of ascending shorter ones: their volumes are added up; null if none has one. Null without bars. */
export function joinBars(time: number, bars: readonly ChartBar[]): ChartBar | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) return null;
  const volumes = bars.flatMap(({ volume }) => (volume === null ? [] : [volume]));
  const volume = volumes.reduce((sum, one) => sum + one, 0);
  return {
    time,
    open: first.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: last.close,
    // Sums of decimals have rounding errors in their last digits.
    volume: volumes.length === 0 ? null : Number(volume.toPrecision(15)),
  };
}

/**
 * The bar that has begun and not ended at a moment, made of the shorter bars that have closed by then; null if none of
 * them belongs to it. The final bar is never read.
 */
export function formingBar(
  finer: BarRow,
  { hours, resolution }: { hours: MarketHours; resolution: Resolution },
  momentMs: number,
): ChartBar | null {
  const count = closedCount(finer, hours, momentMs);
  const timeOf = (index: number) => {
    const bar = finer.bars[index];
    return bar && coarserBarTime(hours, finer.resolution, resolution, bar.time);
  };
  const time = timeOf(count - 1);
  if (time === undefined || barClosesAtMs(hours, resolution, time) <= momentMs) return null;
  let first = count - 1;
  while (timeOf(first - 1) === time) first -= 1;
  return joinBars(time, finer.bars.slice(first, count));
}

/** What a chart knows at a moment: the closed bars, and the forming one where shorter bars tell of it. */
export function knownBars(
  row: BarRow,
  finer: BarRow | null,
  hours: MarketHours,
  momentMs: number,
): ChartBar[] {
  const closed = row.bars.slice(0, closedCount(row, hours, momentMs));
  const forming = finer && formingBar(finer, { hours, resolution: row.resolution }, momentMs);
  const lastMs = closed.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  return forming && forming.time > lastMs ? [...closed, forming] : closed;
}

/** A bar that orders waited through. */
export type PassedBar = ChartBar & { closesAtMs: number };

/**
 * The bars that closed after one moment and by another one, for orders that waited between them: whole bars of the chart,
 * and shorter ones where a moment lies inside of a bar, so that nothing from before `fromMs` fills an order.
 */
export function barsBetween(
  row: BarRow,
  finer: BarRow | null,
  hours: MarketHours,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): PassedBar[] {
  const withEnds = ({ resolution }: BarRow, bars: readonly ChartBar[]): PassedBar[] =>
    bars.map((bar) => ({ ...bar, closesAtMs: barClosesAtMs(hours, resolution, bar.time) }));
  const passedOf = (of: BarRow) =>
    of.bars.slice(closedCount(of, hours, fromMs), closedCount(of, hours, toMs));
  const whole = passedOf(row);
  if (!finer) return withEnds(row, whole);
  const timeOf = ({ time }: ChartBar) =>
    coarserBarTime(hours, finer.resolution, row.resolution, time);
  const passed = passedOf(finer);
  const before = finer.bars[closedCount(finer, hours, fromMs) - 1];
  const [first] = whole;
  // It had begun at `fromMs`: only the rest of it counts.
  const isBegun = first !== undefined && before !== undefined && timeOf(before) === first.time;
  const head = isBegun ? passed.filter((bar) => timeOf(bar) === first.time) : [];
  const lastMs = row.bars[closedCount(row, hours, toMs) - 1]?.time ?? Number.NEGATIVE_INFINITY;
  const tail = passed.filter((bar) => timeOf(bar) > lastMs);
  return [
    ...withEnds(finer, head),
    ...withEnds(row, isBegun ? whole.slice(1) : whole),
    ...withEnds(finer, tail),
  ];
}
