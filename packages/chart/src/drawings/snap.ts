import type { ChartBar, ChartPoint } from '../chart-source.ts';
import type { Magnet } from './drawing.ts';

/** A weak magnet draws a point to a price of its bar from so near. */
const WEAK_PX = 16;

/** The point at the price of its bar that is nearest to it, where the magnet reaches that far. */
export function snapToBar(
  point: ChartPoint,
  bar: ChartBar | null,
  magnet: Magnet,
  toY: (price: number) => number,
): ChartPoint {
  if (magnet === 'off' || !bar) return point;
  const y = toY(point.price);
  const nearest = [bar.open, bar.high, bar.low, bar.close]
    .map((price) => ({ price, px: Math.abs(toY(price) - y) }))
    .reduce((best, one) => (one.px < best.px ? one : best));
  const isReached = magnet === 'strong' || nearest.px <= WEAK_PX;
  return isReached ? { ...point, price: nearest.price } : point;
}
