import {
  barClosesAtMs,
  barTimeOf,
  isBarClosed,
  isMarketOpen,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import { decimalSum } from '@moneytrail/feeds';
import { isSameBar } from '@moneytrail/indicators';
import type { InstrumentTick } from '../../bus/index.ts';

/** The grid of bar times: a market's hours in one resolution. */
type BarGrid = { hours: MarketHours; resolution: Resolution };

/** The newest two bars of an instrument, made from live prices. Immutable. */
export type FormingState = {
  /** The forming bar; null between a bar's end and the next tick. */
  bar: Bar | null;
  closed: Bar | null;
  /** Time of the newest tick in `bar`; 0 if it was made from stored bars alone. */
  lastTickMs: number;
};

/** The state of a channel; a new object whenever anything changes. */
export type Snapshot = { bar: Bar | null; closed: Bar | null; quote: Quote };

export const NOTHING_YET: FormingState = { bar: null, closed: null, lastTickMs: 0 };
/** Trades of a bar's last moment arrive a little later. */
const CLOSING_GRACE_MS = 1_500;

function addVolume(volume: number | null, more: number | undefined): number | null {
  return more === undefined ? volume : decimalSum(volume ?? 0, more);
}

function openBar(time: number, tick: InstrumentTick): Bar {
  const { price, high = price, low = price, volume } = tick;
  return {
    time,
    open: price,
    high: Math.max(price, high),
    low: Math.min(price, low),
    close: price,
    volume: addVolume(null, volume),
  };
}

function extendBar(bar: Bar, tick: InstrumentTick, isNewest: boolean): Bar {
  const { price, high = price, low = price, volume } = tick;
  return {
    ...bar,
    high: Math.max(bar.high, price, high),
    low: Math.min(bar.low, price, low),
    close: isNewest ? price : bar.close,
    volume: addVolume(bar.volume, volume),
  };
}

/**
 * Adds a tick to its bar; the first tick of a later bar closes the one before. A tick outside the session or of a closed
 * bar leaves the state unchanged (the same object).
 */
export function foldTick(grid: BarGrid, state: FormingState, tick: InstrumentTick): FormingState {
  const { hours, resolution } = grid;
  if (!isMarketOpen(hours, tick.timeMs)) return state;
  const time = barTimeOf(hours, resolution, tick.timeMs);
  const { bar, closed, lastTickMs } = state;
  if (closed && time <= closed.time) return state;
  if (!bar) return { bar: openBar(time, tick), closed, lastTickMs: tick.timeMs };
  if (time < bar.time) return state;
  if (time > bar.time) return { bar: openBar(time, tick), closed: bar, lastTickMs: tick.timeMs };
  const isNewest = tick.timeMs >= lastTickMs;
  return {
    bar: extendBar(bar, tick, isNewest),
    closed,
    lastTickMs: Math.max(lastTickMs, tick.timeMs),
  };
}

/** Closes a bar that has ended, without waiting for a tick of the next one. */
export function closeByClock(grid: BarGrid, state: FormingState, nowMs: number): FormingState {
  const { bar } = state;
  if (!bar || !isBarClosed(grid.hours, grid.resolution, bar.time, nowMs - CLOSING_GRACE_MS)) {
    return state;
  }
  return { bar: null, closed: bar, lastTickMs: 0 };
}

function greaterVolume(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** Merges the stored bar, which has the missed ticks, with the live one, which has the newer ones. */
function mergeForming(stored: Bar, live: Bar, hasTicks: boolean): Bar {
  return {
    time: stored.time,
    open: stored.open,
    high: Math.max(stored.high, live.high),
    low: Math.min(stored.low, live.low),
    close: hasTicks ? live.close : stored.close,
    volume: greaterVolume(stored.volume, live.volume),
  };
}

function newestClosed(state: FormingState, stored: Bar | undefined): Bar | null {
  const { closed } = state;
  if (!stored || (closed && closed.time > stored.time)) return closed;
  return closed && isSameBar(closed, stored) ? closed : stored;
}

function newestForming(
  state: FormingState,
  stored: Bar | undefined,
  closed: Bar | null,
): Bar | null {
  const live = state.bar && (!closed || state.bar.time > closed.time) ? state.bar : null;
  if (!stored || (live && live.time > stored.time)) return live;
  if (!live || live.time < stored.time) return stored;
  const merged = mergeForming(stored, live, state.lastTickMs > 0);
  return isSameBar(merged, live) ? live : merged;
}

/**
 * Merges the newest stored bars into the state: at the start, and after ticks may have been missed. A stored closed bar
 * has the vendor's final form and replaces ours. Answers the same object if nothing is new.
 */
export function mergeStoredTail(
  grid: BarGrid,
  state: FormingState,
  tail: readonly Bar[],
  nowMs: number,
): FormingState {
  const isClosed = ({ time }: Bar) => isBarClosed(grid.hours, grid.resolution, time, nowMs);
  const closed = newestClosed(state, tail.findLast(isClosed));
  const bar = newestForming(
    state,
    tail.findLast((stored) => !isClosed(stored)),
    closed,
  );
  if (bar === state.bar && closed === state.closed) return state;
  return { bar, closed, lastTickMs: bar?.time === state.bar?.time ? state.lastTickMs : 0 };
}

export type FormingBar = ReturnType<typeof createFormingBar>;

/** The forming bar of one instrument in one resolution. */
export function createFormingBar(grid: BarGrid) {
  let state: FormingState = NOTHING_YET;
  /** Until the stored bars are merged, a bar made of ticks alone could have a wrong open. */
  let isLoaded = false;
  let shown: Snapshot | null = null;
  /** End of the forming bar, cached to spare the calendar a question every second. */
  let closesAtMs = 0;

  function become(next: FormingState): void {
    if (next.bar && next.bar.time !== state.bar?.time) {
      closesAtMs = barClosesAtMs(grid.hours, grid.resolution, next.bar.time);
    }
    state = next;
  }

  return {
    fold: (tick: InstrumentTick): void => become(foldTick(grid, state, tick)),
    mergeTail(tail: readonly Bar[], nowMs: number): void {
      isLoaded = true;
      become(mergeStoredTail(grid, state, tail, nowMs));
    },
    /** Closes the bar if it has ended; answers whether it did. */
    closeByClock(nowMs: number): boolean {
      if (!state.bar || nowMs < closesAtMs) return false;
      const before = state;
      become(closeByClock(grid, state, nowMs));
      return state !== before;
    },
    /** Discards everything until stored bars are merged again. */
    reset(): void {
      isLoaded = false;
      state = NOTHING_YET;
    },
    snapshot(quote: Quote | null): Snapshot | null {
      if (!quote) return null;
      const { bar, closed } = isLoaded ? state : NOTHING_YET;
      if (shown?.bar === bar && shown.closed === closed && shown.quote === quote) return shown;
      shown = { bar, closed, quote };
      return shown;
    },
  };
}

/** The state of the outlier check between two ticks of an instrument. */
export type OutlierFilter = {
  lastPrice: number | null;
  /** An outlier that the next tick may corroborate. */
  quarantined: InstrumentTick | null;
};

export const EMPTY_FILTER: OutlierFilter = { lastPrice: null, quarantined: null };

/** Drops extremes that are too far from both ends of the move, as misprints; the price stays. */
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
 * Checks a tick. A price further than `maxJump` from the last accepted one is quarantined: if the next tick is near it,
 * both are accepted, otherwise it is dropped. A `maxJump` of null accepts everything.
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
