import type { Candle } from './adapter.ts';

/** A price with the number of its bar, counted from the first one. */
export type Extreme = { readonly price: number; readonly bar: number };
type Side = 1 | -1;

/** A move up (`1`) or down. Its prices are seen from its side: falling ones are negative, so that one set of rules serves both. */
type Leg = {
  readonly side: Side;
  /** The furthest price; the first of equal ones. */
  readonly extreme: Extreme;
  /** The price furthest back in the bars behind that of the extreme; null before there is one. */
  readonly back: Extreme | null;
};

const seenFrom = (side: Side, { high, low }: Pick<Candle, 'high' | 'low'>) =>
  side === 1 ? { far: high, near: low } : { far: -low, near: -high };

const startLeg = (side: Side, extreme: Extreme): Leg => ({ side, extreme, back: null });

const unseen = ({ side, extreme }: Leg): Extreme => ({ ...extreme, price: side * extreme.price });

/** The swings as far as they are known at a bar. */
export type Swings = {
  readonly bar: number;
  /** The leg that has not ended; before the first point one in each direction. */
  readonly legs: readonly Leg[];
  /** The point that this bar has confirmed; null at most bars. */
  readonly confirmed: Extreme | null;
  readonly lastHigh: number | null;
  readonly lastLow: number | null;
};

/** The furthest price of the leg that has not ended, which can still move; null before the first point. */
export function provisionalPoint({ legs }: Swings): Extreme | null {
  const [leg, other] = legs;
  return leg && !other ? unseen(leg) : null;
}

function firstSwings(candle: Candle): Swings {
  const legs = [
    startLeg(1, { price: candle.high, bar: 0 }),
    startLeg(-1, { price: -candle.low, bar: 0 }),
  ];
  return { bar: 0, legs, confirmed: null, lastHigh: null, lastLow: null };
}

/**
 * Takes the next bar. A point is confirmed by the first bar until which the price went back from it by the deviation. A bar
 * with a new extreme does not go back from it: the order of its prices is unknown.
 *
 * @param deviation distance for an extreme at a price; NaN while it is unknown
 */
export function nextSwings(
  before: Swings | null,
  candle: Candle,
  deviation: (price: number) => number,
): Swings {
  if (!before) return firstSwings(candle);
  const bar = before.bar + 1;
  const legs = before.legs.map((leg) => followed(leg, candle, bar));
  for (const { side, extreme, back } of legs) {
    const distance = back ? extreme.price - back.price : 0;
    if (!back || distance <= 0 || !(distance >= deviation(extreme.price))) continue;
    const price = side * extreme.price;
    return {
      bar,
      legs: [startLeg(side === 1 ? -1 : 1, { ...back, price: -back.price })],
      confirmed: { ...extreme, price },
      lastHigh: side === 1 ? price : before.lastHigh,
      lastLow: side === -1 ? price : before.lastLow,
    };
  }
  return { ...before, bar, legs, confirmed: null };
}

function followed(leg: Leg, candle: Candle, bar: number): Leg {
  const { far, near } = seenFrom(leg.side, candle);
  if (far > leg.extreme.price) return startLeg(leg.side, { price: far, bar });
  return !leg.back || near < leg.back.price ? { ...leg, back: { price: near, bar } } : leg;
}

/** The price of the middle of some bars if it is beyond all others; null otherwise. `side` −1 for the lowest. */
export function middleExtreme(bars: readonly Candle[], side: Side): number | null {
  const middle = bars[(bars.length - 1) / 2];
  if (!middle) return null;
  const { far } = seenFrom(side, middle);
  const isBeyond = bars.every((bar) => bar === middle || seenFrom(side, bar).far < far);
  return isBeyond ? side * far : null;
}
