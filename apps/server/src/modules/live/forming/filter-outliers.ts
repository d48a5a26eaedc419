import type { InstrumentTick } from '../../../bus/index.ts';

/** What is known of an instrument's price before its next tick is checked. */
export type OutlierFilter = {
  /** The last accepted price. */
  lastPrice: number | null;
  /** An outlier kept back until the next tick corroborates it. */
  quarantined: InstrumentTick | null;
};

export const EMPTY_FILTER: OutlierFilter = { lastPrice: null, quarantined: null };

/** An extreme too far from both ends of the move is a misprint: the price stays, the extreme goes. */
function withoutOutlyingExtremes(
  tick: InstrumentTick,
  lastPrice: number,
  maxJump: number,
): InstrumentTick {
  const { high, low, ...rest } = tick;
  const isHighNear = high !== undefined && high <= Math.max(lastPrice, tick.price) + maxJump;
  const isLowNear = low !== undefined && low >= Math.min(lastPrice, tick.price) - maxJump;
  return { ...rest, ...(isHighNear ? { high } : {}), ...(isLowNear ? { low } : {}) };
}

/**
 * Checks one tick. A price further than `maxJump` from the last accepted one is quarantined; the next tick near it
 * corroborates it and both are accepted, any other tick drops it. `maxJump` null accepts everything.
 */
export function filterOutliers(
  filter: OutlierFilter,
  tick: InstrumentTick,
  maxJump: number | null,
): { filter: OutlierFilter; accepted: InstrumentTick[] } {
  const { lastPrice, quarantined } = filter;
  const { price } = tick;
  if (maxJump === null || lastPrice === null || Math.abs(price - lastPrice) <= maxJump) {
    const checked =
      maxJump === null ? tick : withoutOutlyingExtremes(tick, lastPrice ?? price, maxJump);
    return { filter: { lastPrice: price, quarantined: null }, accepted: [checked] };
  }
  if (quarantined && Math.abs(price - quarantined.price) <= maxJump) {
    const accepted = [quarantined, tick].map((each) =>
      withoutOutlyingExtremes(each, quarantined.price, maxJump),
    );
    return { filter: { lastPrice: price, quarantined: null }, accepted };
  }
  return { filter: { lastPrice, quarantined: tick }, accepted: [] };
}
