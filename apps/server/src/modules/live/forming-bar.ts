import {
  barClosesAtMs,
  barOpensAtMs,
  barTimeOf,
  isBarClosed,
  isMarketOpen,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';
import type { Bar, Quote } from '@moneytrail/contract';
import { decimalSum } from '@moneytrail/feeds';
import { isFinalState, type KnownBar, mergeStates } from '@moneytrail/indicators';
import type { InstrumentTick } from '../../bus/index.ts';
import { SETTLE_MS } from '../bars/index.ts';

/** The grid of bar times: a market's hours in one resolution. */
type BarGrid = { hours: MarketHours; resolution: Resolution };

/** The newest two bars of an instrument, made from ticks and history. Immutable. */
export type FormingState = {
  /** The forming bar; null between a bar's end and the next tick. */
  bar: KnownBar | null;
  /** The bar before it, which is closing until history has its final state. */
  closed: KnownBar | null;
  /** The volume of the forming bar includes trades up to this moment, on the feed's clock. */
  countedUntilMs: number;
};

/** The state of a channel; a new object whenever anything changes. */
export type Snapshot = { bar: KnownBar | null; closed: KnownBar | null; quote: Quote };

export const NOTHING_YET: FormingState = { bar: null, closed: null, countedUntilMs: 0 };
/** Trades of a bar's last moment arrive a little later. */
const CLOSING_GRACE_MS = 1_500;

function addVolume(volume: number | null, more: number | undefined): number | null {
  return more === undefined ? volume : decimalSum(volume ?? 0, more);
}

/**
 * The part of a tick that belongs to its bar for certain: extremes and volume since a tick of the bar before may be of
 * that bar. History has them when the bar is final.
 */
function partWithin(
  { hours, resolution }: BarGrid,
  time: number,
  { price, sinceMs, ...rest }: InstrumentTick,
): Pick<InstrumentTick, 'price' | 'high' | 'low' | 'volume'> {
  const isWhole = sinceMs === undefined || sinceMs >= barOpensAtMs(hours, resolution, time);
  return isWhole ? { price, ...rest } : { price };
}

/** Ticks know until their time. One after its bar's end, as of a session's last auction, leaves the final state to history. */
function knownUntilOf({ hours, resolution }: BarGrid, time: number, tick: InstrumentTick): number {
  return Math.min(tick.timeMs, barClosesAtMs(hours, resolution, time) - 1);
}

function openBar(grid: BarGrid, time: number, tick: InstrumentTick): KnownBar {
  const { price, high = price, low = price, volume } = partWithin(grid, time, tick);
  return {
    time,
    open: price,
    high: Math.max(price, high),
    low: Math.min(price, low),
    close: price,
    volume: addVolume(null, volume),
    knownUntilMs: knownUntilOf(grid, time, tick),
  };
}

function extendBar(
  grid: BarGrid,
  { bar, countedUntilMs }: WithBar,
  tick: InstrumentTick,
): KnownBar {
  const { price, high = price, low = price, volume } = partWithin(grid, bar.time, tick);
  // The volume of a poll that began before is counted in part: history tells the rest.
  const isCounted = tick.timeMs <= countedUntilMs || (tick.sinceMs ?? tick.timeMs) < countedUntilMs;
  const next: KnownBar = {
    ...bar,
    high: Math.max(bar.high, price, high),
    low: Math.min(bar.low, price, low),
    close: tick.timeMs >= bar.knownUntilMs ? price : bar.close,
    volume: isCounted ? bar.volume : addVolume(bar.volume, volume),
    knownUntilMs: Math.max(bar.knownUntilMs, knownUntilOf(grid, bar.time, tick)),
  };
  return isSameState(next, bar) ? bar : next;
}

/** Whether two states of one bar say the same; nothing is sent then. */
function isSameState(a: KnownBar, b: KnownBar): boolean {
  return (
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.knownUntilMs === b.knownUntilMs
  );
}

type WithBar = FormingState & { bar: KnownBar };

/**
 * Adds a tick to its bar; the first tick of a later bar closes the one before. A tick outside the session or of a closed
 * bar leaves the state unchanged (the same object).
 */
export function foldTick(grid: BarGrid, state: FormingState, tick: InstrumentTick): FormingState {
  const { hours, resolution } = grid;
  if (!isMarketOpen(hours, tick.timeMs)) return state;
  const time = barTimeOf(hours, resolution, tick.timeMs);
  const { bar, closed } = state;
  if (closed && time <= closed.time) return state;
  if (bar && time < bar.time) return state;
  if (bar?.time === time) return { ...state, bar: extendBar(grid, { ...state, bar }, tick) };
  return { bar: openBar(grid, time, tick), closed: bar ?? closed, countedUntilMs: 0 };
}

/** Closes a bar that has ended, without waiting for a tick of the next one. */
export function closeByClock(grid: BarGrid, state: FormingState, nowMs: number): FormingState {
  const { bar } = state;
  if (!bar || !hasEnded(grid, bar, nowMs)) return state;
  return { bar: null, closed: bar, countedUntilMs: 0 };
}

/**
 * Corrects a state after the clock was ahead: a bar that ended by that clock alone forms again with all that it knows, so
 * that its volume never falls, and bars of the future are discarded.
 */
export function afterClockAhead(grid: BarGrid, state: FormingState, nowMs: number): FormingState {
  const { bar, closed } = state;
  const newest = bar ?? closed;
  if (!newest) return state;
  if (barOpensAtMs(grid.hours, grid.resolution, newest.time) > nowMs) return NOTHING_YET;
  if (bar || hasEnded(grid, newest, nowMs)) return state;
  return { bar: newest, closed: null, countedUntilMs: newest.knownUntilMs };
}

/** Whether no more ticks of a bar are expected. */
function hasEnded({ hours, resolution }: BarGrid, { time }: Bar, nowMs: number): boolean {
  return isBarClosed(hours, resolution, time, nowMs - CLOSING_GRACE_MS);
}

/** Merges a state from history, which has the missed ticks and the first price, with the live one, which has the newer ones. */
function mergeForming(state: WithBar, stored: KnownBar, closesAtMs: number): FormingState {
  const { bar } = state;
  const merged = mergeStates(bar, stored, closesAtMs);
  const opened = merged.open === stored.open ? merged : { ...merged, open: stored.open };
  if (opened === bar) return state;
  const isFromHistory = stored.volume !== null && (bar.volume ?? 0) < stored.volume;
  return {
    ...state,
    bar: opened,
    countedUntilMs: isFromHistory ? stored.knownUntilMs + SETTLE_MS : state.countedUntilMs,
  };
}

/** Merges one bar of history. */
function mergeStored(
  grid: BarGrid,
  state: FormingState,
  stored: KnownBar,
  nowMs: number,
): FormingState {
  const { bar, closed } = state;
  const closesAtMs = barClosesAtMs(grid.hours, grid.resolution, stored.time);
  if (closed && stored.time < closed.time) return state;
  if (closed?.time === stored.time) {
    const merged = mergeStates(closed, stored, closesAtMs);
    return merged === closed ? state : { ...state, closed: merged };
  }
  if (bar && stored.time < bar.time) return { ...state, closed: stored };
  const next =
    bar?.time === stored.time
      ? mergeForming({ ...state, bar }, stored, closesAtMs)
      : {
          bar: stored,
          closed: bar ?? closed,
          countedUntilMs: stored.volume === null ? 0 : stored.knownUntilMs + SETTLE_MS,
        };
  const isOver = isFinalState(stored, closesAtMs) || hasEnded(grid, stored, nowMs);
  return isOver ? { bar: null, closed: next.bar, countedUntilMs: 0 } : next;
}

/**
 * Merges the newest bars of history, ascending, into the state: at the start, and after ticks may have been missed. The
 * state that knows more wins, so an answer from before a bar's close never replaces what ticks made of the bar. Answers
 * the same object if nothing is new.
 */
export function mergeStoredTail(
  grid: BarGrid,
  state: FormingState,
  tail: readonly KnownBar[],
  nowMs: number,
): FormingState {
  return tail.reduce((merged, stored) => mergeStored(grid, merged, stored, nowMs), state);
}

export type FormingBar = ReturnType<typeof createFormingBar>;

/** The forming bar of one instrument in one resolution. */
export function createFormingBar(grid: BarGrid) {
  let state: FormingState = NOTHING_YET;
  /** Until the stored bars are merged, a bar made of ticks alone could have a wrong open. */
  let isLoaded = false;
  let shown: Snapshot | null = null;
  let shownStates: { of: FormingState; bars: readonly KnownBar[] } = { of: NOTHING_YET, bars: [] };
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
    mergeTail(tail: readonly KnownBar[], nowMs: number): void {
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
    /** The closed and the forming bar, as far as they are known; the same array as long as nothing has changed. */
    states(): readonly KnownBar[] {
      const of = isLoaded ? state : NOTHING_YET;
      if (shownStates.of.bar !== of.bar || shownStates.of.closed !== of.closed) {
        shownStates = { of, bars: [of.closed, of.bar].filter((one) => one !== null) };
      }
      return shownStates.bars;
    },
    /** The clock was ahead; bars that had to be discarded are shown once stored ones are merged. */
    clockWasAhead(nowMs: number): void {
      become(afterClockAhead(grid, state, nowMs));
      isLoaded &&= state !== NOTHING_YET;
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
