import type { Candle } from './adapter.ts';

/**
 * Prices as seen from the side of the stop: below rising ones, and above falling ones, which are mirrored at zero, so that
 * one set of rules serves both.
 */
type Seen = { readonly near: number; readonly far: number };
type Side = 1 | -1;

function seenFrom(side: Side, { high, low }: Pick<Candle, 'high' | 'low'>): Seen {
  return side === 1 ? { near: low, far: high } : { near: -high, far: -low };
}

type Trend = {
  readonly side: Side;
  /** The stop at the next bar, and the furthest price of the trend, both seen from its side. */
  readonly stop: number;
  readonly extreme: number;
  readonly acceleration: number;
};

type State = { readonly last: Candle; readonly trend: Trend | null };

/**
 * Wilder's parabolic stop and reverse with the start of TA-Lib: the directional movement of the second bar decides on
 * the first trend. The library's own lets the stop pass the low before last, in up to a third of all bars.
 */
export function parabolicStop(step: number, max: number) {
  const first = Math.min(step, max);
  let before: State | null = null;
  let now: State | null = null;
  return (candle: Candle, replace: boolean): number | null => {
    if (!replace) before = now;
    if (before === null) {
      now = { last: candle, trend: null };
      return null;
    }
    const { last } = before;
    const trend = before.trend ?? firstTrend(last, candle, first);
    // The first trend knows no bar before its own.
    const prior = before.trend ? last : candle;
    const next = follow(trend, seenFrom(trend.side, prior), seenFrom(trend.side, candle));
    now = { last: candle, trend: next.trend };
    return next.value;
  };

  function follow(trend: Trend, prior: Seen, seen: Seen): { value: number; trend: Trend } {
    const { side, stop } = trend;
    if (seen.near <= stop) {
      const value = Math.max(trend.extreme, prior.far, seen.far);
      const turned: Trend = {
        side: side === 1 ? -1 : 1,
        stop: -value,
        extreme: -seen.near,
        acceleration: first,
      };
      return { value: side * value, trend: approach(turned, -prior.far, -seen.far) };
    }
    const isFurther = seen.far > trend.extreme;
    const acceleration = isFurther ? Math.min(trend.acceleration + step, max) : trend.acceleration;
    const further = { ...trend, acceleration, extreme: Math.max(trend.extreme, seen.far) };
    return { value: side * stop, trend: approach(further, prior.near, seen.near) };
  }
}

function firstTrend(last: Candle, candle: Candle, acceleration: number): Trend {
  const down = last.low - candle.low;
  const side = down > 0 && down > candle.high - last.high ? -1 : 1;
  return {
    side,
    stop: seenFrom(side, last).near,
    extreme: seenFrom(side, candle).far,
    acceleration,
  };
}

/** Moves the stop towards the extreme, but never beyond the two last bars. */
function approach(trend: Trend, priorNear: number, near: number): Trend {
  const { stop, extreme, acceleration } = trend;
  return { ...trend, stop: Math.min(stop + acceleration * (extreme - stop), priorNear, near) };
}
