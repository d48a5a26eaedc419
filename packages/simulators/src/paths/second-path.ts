/** A bar in whole units of its instrument's scale. */
export type UnitBar = { open: number; high: number; low: number; close: number; volume: number };

/** The last second of a minute, at which its price is its close. */
export const LAST_SECOND = 59;
const FIRST_TURN = 1;
const SECOND_TURN = 30;
const TURN_SPAN = 28;

/**
 * A minute's price moves in straight lines from its open over its two extremes to its close. `bits` is the minute's own
 * random number; it decides the times of the extremes and which comes first.
 */
type Turn = { second: number; price: number };
type Turns = readonly [Turn, Turn];

function turnsOf(minute: UnitBar, bits: number): Turns {
  const [first, second] = (bits & 1) === 1 ? [minute.high, minute.low] : [minute.low, minute.high];
  return [
    { second: FIRST_TURN + ((bits >>> 1) % TURN_SPAN), price: first },
    { second: SECOND_TURN + ((bits >>> 9) % TURN_SPAN), price: second },
  ];
}

function between(from: Turn, to: Turn, second: number): number {
  const share = (second - from.second) / (to.second - from.second);
  return Math.round(from.price + (to.price - from.price) * share);
}

function priceOn(minute: UnitBar, [first, last]: Turns, second: number): number {
  if (second >= LAST_SECOND) return minute.close;
  if (second <= first.second) return between({ second: 0, price: minute.open }, first, second);
  if (second <= last.second) return between(first, last, second);
  return between(last, { second: LAST_SECOND, price: minute.close }, second);
}

/** The price at a second (0 to 59) of a minute: its open at 0, its close at 59, never outside its extremes. */
export function priceAtSecond(minute: UnitBar, bits: number, second: number): number {
  return priceOn(minute, turnsOf(minute, bits), second);
}

/** The volume traded up to the end of a second. */
export function volumeThroughSecond(volume: number, second: number): number {
  return Math.floor((volume * (second + 1)) / (LAST_SECOND + 1));
}

/** The minute up to and including a second; the whole minute at 59. */
export function minuteThroughSecond(minute: UnitBar, bits: number, second: number): UnitBar {
  const turns = turnsOf(minute, bits);
  const close = priceOn(minute, turns, second);
  let high = Math.max(minute.open, close);
  let low = Math.min(minute.open, close);
  for (const turn of turns) {
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
