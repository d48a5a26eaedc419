import type { InstrumentTick } from '../../../bus/index.ts';

/** What is known of an instrument's price before its next tick is judged. */
export type Screen = {
  /** The last price that was believed. */
  lastPrice: number | null;
  /** A price that jumped too far, waiting for another one to confirm it. */
  held: InstrumentTick | null;
};

export const OPEN_SCREEN: Screen = { lastPrice: null, held: null };

/** An extreme too far from both ends of the move is a misprint: the price stays, the extreme goes. */
function withoutWildExtremes(
  tick: InstrumentTick,
  lastPrice: number,
  maxJump: number,
): InstrumentTick {
  const { high, low, ...rest } = tick;
  const isHighFair = high !== undefined && high <= Math.max(lastPrice, tick.price) + maxJump;
  const isLowFair = low !== undefined && low >= Math.min(lastPrice, tick.price) - maxJump;
  return { ...rest, ...(isHighFair ? { high } : {}), ...(isLowFair ? { low } : {}) };
}

/**
 * Judges one tick. A price further than `maxJump` from the last believed one is held back; the next tick near it
 * confirms it and both count, any other tick drops it. `maxJump` null lets everything pass.
 */
export function screenTick(
  screen: Screen,
  tick: InstrumentTick,
  maxJump: number | null,
): { screen: Screen; accepted: InstrumentTick[] } {
  const { lastPrice, held } = screen;
  const { price } = tick;
  if (maxJump === null || lastPrice === null || Math.abs(price - lastPrice) <= maxJump) {
    const fair = maxJump === null ? tick : withoutWildExtremes(tick, lastPrice ?? price, maxJump);
    return { screen: { lastPrice: price, held: null }, accepted: [fair] };
  }
  if (held && Math.abs(price - held.price) <= maxJump) {
    const confirmed = withoutWildExtremes(held, held.price, maxJump);
    const confirming = withoutWildExtremes(tick, held.price, maxJump);
    return { screen: { lastPrice: price, held: null }, accepted: [confirmed, confirming] };
  }
  return { screen: { lastPrice, held: tick }, accepted: [] };
}
