import {
  barTimeOf,
  isBarClosed,
  isMarketOpen,
  type MarketHours,
  type Resolution,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { InstrumentTick } from '../../../bus/index.ts';

/** Where bars are counted: a market's hours in one resolution. */
export type BarGrid = { hours: MarketHours; resolution: Resolution };

/** The newest two bars of an instrument as live prices make them. Values are replaced, never changed. */
export type FormingState = {
  /** The bar that still moves; null between a bar's end and the next tick. */
  bar: Bar | null;
  /** The last bar that ended. */
  closed: Bar | null;
  /** Time of the newest tick in `bar`; 0 where it holds stored values alone. */
  lastTickMs: number;
};

export const NOTHING_YET: FormingState = { bar: null, closed: null, lastTickMs: 0 };
/** Trades of a bar's last moment arrive a little after it. */
const CLOSING_GRACE_MS = 1_500;

/** The sum of two volumes of which either may be unknown. */
function addVolume(volume: number | null, more: number | undefined): number | null {
  return more === undefined ? volume : (volume ?? 0) + more;
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
 * Adds a tick to the bar it belongs to; the first tick of a later bar ends the one before.
 * A tick outside the session, or of a bar that ended, changes nothing: the same state is answered.
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

/** Ends the bar whose time is over, although no tick of the next one came. */
export function closeByClock(grid: BarGrid, state: FormingState, nowMs: number): FormingState {
  const { bar } = state;
  if (!bar || !isBarClosed(grid.hours, grid.resolution, bar.time, nowMs - CLOSING_GRACE_MS)) {
    return state;
  }
  return { bar: null, closed: bar, lastTickMs: 0 };
}
