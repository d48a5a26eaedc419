import type { ChartPoint } from '../chart-source.ts';
import type { PaneBox, Place } from './shapes/shape.ts';
import type { TimePlaces } from './time-places.ts';
import type { PlacedPoint } from './tools/tool.ts';

/** The main pane as it was painted last: from times and prices to places and back. */
export type DrawingFrame = PaneBox & {
  /** Top of the pane, px from the top of the chart. */
  topPx: number;
  times: TimePlaces;
  /** Middle of a bar that need not be held, px; also between bars. */
  xOf: (index: number) => number;
  /** Index of the bar at a place, with its fraction. */
  indexAt: (x: number) => number;
  toY: (price: number) => number;
  priceAt: (y: number) => number;
};

/** Where a point stands; one drawn by hand may stand between bars. */
export function placePoint(
  { times, xOf, toY }: DrawingFrame,
  point: ChartPoint,
  isByHand: boolean,
): PlacedPoint {
  const index = isByHand ? times.fractionOf(point.timeMs) : times.indexOf(point.timeMs);
  return { ...point, index: Math.round(index), x: xOf(index), y: toY(point.price) };
}

/** Time of a place between bars, for what is drawn by hand. */
function timeBetween({ times }: DrawingFrame, index: number): number {
  const before = Math.floor(index);
  const fromMs = times.timeOf(before);
  return Math.round(fromMs + (index - before) * (times.timeOf(before + 1) - fromMs));
}

/** A price with the decimals it is written with; the least above zero where a logarithmic scale has no place for it. */
export function shownPrice({ toY }: DrawingFrame, price: number, precision: number): number {
  const written = Number(price.toFixed(precision));
  return Number.isFinite(toY(written)) ? written : 10 ** -precision;
}

/** The point at a place; of a bar unless it is drawn by hand. */
export function pointAt(
  frame: DrawingFrame,
  { x, y }: Place,
  { isByHand, precision }: { isByHand: boolean; precision: number },
): ChartPoint {
  const index = frame.indexAt(x);
  return {
    timeMs: isByHand ? timeBetween(frame, index) : frame.times.timeOf(Math.round(index)),
    price: shownPrice(frame, frame.priceAt(y), precision),
  };
}

/**
 * A point moved by so many bars and pixels. Its price is found anew by the scale, so that a shape keeps its look on a
 * logarithmic one; a point that does not move keeps its exact time.
 */
export function movePoint(
  frame: DrawingFrame,
  point: ChartPoint,
  {
    bars,
    dyPx,
    isByHand,
    precision,
  }: { bars: number; dyPx: number; isByHand: boolean; precision: number },
): ChartPoint {
  const { times, toY, priceAt } = frame;
  const index = isByHand ? times.fractionOf(point.timeMs) : times.indexOf(point.timeMs);
  const timeMs =
    bars === 0
      ? point.timeMs
      : isByHand
        ? timeBetween(frame, index + bars)
        : times.timeOf(index + bars);
  const price =
    dyPx === 0 ? point.price : shownPrice(frame, priceAt(toY(point.price) + dyPx), precision);
  return { timeMs, price };
}
