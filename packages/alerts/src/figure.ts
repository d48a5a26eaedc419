import {
  barTimeOf,
  DAY_MS,
  isDateResolution,
  nextBarTime,
  previousBarTime,
  type Resolution,
  resolutionMs,
} from '@moneytrail/calendar';
import type { AlertFigure } from '@moneytrail/contract';
import type { Market } from './studies.ts';

/** The most bars that are counted one by one, between the points of a line, and from there to the present. */
const MOST_COUNTED_BARS = 5_000;

/** Whether the market never closes, so that bars can be counted by their length. */
const isAlwaysOpen = ({ hours, resolution }: Market) =>
  hours.id === 'crypto' && !isDateResolution(resolution);

/**
 * The number of bars from the one of `fromMs` to the one of `toMs`, by the market's hours; negative backwards. Counts
 * 5,001 at most where bars must be counted one by one.
 */
export function barsBetween(market: Market, fromMs: number, toMs: number): number {
  const { hours, resolution } = market;
  if (isAlwaysOpen(market)) {
    const barMs = resolutionMs(resolution);
    return (barTimeOf(hours, resolution, toMs) - barTimeOf(hours, resolution, fromMs)) / barMs;
  }
  const target = barTimeOf(hours, resolution, toMs);
  let time = barTimeOf(hours, resolution, fromMs);
  let count = 0;
  while (time < target && count <= MOST_COUNTED_BARS) {
    time = nextBarTime(hours, resolution, time);
    count += 1;
  }
  while (time > target && count >= -MOST_COUNTED_BARS) {
    time = previousBarTime(hours, resolution, time);
    count -= 1;
  }
  return count;
}

/** Counts bars as `barsBetween` does, without an end, and remembers the last count: following bars cost one step each. */
export function createBarCount(market: Market): (fromMs: number, toMs: number) => number {
  let known = { fromMs: Number.NaN, toMs: Number.NaN, bars: 0 };
  return (fromMs, toMs) => {
    const isOn = fromMs === known.fromMs && toMs >= known.toMs;
    const start = isOn ? known : { fromMs, toMs: fromMs, bars: 0 };
    known = { fromMs, toMs, bars: start.bars + barsBetween(market, start.toMs, toMs) };
    return known.bars;
  };
}

/** The lines of a figure, whose prices are constant within a bar, as the chart draws them. */
export type Lines = {
  /** The prices at a bar, lower one first; null where the figure has not begun or has ended. */
  at: (barTime: number) => readonly number[] | null;
};

/** Remembers the last bar, so that following bars cost one step each. */
function createLine(
  market: Market,
  { from, to }: AlertFigure['lines'][number],
  isLogarithmic: boolean,
): (barTime: number) => number {
  const [write, read] = isLogarithmic ? [Math.log, Math.exp] : [Number, Number];
  const bars = barsBetween(market, from.timeMs, to.timeMs);
  const slope = bars === 0 ? 0 : (write(to.price) - write(from.price)) / bars;
  let known = { time: barTimeOf(market.hours, market.resolution, from.timeMs), bars: 0 };
  return (barTime) => {
    known = { time: barTime, bars: known.bars + barsBetween(market, known.time, barTime) };
    return read(write(from.price) + slope * known.bars);
  };
}

/** Places the lines of a figure among the bars of a market. Horizontal lines need no counting. */
export function linesOf(market: Market, figure: AlertFigure): Lines {
  const { hours, resolution } = market;
  const lines = figure.lines.map((line) => {
    const isFlat = line.from.price === line.to.price;
    return isFlat ? () => line.from.price : createLine(market, line, figure.isLogarithmic);
  });
  const barOf = (timeMs: number | null) =>
    timeMs === null ? null : barTimeOf(hours, resolution, timeMs);
  const [first, last] = [barOf(figure.fromMs), barOf(figure.untilMs)];
  return {
    at(barTime) {
      // A time before the first bar.
      if (Number.isNaN(barTime)) return null;
      if (first !== null && barTime < first) return null;
      if (last !== null && barTime > last) return null;
      return lines.map((priceAt) => priceAt(barTime)).sort((a, b) => a - b);
    },
  };
}

/** Every market is open for more than this share of a longer time. */
const LEAST_OPEN_SHARE = 1 / 12;
const LONGEST_CLOSED_MS = 30 * DAY_MS;

/** A span that surely has more than 5,000 bars, in every market. */
export const surelyUncountableMs = (resolution: Resolution): number =>
  LONGEST_CLOSED_MS + (MOST_COUNTED_BARS * resolutionMs(resolution)) / LEAST_OPEN_SHARE;

/** Whether the lines of a figure can be counted in bars until a moment: their points lie within 5,000 bars of it. */
export function isCountable(market: Market, figure: AlertFigure, nowMs: number): boolean {
  if (isAlwaysOpen(market)) return true;
  const longestMs = surelyUncountableMs(market.resolution);
  const isNear = (fromMs: number, toMs: number) =>
    Math.abs(toMs - fromMs) < longestMs &&
    Math.abs(barsBetween(market, fromMs, toMs)) <= MOST_COUNTED_BARS;
  return figure.lines.every(({ from, to }) => {
    if (from.price === to.price) return true;
    const isBetween = to.timeMs >= from.timeMs && to.timeMs <= nowMs;
    // A point on the way to the present is nearer than it.
    return isNear(from.timeMs, nowMs) && (isBetween || isNear(from.timeMs, to.timeMs));
  });
}
