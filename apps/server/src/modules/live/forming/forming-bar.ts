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
import type { InstrumentTick } from '../../../bus/index.ts';

/** Where bars are counted: a market's hours in one resolution. */
export type BarGrid = { hours: MarketHours; resolution: Resolution };

/** The newest two bars of an instrument as live prices make them. Values are replaced, never changed. */
export type FormingState = {
  /** The forming bar; null between a bar's end and the next tick. */
  bar: Bar | null;
  /** The last closed bar. */
  closed: Bar | null;
  /** Time of the newest tick in `bar`; 0 where it holds stored values alone. */
  lastTickMs: number;
};

/** What a channel shows at a moment; another object as soon as anything differs. */
export type Snapshot = { bar: Bar | null; closed: Bar | null; quote: Quote };

export const NOTHING_YET: FormingState = { bar: null, closed: null, lastTickMs: 0 };
/** Trades of a bar's last moment arrive a little after it. */
const CLOSING_GRACE_MS = 1_500;

/** The sum of two volumes of which either may be unknown. */
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
 * Adds a tick to the bar it belongs to; the first tick of a later bar closes the one before.
 * A tick outside the session, or of a closed bar, changes nothing: the same state is answered.
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

/** Closes the bar whose time is over, although no tick of the next one came. */
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

/** The stored bar knows what was missed, the live one what came since. */
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
 * Joins the newest stored bars with what live ticks made: the start of a forming bar, and its repair after something
 * was missed. A stored closed bar is the vendor's and replaces ours. The same state where nothing new was stored.
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

/** The forming bar of one instrument in one resolution. */
export type FormingBar = {
  fold: (tick: InstrumentTick) => void;
  mergeTail: (tail: readonly Bar[], nowMs: number) => void;
  /** Closes the bar whose time is over; whether there was one. */
  closeByClock: (nowMs: number) => boolean;
  /** Forgets everything until stored bars are merged again. */
  reset: () => void;
  snapshot: (quote: Quote | null) => Snapshot | null;
};

export function createFormingBar(grid: BarGrid): FormingBar {
  let state: FormingState = NOTHING_YET;
  /** Before the stored bars are read a bar made of ticks alone would have a wrong open. */
  let isLoaded = false;
  let shown: Snapshot | null = null;
  /** No bar closes before; saves asking the calendar every second. */
  let closesAtMs = 0;

  function become(next: FormingState): void {
    if (next.bar && next.bar.time !== state.bar?.time) {
      closesAtMs = barClosesAtMs(grid.hours, grid.resolution, next.bar.time);
    }
    state = next;
  }

  return {
    fold: (tick) => become(foldTick(grid, state, tick)),
    mergeTail(tail, nowMs) {
      isLoaded = true;
      become(mergeStoredTail(grid, state, tail, nowMs));
    },
    closeByClock(nowMs) {
      if (!state.bar || nowMs < closesAtMs) return false;
      const before = state;
      become(closeByClock(grid, state, nowMs));
      return state !== before;
    },
    reset() {
      isLoaded = false;
      state = NOTHING_YET;
    },
    snapshot(quote) {
      if (!quote) return null;
      const { bar, closed } = isLoaded ? state : NOTHING_YET;
      if (shown?.bar === bar && shown.closed === closed && shown.quote === quote) return shown;
      shown = { bar, closed, quote };
      return shown;
    },
  };
}
