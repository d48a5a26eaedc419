import type { UnitBar } from './minute-path.ts';

/** The last second of a minute: here its price is its close. */
export const LAST_SECOND = 59;
const FIRST_TURN = 1;
const SECOND_TURN = 30;
const TURN_SPAN = 28;

/**
 * The way a minute's price goes: from its open over its two extremes to its close, straight between them.
 * `bits` is the minute's own random number; it decides when the price turns and which extreme comes first.
 */
type Turns = { first: { second: number; price: number }; then: { second: number; price: number } };

function turnsOf(minute: UnitBar, bits: number): Turns {
  const isHighFirst = (bits & 1) === 1;
  return {
    first: {
      second: FIRST_TURN + ((bits >>> 1) % TURN_SPAN),
      price: isHighFirst ? minute.high : minute.low,
    },
    then: {
      second: SECOND_TURN + ((bits >>> 9) % TURN_SPAN),
      price: isHighFirst ? minute.low : minute.high,
    },
  };
}

function between(
  from: { second: number; price: number },
  to: { second: number; price: number },
  second: number,
): number {
  const share = (second - from.second) / (to.second - from.second);
  return Math.round(from.price + (to.price - from.price) * share);
}

function priceOn(minute: UnitBar, turns: Turns, second: number): number {
  const { first, then } = turns;
  if (second >= LAST_SECOND) return minute.close;
  if (second <= first.second) return between({ second: 0, price: minute.open }, first, second);
  if (second <= then.second) return between(first, then, second);
  return between(then, { second: LAST_SECOND, price: minute.close }, second);
}

/** The price at a second (0 to 59) of a minute: its open at 0, its close at 59, never outside its extremes. */
export function priceAtSecond(minute: UnitBar, bits: number, second: number): number {
  return priceOn(minute, turnsOf(minute, bits), second);
}

/** What has traded of a minute's volume once a second is over. */
export function volumeThroughSecond(volume: number, second: number): number {
  return Math.floor((volume * (second + 1)) / (LAST_SECOND + 1));
}

/** The minute as far as it has gone through a second; the whole minute at 59. */
export function minuteThroughSecond(minute: UnitBar, bits: number, second: number): UnitBar {
  const turns = turnsOf(minute, bits);
  const close = priceOn(minute, turns, second);
  let high = Math.max(minute.open, close);
  let low = Math.min(minute.open, close);
  for (const turn of [turns.first, turns.then]) {
    if (turn.second > second) continue;
    high = Math.max(high, turn.price);
    low = Math.min(low, turn.price);
  }
  return {
    open: minute.open,
    high,
    low,
    close,
    volume: volumeThroughSecond(minute.volume, second),
  };
}
