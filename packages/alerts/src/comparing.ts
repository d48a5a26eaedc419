import type { Comparison } from '@moneytrail/contract';

/**
 * A movement of the price: from the price before it to the present one, by way of the extremes in between. Reaching a
 * price exactly counts as crossing it, once: going on from there does not cross it again.
 */
export type PriceMove = {
  /** The price before; null if it is not known, so that nothing can have been crossed. */
  readonly from: number | null;
  readonly price: number;
  readonly high: number;
  readonly low: number;
};

type Range = { readonly low: number; readonly high: number };

/** A wick that came back has crossed too: the extremes lie between the price before and the present one. */
function crossesUp({ from, price, high, low }: PriceMove, before: number, now: number): boolean {
  if (from === null || Number.isNaN(before)) return false;
  return from < before ? Math.max(high, price) >= now : low < now && price >= now;
}

function crossesDown({ from, price, high, low }: PriceMove, before: number, now: number): boolean {
  if (from === null || Number.isNaN(before)) return false;
  return from > before ? Math.min(low, price) <= now : high > now && price <= now;
}

/**
 * Whether a movement fulfils a comparison with a figure, which was `before` at the price before and is `now`. False if the
 * figure is not defined (NaN).
 */
export function isFulfilled(
  comparison: Comparison,
  move: PriceMove,
  before: number,
  now: number = before,
): boolean {
  switch (comparison) {
    case 'above':
      return move.price > now;
    case 'below':
      return move.price < now;
    case 'crossesUp':
      return crossesUp(move, before, now);
    case 'crossesDown':
      return crossesDown(move, before, now);
    case 'crosses':
      return crossesUp(move, before, now) || crossesDown(move, before, now);
  }
}

/** Whether a movement enters or leaves a range with inclusive borders. Passing right through does both. */
export function isBorderPassed(
  border: 'enters' | 'leaves',
  { from, price, high, low }: PriceMove,
  before: Range,
  now: Range = before,
): boolean {
  if (from === null) return false;
  const isIn = (value: number, range: Range) => value >= range.low && value <= range.high;
  const [highest, lowest] = [Math.max(from, high, price), Math.min(from, low, price)];
  const wasInside = isIn(from, before);
  const hasBeenOutside = highest > now.high || lowest < now.low;
  const hasBeenInside = highest >= now.low && lowest <= now.high;
  return border === 'enters'
    ? hasBeenInside && (!wasInside || (hasBeenOutside && isIn(price, now)))
    : hasBeenOutside && (wasInside || (hasBeenInside && !isIn(price, now)));
}

/** The movement from one value of a series to the next, as at closed bars. */
export function step(from: number, to: number): PriceMove {
  const before = Number.isNaN(from) ? null : from;
  return { from: before, price: to, high: Math.max(from, to), low: Math.min(from, to) };
}
